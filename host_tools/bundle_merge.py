"""Joins the folded modules of a device into few: a module of its own costs a board a dictionary, a table of names, four texts
of its own name, and an entry for everything that it imports.

Serves host_tools/bundle.py. A ``Program`` reads all modules together, joins those of a group that load at once, works out
numbers and tables, and leaves out what nobody uses. A module that others import only inside functions is loaded when it
is needed, so it stays a file of its own. Code that the program serves but does not contain (a board's ``main``, a test's
script) is ``outside``: its imports are rewritten, and all names that stand in it are kept.

What cannot be joined without doubt is refused with a sentence that names file and line.
"""

import ast
import fnmatch

from host_tools.bundle_scopes import Names, Use, identifiers
from host_tools.bundle_tables import literal, value_of

# What is joined into which module: the first pattern that fits a module's name counts; what fits none stays alone.
GROUPS = (("engine", "engine*"), ("firmware", "firmware*"))
# What the names of modules that are loaded when needed begin with.
LATE = "crew_"
# Modules with names that this machine can look up. Others may be met outside the program only: in firmware/hal and boards.
KNOWN_OUTER = ("array", "binascii", "errno", "gc", "io", "micropython", "os", "struct", "sys", "time")
_HIDES_NAMES = set("getattr setattr hasattr delattr vars dir globals locals eval exec __import__ __name__ __file__ __dict__ __class__".split())


class MergeError(Exception):
    """The modules cannot be joined. The text is a sentence with file and line."""


class Symbol:
    """A name bound at the top of a module. ``refs`` are all its uses in the program, ``value`` the number or bytes it always is.

    ``fixed`` is set for what an import from outside the program binds: such a name stays as it is.
    """

    def __init__(self, module, name):
        self.module = module
        self.name = name
        self.stores = 0
        self.refs = []
        self.fixed = None
        self.value = None


class Module:
    """One module: its tree, its names, and what they stand for. ``taken`` holds what imports at its top bind."""

    def __init__(self, name, place, text):
        self.name = name
        self.place = place
        self.package = name if place.endswith("__init__.py") else name.rpartition(".")[0]
        try:
            self.tree = ast.parse(text)
        except SyntaxError as error:
            raise MergeError(f"{place}:{error.lineno}: this is not Python ({error.msg}); nothing was bundled.") from None
        _mark(self.tree, place, "")
        self.names = Names(self.tree)
        self.symbols = {}
        self.pulled = {}  # name: the import at the top that binds it
        self.taken = {}
        self.late = []  # (import inside a function, what it takes)
        self.output = None
        for use in self.names.uses:
            if use.stores and use.scope is self.names.root:
                symbol = self.symbols.setdefault(use.name, Symbol(self, use.name))
                symbol.stores += 1

    def refuse(self, node, sentence):
        raise MergeError(f"{self.place}:{node.lineno}: {sentence}")

    def origin(self, node):
        """Return the full name of the module that an ImportFrom reads."""
        if not node.level:
            return node.module
        base = self.package.split(".")
        base = base[: len(base) - (node.level - 1)]
        return ".".join(base + ([node.module] if node.module else []))

    def stands_for(self, name):
        """Return the Symbol or Module that ``name`` means at the top of this module; None for a builtin."""
        return self.taken.get(name) or self.symbols.get(name)


class Output:
    """One file of the bundle: the modules joined in it, in the order in which they load. ``spelled`` is ``{Symbol: its name here}``."""

    def __init__(self, name, place):
        self.name = name
        self.place = place
        self.members = []
        self.spelled = {}

    def own(self):
        """Return the symbols made here."""
        return [symbol for module in self.members for symbol in module.symbols.values()]

    def foreign(self):
        """Return the symbols of other outputs that this one takes as it loads."""
        used = {symbol for module in self.members for symbol in module.taken.values() if isinstance(symbol, Symbol)}
        used |= {symbol for module in self.members for symbol in module.through}
        found = [symbol for symbol in used if symbol.module.output is not self and any(ref.output is self for ref in symbol.refs)]
        return sorted(found, key=lambda symbol: (symbol.module.name, symbol.name))


class Program:
    """The modules of a device: ``sources`` and ``outside`` are ``{path: (name, text)}``, ``keep`` names that must stay as they are.

    Modules outside whose names begin with one of ``bound`` use no other names of the program than those. ``outputs`` are the files to
    be, each behind those that it needs to load.
    """

    def __init__(self, sources, outside=(), keep=(), groups=GROUPS, bound=()):
        self.modules = {name: Module(name, place, text) for place, (name, text) in sources.items()}
        self.outside = [Module(name, place, text) for place, (name, text) in dict(outside).items()]
        self.keep = set(keep)
        self._bound = tuple(bound)
        self.roots = set()  # what code outside takes
        self.at_once = set()  # of it, what is taken as soon as that code is loaded
        self.own = {name.split(".")[0] for name in self.modules}
        for module in self.modules.values():
            self._check(module)
        for module in self.modules.values():
            self._pull(module)
        for module in self.modules.values():
            self._imports(module)
        for module in self.outside:
            self._serve(module)
        if not self.outside:
            self.roots = self.at_once = {symbol for module in self.modules.values() for symbol in module.symbols.values() if not symbol.fixed}
        self.groups = groups
        self.outputs = self._arrange(groups)
        for module in self.modules.values():
            self._resolve(module)
        self._work_out()
        self._drop_unused()

    # --- imports -------------------------------------------------------------------------------------------------------

    def _check(self, module):
        """Refuse what hides names."""
        for node in ast.walk(module.tree):
            name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else None
            if name in _HIDES_NAMES:
                module.refuse(node, f"`{name}` finds names in a way that the bundle cannot follow; write it in another way.")
            if isinstance(node, (ast.Global, ast.Nonlocal)):
                module.refuse(node, "a function binds a name outside itself; keep what changes in an object instead.")
            if isinstance(node, ast.ExceptHandler) and node.type:
                if {"AttributeError", "NameError"} & identifiers(node.type):
                    module.refuse(node, "names differ in a bundle, so nothing may hang on one that is missing; ask in another way.")
        for use in module.names.uses:
            if isinstance(use.scope.node, ast.ClassDef) and not use.stores and use.home() is use.scope:
                module.refuse(use.node, f"{use.name} is read in the class that binds it; bind it at the top of the module instead.")

    def _target(self, module, node, alias, path=()):
        """Return the Module or Symbol that ``alias`` of the import ``node`` stands for, be it handed on by others; None when it is from outside."""
        origin = module.origin(node)
        if f"{origin}.{alias.name}" in self.modules:
            return self.modules[f"{origin}.{alias.name}"]
        if origin not in self.modules:
            if origin and origin.split(".")[0] in self.own:
                module.refuse(node, f"there is no module {origin} in the bundle.")
            return None
        source = self.modules[origin]
        if alias.name == "*":
            module.refuse(node, f"`from {origin} import *` does not say what it takes; name it.")
        if alias.name in source.pulled:
            if (origin, alias.name) in path:
                module.refuse(node, f"{alias.name} is handed round in a circle and made nowhere.")
            return self._target(source, *source.pulled[alias.name], (*path, (origin, alias.name)))
        if alias.name not in source.symbols:
            module.refuse(node, f"{origin} has no {alias.name}.")
        if source.symbols[alias.name].fixed:
            module.refuse(node, f"{alias.name} is not made in {origin}; take it from where it is made.")
        return source.symbols[alias.name]

    def _is_own(self, module, node):
        origin = module.origin(node)
        return bool(origin) and origin.split(".")[0] in self.own

    def _pull(self, module):
        """Note what imports bind at the top of ``module``, and take those of our own modules out of it."""
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    if alias.name.split(".")[0] in self.own:
                        module.refuse(node, f"`import {alias.name}` gives a whole module; write `from {alias.name} import NAME`.")
                    self._outer(module, node, alias, alias.name, alias.name)
            elif isinstance(node, ast.ImportFrom) and not self._is_own(module, node):
                for alias in node.names:
                    self._outer(module, node, alias, node.module or "", f"{node.module}.{alias.name}")
        body = []
        for node in module.tree.body:
            if not (isinstance(node, ast.ImportFrom) and self._is_own(module, node)):
                body.append(node)
                continue
            for alias in node.names:
                local = alias.asname or alias.name
                if local in module.symbols and module.symbols.pop(local).stores > 1:
                    module.refuse(node, f"{local} is bound again in this module, so it cannot be told what it stands for; rename one.")
                module.pulled[local] = node, alias
        module.tree.body = body

    def _imports(self, module):
        """Tell what the imports of our own modules stand for."""
        for local, (node, alias) in module.pulled.items():
            module.taken[local] = self._target(module, node, alias)
        for node in ast.walk(module.tree):
            if isinstance(node, ast.ImportFrom) and self._is_own(module, node):
                scope = next(use.scope for use in module.names.uses if use.node is node.names[0])
                if scope is module.names.root or isinstance(scope.node, ast.ClassDef):
                    module.refuse(node, "a module of our own is imported neither plainly at the top nor inside a function; move the import.")
                module.late.append((node, scope, [self._target(module, node, alias) for alias in node.names]))

    def _outer(self, module, node, alias, name, full):
        if name.split(".")[0] not in KNOWN_OUTER:
            module.refuse(node, f"the names in {name or 'this module'} are not known here and could be taken for ours; meet it in firmware/hal or boards.")
        if alias.name == "*":
            module.refuse(node, f"`from {name} import *` does not say what it takes; name it.")
        local = alias.asname or alias.name
        if any(use.node is alias and use.scope is module.names.root for use in module.names.uses):
            if module.symbols[local].stores > 1:
                module.refuse(node, f"{local} is bound again in this module, so it cannot be told what it stands for; rename one.")
            module.symbols[local].fixed = full

    def _serve(self, module):
        """Note what code outside the program takes, and keep every name that stands in it."""
        functions = [each for each in ast.walk(module.tree) if isinstance(each, ast.FunctionDef)]
        later = {node for function in functions for node in ast.walk(function)}
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    if alias.name in self.modules:
                        module.refuse(node, f"`import {alias.name}` gives a whole module; write `from {alias.name} import NAME`.")
            elif isinstance(node, ast.ImportFrom) and module.origin(node) in self.modules:
                targets = [self._target(module, node, alias) for alias in node.names]
                for target in targets:
                    if isinstance(target, Module):
                        module.refuse(node, f"{target.name} is taken as a whole; write `from {target.name} import NAME`.")
                self.roots.update(targets)
                if node not in later:
                    self.at_once.update(targets)
                node.late = targets
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "grid":
                if module.name.startswith(self._bound) and node.attr not in self.keep:
                    module.refuse(node, f"grid.{node.attr} is not what a board may use of a grid; take it up among the names of boards, or do without it.")
        if not module.name.startswith(self._bound):
            self.keep |= identifiers(module.tree)

    # --- order ---------------------------------------------------------------------------------------------------------

    def _arrange(self, groups):
        """Put every module into its output; return the outputs."""
        at_once = {name: set() for name in self.modules}
        for name, module in self.modules.items():
            for target in module.taken.values():
                at_once[name].add(target.name if isinstance(target, Module) else target.module.name)
        order = _in_order(at_once, self._circle)
        group_of = {name: next((group for group, pattern in groups if fnmatch.fnmatch(name, pattern)), name) for name in order}
        loaded = {symbol.module.name for symbol in self.at_once} | set(group_of.values())
        for name in reversed(order):
            if name in loaded:
                loaded |= at_once[name]
        self._name_late([name for name in reversed(order) if name not in loaded], at_once, group_of)
        outputs = {}
        for name in order:
            module = self.modules[name]
            group = group_of[name]
            place = self.modules[group].place if group in self.modules else group.replace(".", "/") + ".py"
            module.output = outputs.setdefault(group, Output(group, place))
            module.output.members.append(module)
        needs = {group: set() for group in outputs}
        for name, module in self.modules.items():
            needs[module.output.name] |= {self.modules[other].output.name for other in at_once[name]} - {module.output.name}
        order = _in_order(needs, lambda circle: self._circle([outputs[each].members[0].name for each in circle]))
        return [outputs[group] for group in order]

    def _name_late(self, late, at_once, group_of):
        """Say in ``group_of`` what the modules in ``late`` are called, which are loaded when needed, each before those that it needs.

        They stand in no package, which would hold on to them for ever. One that a single other needs goes along with it.
        """
        asked = {target.module.name for module in self.modules.values() for _, _, targets in module.late for target in targets if isinstance(target, Symbol)}
        first = {}  # the module that brings a module along: itself, as a rule
        for name in late:
            needing = {first[other] for other in late if name in at_once[other]}
            first[name] = needing.pop() if len(needing) == 1 and name not in asked and group_of[name] != name else name
        for name in sorted(late):
            if first[name] == name and group_of[name] != name:
                short = LATE + name.rpartition(".")[2]
                group_of[name] = LATE + name.replace(".", "_") if short in group_of.values() else short
        for name in late:
            group_of[name] = group_of[first[name]]

    def _circle(self, circle):
        raise MergeError(f"{self.modules[circle[0]].place}:1: {' needs '.join(circle)} as it loads, in a circle; import one inside a function.")

    # --- names ---------------------------------------------------------------------------------------------------------

    def _resolve(self, module):
        """Give every Symbol its uses in ``module``: under its name, and as an attribute of a module taken as a whole."""
        module.through = set()
        whole = {}
        for use in module.names.uses:
            target = module.stands_for(use.name) if use.home() is module.names.root else None
            if isinstance(target, Symbol) and not (isinstance(use.node, ast.alias) and not target.fixed):
                self._refer(module, target, use)
            elif isinstance(target, Module) and isinstance(use.node, ast.Name):
                whole[use.node] = use, target
        for node in ast.walk(module.tree):
            # As in sys.modules, where a module is forgotten when it has done its work.
            named = self.modules.get(node.value) if isinstance(node, ast.Constant) and isinstance(node.value, str) else None
            if named and "." in named.name:
                if named.output.name in dict(self.groups):
                    module.refuse(node, f"a text names the module {named.name}, which is joined with others in a bundle; do without it.")
                node.value = named.output.name
        parts = _Attributes(self, module, whole)
        module.tree = parts.visit(module.tree)
        for node in whole:
            if node not in parts.met:
                module.refuse(node, f"the module {node.id} is used as a whole; only `{node.id}.NAME` can be told.")
        for node, scope, targets in module.late:
            self._resolve_late(module, node, scope, targets)

    def _refer(self, module, symbol, use):
        use.output = module.output
        symbol.refs.append(use)

    def _resolve_late(self, module, node, scope, targets):
        """An import inside a function: it stays if it loads another file, else its names are told like any others."""
        for target in targets:
            if isinstance(target, Module):
                module.refuse(node, f"{target.name} is imported inside a function as a whole; write `from {target.name} import NAME`.")
        if targets[0].module.output is not module.output:
            node.late = targets
            return
        for alias, target in zip(node.names, targets):
            local = alias.asname or alias.name
            uses = [use for use in module.names.uses if use.name == local and use.home() is scope]
            if any(use.stores and use.node is not alias for use in uses):
                module.refuse(node, f"{local} is bound again in the function that imports it; use another name.")
            for use in uses:
                if use.node is not alias:
                    self._refer(module, target, use)
            scope.bound.discard(local)
        node.gone = True

    # --- values --------------------------------------------------------------------------------------------------------

    def _work_out(self):
        """Work out numbers and tables. A number takes the place of its name everywhere, bytes where they are used but once."""
        for output in self.outputs:
            for module in output.members:
                for node in module.tree.body:
                    symbol = _assigned(module, node)
                    if symbol and symbol.stores == 1:
                        names = {each.id: module.stands_for(each.id) for each in ast.walk(node.value) if isinstance(each, ast.Name)}
                        known = {name: found.value for name, found in names.items() if isinstance(found, Symbol) and found.value is not None}
                        symbol.value = value_of(node.value, known)
                        if symbol.value is not None:
                            node.value = ast.copy_location(literal(symbol.value), node.value)
        self._forget_gone()
        replaced = {}
        for symbol in self._all_symbols():
            loads = [use.node for use in symbol.refs if not use.stores]
            if type(symbol.value) is int or type(symbol.value) is bytes and len(loads) == 1 and symbol not in self.roots:
                replaced.update((node, symbol.value) for node in loads)
        for module in self.modules.values():
            _Values(replaced).visit(module.tree)
        self._forget_gone()

    def _all_symbols(self):
        return [symbol for module in self.modules.values() for symbol in module.symbols.values()]

    def _forget_gone(self):
        """Forget the uses that stand in no tree any more."""
        standing = {node for module in self.modules.values() for node in ast.walk(module.tree)}
        for symbol in self._all_symbols():
            symbol.refs = [use for use in symbol.refs if use.node in standing]

    # --- what nobody uses ----------------------------------------------------------------------------------------------

    def _drop_unused(self):
        """Leave out the functions, classes, methods and names that nothing reaches from the roots."""
        meant = {use.node: symbol for symbol in self._all_symbols() for use in symbol.refs}
        made = {}
        waiting = []
        for module in self.modules.values():
            for node in module.tree.body:
                symbol = _made(module, node)
                if symbol:
                    made.setdefault(symbol, []).append(node)
                else:
                    waiting.append(node)
        live, attributes, methods, kept = set(), set(self.keep), [], set()

        def reach(symbol):
            if symbol not in live:
                live.add(symbol)
                waiting.extend(made.get(symbol, ()))

        for symbol in self.roots:
            reach(symbol)
        while waiting:
            for node in _all_but_methods(waiting.pop(), methods):
                if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
                    attributes.add(node.attr)
                for symbol in getattr(node, "late", [meant[node]] if node in meant else ()):
                    reach(symbol)
            if not waiting:
                waiting = [method for method in methods if method.name in attributes or method.name.startswith("__")]
                kept.update(waiting)
                methods = [method for method in methods if method not in kept]
        for module in self.modules.values():
            body = []
            for node in module.tree.body:
                symbol = _made(module, node)
                if symbol and symbol not in live:
                    module.symbols.pop(symbol.name, None)
                    continue
                if isinstance(node, ast.ClassDef):
                    node.body = [each for each in node.body if not isinstance(each, ast.FunctionDef) or each in kept]
                body.append(node)
            module.tree.body = body
            _Tidy().visit(module.tree)
        self._forget_gone()
        if self.outside:
            left = {output: [node for module in output.members for node in module.tree.body] for output in self.outputs}
            # What is left of a file that nothing reaches: the platform's modules that it would have imported.
            nothing = (ast.Pass, ast.Import, ast.ImportFrom)
            self.outputs = [output for output in self.outputs if not all(isinstance(node, nothing) for node in left[output])]


def _mark(node, place, inside):
    """Note in each node where it comes from, in which function it stands, and of functions what they are called there."""
    node.place = place
    node.inside = inside
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        node.called = f"{inside}.{node.name}" if inside else node.name
        inside = node.called
    for inner in ast.iter_child_nodes(node):
        _mark(inner, place, inside)


class _Attributes(ast.NodeTransformer):
    """Writes plain names for ``module.name`` where a module was taken as a whole."""

    def __init__(self, program, module, whole):
        self.program = program
        self.module = module
        self.whole = whole
        self.met = set()

    def visit_Attribute(self, node):
        if node.value not in self.whole:
            return self.generic_visit(node)
        use, target = self.whole[node.value]
        self.met.add(node.value)
        if not isinstance(node.ctx, ast.Load):
            self.module.refuse(node, f"a name of the module {target.name} is bound from elsewhere; let the module do it.")
        symbol = target.stands_for(node.attr)
        if not isinstance(symbol, Symbol) or symbol.fixed:
            self.module.refuse(node, f"{target.name} has no {node.attr} of its own.")
        plain = ast.copy_location(ast.Name(node.attr, ast.Load()), node)
        _mark(plain, node.place, node.inside)
        self.module.through.add(symbol)
        self.program._refer(self.module, symbol, Use(node.attr, plain, use.scope, False))
        return plain


class _Values(ast.NodeTransformer):
    """Writes values for the names in ``replaced``."""

    def __init__(self, replaced):
        self.replaced = replaced

    def visit_Name(self, node):
        return ast.copy_location(literal(self.replaced[node]), node) if node in self.replaced else node


class _Tidy(ast.NodeTransformer):
    """Takes out ``pass`` where something else stands beside it, and puts one where nothing is left."""

    def visit_ImportFrom(self, node):
        return ast.copy_location(ast.Pass(), node) if getattr(node, "gone", False) else node

    def generic_visit(self, node):
        super().generic_visit(node)
        for field in ("body", "orelse", "finalbody"):
            block = getattr(node, field, None)
            if isinstance(block, list) and block and isinstance(block[0], ast.stmt):
                block[:] = [each for each in block if not isinstance(each, ast.Pass)] or block[:1]
        if isinstance(node, ast.ClassDef) and not node.body:
            node.body = [ast.copy_location(ast.Pass(), node)]
        return node


def _assigned(module, node):
    """Return the Symbol that ``node`` binds if it is ``NAME = expression``, else None."""
    if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
        return module.symbols.get(node.targets[0].id)
    return None


def _made(module, node):
    """Return the Symbol that ``node`` makes and nothing else, so that both may be left out together; else None."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        symbol = module.symbols[node.name] if not node.decorator_list else None
    else:
        symbol = _assigned(module, node)
        if symbol and symbol.value is None and not isinstance(node.value, ast.Constant):
            symbol = None
    return symbol if symbol and symbol.stores == 1 else None


def _all_but_methods(node, methods):
    """Yield ``node`` and what stands in it; the methods of a class are put into ``methods`` instead."""
    left = [node]
    while left:
        each = left.pop()
        yield each
        for inner in ast.iter_child_nodes(each):
            if isinstance(each, ast.ClassDef) and isinstance(inner, ast.FunctionDef):
                methods.append(inner)
            else:
                left.append(inner)


def _in_order(needs, circle):
    """Return the keys of ``needs`` so that each stands behind those it needs; call ``circle`` with a path that has no end."""
    order, path = [], []

    def visit(name):
        if name in path:
            circle(path[path.index(name) :] + [name])
        if name in order:
            return
        path.append(name)
        for other in sorted(needs[name]):
            visit(other)
        path.pop()
        order.append(name)

    for name in sorted(needs):
        visit(name)
    return order
