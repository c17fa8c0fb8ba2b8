"""Puts functions that are called in one place only where they are called: each of them costs a board some fifty bytes of its own.

Serves host_tools/bundle.py, between joining and naming. A function qualifies if its only use in the whole program is one
call, which stands as a statement of its own, behind one ``=``, or behind ``return``, in a function of the same file; a
method, if that call is ``self.method(...)`` in its own class. It may return at its end only, or anywhere where the call
itself is returned. What does not qualify stays as it is. Names that the function binds become names of the caller that
nothing else has there; functions put in one after the other share them, so that the caller's frame stays small.
"""

import ast

from host_tools.bundle_scopes import COMPREHENSIONS, Names, arguments, identifiers


def inline(program):
    """Put in what can be put in, the innermost first; return the names of the functions."""
    prefix = "put_"
    while any(name.startswith(prefix) for module in program.modules.values() for name in identifiers(module.tree)):
        prefix += "_"
    done = []
    while True:
        found = _next(program)
        if not found:
            return done
        done.append(found.node.name)
        found.put_in(prefix)
        _read_again(program)


class _Single:
    """A function ``node``, of the class ``owner`` if it is a method, with one call: ``block[at]`` is its statement in ``host``."""

    def __init__(self, module, owner, node, host_module, host, block, at, call):
        self.module = module
        self.owner = owner
        self.node = node
        self.host_module = host_module
        self.host = host
        self.block = block
        self.at = at
        self.call = call

    def put_in(self, prefix):
        """Put the function's body in the place of its call. Names that begin with ``prefix`` are those made here."""
        statement = self.block[self.at]
        scope = self.module.names.scopes[self.node]
        host = self.host_module.names.scopes[self.host]
        given, before = self._given(scope)
        fresh = {}
        used = {use.name for use in self.module.names.uses if use.home() is scope}
        for name in sorted(used - set(given)):
            if not name.startswith(prefix):
                n = 0
                while f"{prefix}{n}" in used or f"{prefix}{n}" in fresh.values():
                    n += 1
                fresh[name] = f"{prefix}{n}"
        for use in list(self.module.names.uses):
            if use.home() is scope:
                if use.name in given:
                    _replace(self.node, use.node, given[use.name])
                elif use.name in fresh:
                    use.rename(fresh[use.name])
        body = [_like(statement, ast.Assign([_like(statement, ast.Name(fresh.get(name, name), ast.Store()))], value)) for name, value in before]
        body += self.node.body
        last = body[-1]
        if isinstance(statement, ast.Return):
            if not isinstance(last, (ast.Return, ast.Raise)):
                body.append(_like(statement, ast.Return(None)))
        else:
            value = None
            if isinstance(last, ast.Return):
                body.pop()
                value = last.value
            if isinstance(statement, ast.Assign):
                statement.value = value or _like(last, ast.Constant(None))
                body.append(statement)
            elif value and not isinstance(value, (ast.Constant, ast.Name)):
                body.append(_like(last, ast.Expr(value)))
        self.block[self.at : self.at + 1] = [each for each in body if not isinstance(each, ast.Pass)] or [_like(statement, ast.Pass())]
        host.bound.update(fresh.values())
        if self.owner:
            self.owner.body.remove(self.node)
            self.owner.body = self.owner.body or [_like(self.owner, ast.Pass())]
        else:
            self.module.tree.body.remove(self.node)
            del self.module.symbols[self.node.name]

    def _given(self, scope):
        """Return ``({argument: expression that takes its place}, [(argument, expression to bind it to)])``."""
        names = [each.arg for each in arguments(self.node)]
        values = list(self.call.args)
        if self.owner:
            values.insert(0, self.call.func.value)
        defaults = self.node.args.defaults
        values += defaults[len(defaults) - (len(names) - len(values)) :] if len(values) < len(names) else []
        bound_again = {use.name for use in self.module.names.uses if use.stores and use.home() is scope and not isinstance(use.node, ast.arg)}
        given, before = {}, []
        for name, value in zip(names, values):
            plain = isinstance(value, ast.Constant) or isinstance(value, ast.Name) and self._is_local(value)
            if plain and name not in bound_again:
                given[name] = value
            else:
                before.append((name, value))
        return given, before

    def _is_local(self, node):
        use = next(use for use in self.host_module.names.uses if use.node is node)
        return use.home() is self.host_module.names.scopes[self.host]


def _like(old, new):
    """Return ``new`` with the place of ``old``."""
    ast.copy_location(new, old)
    new.place, new.inside = old.place, old.inside
    return new


def _replace(tree, old, new):
    """Put a copy of ``new`` (a name or a constant) in the place of ``old``."""
    for node in ast.walk(tree):
        for field, value in ast.iter_fields(node):
            if value is old:
                setattr(node, field, _copy(new, old))
            elif isinstance(value, list) and any(each is old for each in value) and not isinstance(old, ast.arg):
                value[:] = [_copy(new, old) if each is old else each for each in value]


def _copy(new, old):
    return _like(old, ast.Name(new.id, ast.Load()) if isinstance(new, ast.Name) else ast.Constant(new.value))


def _next(program):
    """Return a _Single into which nothing more can be put, or None."""
    attributes = {}
    for module in program.modules.values():
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Attribute):
                attributes.setdefault(node.attr, []).append(node)
    methods = {}
    for module in program.modules.values():
        for owner in module.tree.body:
            if isinstance(owner, ast.ClassDef):
                for node in owner.body:
                    if isinstance(node, ast.FunctionDef):
                        methods.setdefault(node.name, []).append((module, owner, node))
    calls = {}
    for module in program.modules.values():
        for host, block, at, call in _calls(module.tree):
            calls[call.func] = module, host, block, at, call
    late = {symbol for module in program.modules.values() for node in ast.walk(module.tree) for symbol in getattr(node, "late", ())}
    found = []
    for name, made in methods.items():
        met = attributes.get(name, ())
        if len(made) == 1 and len(met) == 1 and met[0] in calls and name not in program.keep and not name.startswith("__"):
            module, owner, node = made[0]
            host_module, host, block, at, call = calls[met[0]]
            mine = host in owner.body and isinstance(met[0].value, ast.Name) and met[0].value.id == host.args.args[0].arg
            if mine and not owner.bases:
                found.append(_Single(module, owner, node, host_module, host, block, at, call))
    for module in program.modules.values():
        for node in module.tree.body:
            symbol = module.symbols.get(node.name) if isinstance(node, ast.FunctionDef) else None
            if not symbol or symbol in program.roots or symbol in late or symbol.stores != 1:
                continue
            loads = [use for use in symbol.refs if not use.stores]
            if len(loads) == 1 and loads[0].node in calls:
                host_module, host, block, at, call = calls[loads[0].node]
                if host_module.output is module.output:
                    found.append(_Single(module, None, node, host_module, host, block, at, call))
    found = [each for each in found if each.host is not each.node and _fits(each)]
    hosts = {each.host for each in found}
    return next((each for each in found if each.node not in hosts), None)


def _fits(each):
    """Whether the body may stand where the call stands."""
    node, call, statement = each.node, each.call, each.block[each.at]
    given = node.args
    if statement.inside != each.host.called:
        return False  # it stands in what was put in, whose names others share
    # Names that keep their spelling: builtins, and what comes from outside the program.
    bound = each.host_module.names.scopes[each.host].bound
    for use in each.module.names.uses:
        if use.name in bound and use.home() is each.module.names.root and each.module.names.scopes[node] in _around(use.scope):
            symbol = each.module.stands_for(use.name)
            if symbol is None or getattr(symbol, "fixed", None):
                return False
    if node.decorator_list or given.vararg or given.kwarg or given.kwonlyargs or call.keywords:
        return False
    if any(isinstance(value, ast.Starred) for value in call.args) or any(not isinstance(value, ast.Constant) for value in given.defaults):
        return False
    count = len(call.args) + bool(each.owner)
    if not len(given.args) - len(given.defaults) <= count <= len(given.args):
        return False
    for inner in ast.walk(node):
        if isinstance(inner, (ast.Yield, ast.YieldFrom, ast.Lambda, ast.Import, ast.ImportFrom, *COMPREHENSIONS)):
            return False
        if isinstance(inner, (ast.FunctionDef, ast.ClassDef)) and inner is not node:
            return False
    returns = [inner for inner in ast.walk(node) if isinstance(inner, ast.Return)]
    return isinstance(statement, ast.Return) or not returns or returns == [node.body[-1]]


def _around(scope):
    """Yield ``scope`` and those that it stands in."""
    while scope is not None:
        yield scope
        scope = scope.parent


def _calls(tree):
    """Yield ``(function, block, at, call)`` for each statement in a function that is a call, ``NAME = call`` or ``return call``."""
    for host in ast.walk(tree):
        if not isinstance(host, ast.FunctionDef):
            continue
        left = [host]
        while left:
            node = left.pop()
            for field in ("body", "orelse", "finalbody", "handlers"):
                block = getattr(node, field, ())
                for at, inner in enumerate(block if isinstance(block, list) else ()):
                    if isinstance(inner, (ast.FunctionDef, ast.ClassDef)):
                        continue
                    left.append(inner)
                    plain = isinstance(inner, (ast.Expr, ast.Return)) or isinstance(inner, ast.Assign)
                    if plain and isinstance(inner.value, ast.Call):
                        yield host, block, at, inner.value


def _read_again(program):
    """Tell names and uses anew; what a node stands for has not changed."""
    meant = {}
    for module in program.modules.values():
        for symbol in module.symbols.values():
            for use in symbol.refs:
                meant[use.node] = symbol
            symbol.refs = []
    for module in program.modules.values():
        module.names = Names(module.tree)
        for use in module.names.uses:
            if use.node in meant:
                use.output = module.output
                meant[use.node].refs.append(use)
