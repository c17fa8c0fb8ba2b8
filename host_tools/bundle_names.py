"""Spells the names of a merged program and writes its files: short names that the modules share, since a board keeps each text once.

Serves host_tools/bundle.py. A board keeps every different name for ever, with its letters and about seven bytes beside
them. So names that never meet get the same letters: the attributes of two classes, a function and an attribute, the first arguments of all
functions. Names that code outside the program uses stay, and so does every attribute that an object of the language, of a
library or of a board might have.
"""

import array
import ast
import binascii
import builtins
import errno
import gc
import io
import keyword
import os
import struct
import sys
import time

from host_tools.bundle_scopes import arguments, identifiers

# What objects of the language and of the known modules may have.
_OTHERS = (
    bytes, bytearray, memoryview, str, int, float, list, tuple, dict, set, range, BaseException, OSError, StopIteration, array.array,
    io.BytesIO, io.StringIO, io.FileIO, array, binascii, errno, gc, io, os, struct, sys, time,
)  # fmt: skip
_ATTRIBUTES = {name for each in _OTHERS for name in dir(each) if not name.startswith("_")} | {"const", "mem_alloc", "mem_free", "ticks_ms"}
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def spell(program, short=True):
    """Give all names of ``program`` their spelling; ``short`` or as they are, where they do not meet another."""
    trees = [module.tree for module in [*program.modules.values(), *program.outside]]
    taken = set().union(program.keep, *map(identifiers, trees))
    names = _Candidates(taken)
    if short:
        _arguments(program, names)
        _attributes(program, names)
    for output in program.outputs:
        _globals(output, names if short else None)


class _Candidates:
    """Short names in order, none of which stands anywhere in the program: ``names[n]``."""

    def __init__(self, taken):
        self._taken = taken | set(dir(builtins)) | set(keyword.kwlist) | _ATTRIBUTES
        self._made = []
        self._source = (first + second for first in ["", *_LETTERS] for second in _LETTERS)

    def __getitem__(self, n):
        while len(self._made) <= n:
            name = next(self._source)
            if name not in self._taken:
                self._made.append(name)
        return self._made[n]


def _globals(output, names):
    """Spell what stands at the top of a file: symbols made there and taken from others."""
    used = {}
    for symbol in output.own():
        if symbol.fixed:
            if used.setdefault(symbol.name, symbol).fixed != symbol.fixed:
                symbol.module.refuse(symbol.refs[0].node, f"{symbol.name} means {symbol.fixed} here and something else in another module; rename one.")
            output.spelled[symbol] = symbol.name
    others = [symbol for symbol in output.own() if not symbol.fixed] + output.foreign()
    meant = {use.node for symbol in others for use in symbol.refs}
    reserved = set(used)
    for module in output.members:
        # Builtins: used at no home but the module, and no symbol.
        reserved |= {use.name for use in module.names.uses if isinstance(use.node, ast.Name) and use.node not in meant and use.home() is module.names.root}
    for symbol in others:
        hidden = set(reserved)
        for use in symbol.refs:
            scope = use.scope
            while use.output is output and scope.parent is not None:
                hidden |= scope.bound
                scope = scope.parent
        spelled = symbol.name
        tries = 0
        while names or spelled in hidden:
            spelled = names[tries] if names else "%s_%s%s" % (symbol.name, symbol.module.name.rpartition(".")[2], tries or "")
            tries += 1
            if spelled not in hidden:
                break
        output.spelled[symbol] = spelled
        reserved.add(spelled)


def _arguments(program, names):
    """Spell arguments by their place, unless a call anywhere names them."""
    trees = [module.tree for module in [*program.modules.values(), *program.outside]]
    told = {node.arg for tree in trees for node in ast.walk(tree) if isinstance(node, ast.keyword)} | program.keep
    for module in program.modules.values():
        spelled = {}
        for node, scope in module.names.scopes.items():
            if not hasattr(node, "args") or isinstance(node, ast.Call):
                continue
            depth = 0
            outer = scope.parent
            while outer is not None:
                depth += len(arguments(outer.node)) if hasattr(outer.node, "args") else 0
                outer = outer.parent
            for i, argument in enumerate(arguments(node)):
                if argument.arg not in told:
                    spelled[scope, argument.arg] = names[depth + i]
        for use in module.names.uses:
            new = spelled.get((use.home(), use.name))
            if new:
                use.rename(new)
        for (scope, _), new in spelled.items():
            scope.bound.add(new)


class _Class:
    """A class of the program: its module, node, the names of its objects' attributes, and whether all of them are known."""

    def __init__(self, module, node):
        self.module = module
        self.node = node
        self.attributes = set()
        self.known = True


def _attributes(program, names):
    """Spell attributes and methods. Two of them share a name if no class has both."""
    classes = {}
    for module in program.modules.values():
        for node in module.tree.body:
            for inner in ast.walk(node):
                if isinstance(inner, ast.ClassDef):
                    if inner is not node:
                        module.refuse(inner, "a class stands inside something else; put it at the top of the module.")
                    classes[inner] = _Class(module, inner)
    own, loose = set(), set()
    for each in classes.values():
        own |= _read_class(each)
    for module in program.modules.values():
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load) and not getattr(node, "of_self", False):
                loose.add(node.attr)
    families = _families(program, classes)
    stay = _ATTRIBUTES | program.keep
    for each in classes.values():
        if not each.known:
            stay |= each.attributes
    renamed = {name for name in own | loose if name not in stay and not name.startswith("__")}
    met = {name: set() for name in renamed}
    for family in families:
        for name in family & renamed:
            met[name] |= family & renamed
    for name in loose & renamed:
        met[name] = set(renamed)
        for other in renamed:
            met[other].add(name)
    spelled = {}
    for name in sorted(renamed, key=lambda name: (-len(met[name]), name)):
        taken = {spelled.get(other) for other in met[name]}
        i = 0
        while names[i] in taken:
            i += 1
        spelled[name] = names[i]
    for module in program.modules.values():
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Attribute):
                node.attr = spelled.get(node.attr, node.attr)
        for use in module.names.uses:
            if isinstance(use.scope.node, ast.ClassDef) and use.stores and use.name in spelled:
                use.rename(spelled[use.name])
    program.attributes = spelled


def _read_class(each):
    """Note the attributes of a class: its methods, what it binds, and what its methods read and bind in ``self``."""
    module = each.module
    bound = set()
    for use in module.names.uses:
        if use.scope.node is each.node and use.stores:
            bound.add(use.name)
    for method in each.node.body:
        if not isinstance(method, ast.FunctionDef):
            continue
        if method.decorator_list and not all(isinstance(one, ast.Name) and one.id == "property" for one in method.decorator_list):
            module.refuse(method, "a method is decorated, so its first argument may be anything; use a plain method or a function.")
        if not method.args.args:
            module.refuse(method, "a method has no first argument.")
        me = method.args.args[0]
        scope = module.names.scopes[method]
        uses = {use.node: use for use in module.names.uses}
        for use in uses.values():
            if use.stores and use.home() is scope and use.node is not me and _spelling(use.node) == me.arg:
                module.refuse(use.node, f"{use.name} is bound again in a method; the first argument is the object itself.")
        for node in ast.walk(method):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == me.arg and uses[node.value].home() is scope:
                each.attributes.add(node.attr)
                if not isinstance(node.ctx, ast.Load):
                    node.of_self = True
                    bound.add(node.attr)
    each.attributes |= bound
    return bound


def _spelling(node):
    return node.id if isinstance(node, ast.Name) else getattr(node, "arg", getattr(node, "name", None))


def _families(program, classes):
    """Return a set of attributes for each class and what it is made from or what is made from it."""
    by_symbol = {each.module.symbols[node.name]: each for node, each in classes.items()}
    root = {each: each for each in classes.values()}

    def top(each):
        while root[each] is not each:
            each = root[each]
        return each

    for each in classes.values():
        for base in each.node.bases:
            meant = next((symbol for symbol in by_symbol if any(use.node is base for use in symbol.refs)), None)
            if meant:
                root[top(each)] = top(by_symbol[meant])
            elif not (isinstance(base, ast.Name) and hasattr(builtins, base.id)):
                each.known = False
    families = {}
    for each in classes.values():
        families.setdefault(top(each), set()).update(each.attributes)
    return families.values()


class File:
    """A file of the bundle: its ``text``; ``lines`` is ``{line: (path, line, what it stands in)}`` in the sources for each statement."""

    def __init__(self, text, lines, functions):
        self.text = text
        self.lines = lines
        self._functions = functions

    def named(self, name):
        """Return ``(path, line, name)`` in the sources of each function or class that is called ``name`` here."""
        return [meant for short, meant in self._functions if short == name]


def write(program):
    """Return ``({path: File}, {path: text of what is outside})`` of a program whose names are spelled."""
    for module in program.modules.values():
        for symbol in module.symbols.values():
            for use in symbol.refs:
                if not isinstance(use.node, ast.alias):
                    use.rename(use.output.spelled[symbol])
    for module in [*program.modules.values(), *program.outside]:
        for node in ast.walk(module.tree):
            for alias, symbol in zip(getattr(node, "names", ()), getattr(node, "late", ())):
                alias.asname = alias.asname or alias.name
                alias.name = symbol.module.output.spelled[symbol]
                node.module = symbol.module.output.name
                node.level = 0
    return {output.place: _file(output) for output in program.outputs}, {module.place: ast.unparse(module.tree) + "\n" for module in program.outside}


def _file(output):
    body = []
    for symbol in output.foreign():
        source = symbol.module.output
        alias = ast.alias(source.spelled[symbol], output.spelled[symbol])
        if body and body[-1].module == source.name:
            body[-1].names.append(alias)
        else:
            body.append(ast.ImportFrom(source.name, [alias], 0))
    seen = set()
    for module in output.members:
        for node in module.tree.body:
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                written = ast.unparse(node)
                if written in seen:
                    continue
                seen.add(written)
            body.append(node)
    tree = ast.Module([node for node in body if not isinstance(node, ast.Pass)], [])
    for node in ast.walk(tree):
        if isinstance(node, ast.alias) and node.asname == node.name:
            node.asname = None
    text = ast.unparse(tree) + "\n"
    lines, functions = {}, []
    for old, new in zip(ast.walk(tree), ast.walk(ast.parse(text))):
        if isinstance(new, ast.stmt) and hasattr(old, "place"):
            lines[new.lineno] = old.place, old.lineno, old.inside
            if isinstance(new, ast.FunctionDef):
                functions.append((new.name, (old.place, old.lineno, old.called)))
    return File(text, lines, functions)
