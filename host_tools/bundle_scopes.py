"""Which names a module binds, where each is used, and in which scope it lives.

Serves the bundle (host_tools/bundle_merge.py, host_tools/bundle_names.py), which renames and joins modules and must not
mistake a local name for a global one. It only reads trees, and knows neither ``global`` nor ``nonlocal``, which the bundle
refuses.
"""

import ast

COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class Scope:
    """A module, class, function, lambda or comprehension (``node``); ``bound`` holds the names it binds itself."""

    def __init__(self, node, parent):
        self.node = node
        self.parent = parent
        self.bound = set()

    def home(self, name):
        """Return the scope that ``name`` belongs to when it is used here; the module's if nobody binds it (then it is a builtin)."""
        scope = self
        while scope.parent is not None:
            if name in scope.bound and (scope is self or not isinstance(scope.node, ast.ClassDef)):
                return scope
            scope = scope.parent
        return scope


class Use:
    """One place where a name stands: ``node`` holds it, ``scope`` is where it stands, ``stores`` whether it is bound there."""

    def __init__(self, name, node, scope, stores):
        self.name = name
        self.node = node
        self.scope = scope
        self.stores = stores

    def home(self):
        return self.scope.home(self.name)

    def rename(self, new):
        """Write ``new`` where the name stands."""
        node = self.node
        if isinstance(node, ast.Name):
            node.id = new
        elif isinstance(node, ast.arg):
            node.arg = new
        elif isinstance(node, ast.alias):
            node.asname = new
        else:
            node.name = new


class Names(ast.NodeVisitor):
    """Reads ``tree``: ``root`` is its module's scope, ``uses`` are all uses of names, ``scopes`` is ``{node: its Scope}``."""

    def __init__(self, tree):
        self.root = self._scope = Scope(tree, None)
        self.scopes = {tree: self.root}
        self.uses = []
        for node in tree.body:
            self.visit(node)

    def _use(self, name, node, stores, scope=None):
        scope = scope or self._scope
        self.uses.append(Use(name, node, scope, stores))
        if stores:
            scope.bound.add(name)

    def _inside(self, node, parts):
        outer = self._scope
        self._scope = self.scopes[node] = Scope(node, outer)
        for part in parts:
            self.visit(part)
        self._scope = outer

    def visit_Name(self, node):
        self._use(node.id, node, not isinstance(node.ctx, ast.Load))

    def visit_NamedExpr(self, node):
        scope = self._scope
        while isinstance(scope.node, COMPREHENSIONS):
            scope = scope.parent
        self._use(node.target.id, node.target, True, scope)
        self.visit(node.value)

    def visit_arg(self, node):
        self._use(node.arg, node, True)

    def visit_ExceptHandler(self, node):
        if node.name:
            self._use(node.name, node, True)
        self.generic_visit(node)

    def visit_Import(self, node):
        for alias in node.names:
            self._use(alias.asname or alias.name.split(".")[0], alias, True)

    visit_ImportFrom = visit_Import

    def visit_FunctionDef(self, node):
        self._use(node.name, node, True)
        for part in node.decorator_list:
            self.visit(part)
        self._function(node, node.body)

    def visit_Lambda(self, node):
        self._function(node, [node.body])

    def _function(self, node, body):
        for part in node.args.defaults + [default for default in node.args.kw_defaults if default]:
            self.visit(part)
        self._inside(node, arguments(node) + body)

    def visit_ClassDef(self, node):
        self._use(node.name, node, True)
        for part in node.decorator_list + node.bases + node.keywords:
            self.visit(part)
        self._inside(node, node.body)

    def _comprehension(self, node):
        first = node.generators[0]
        self.visit(first.iter)
        parts = [first.target, *first.ifs]
        for each in node.generators[1:]:
            parts += [each.target, each.iter, *each.ifs]
        parts += [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        self._inside(node, parts)

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension


def arguments(node):
    """Return the ``ast.arg`` nodes of a function or lambda."""
    given = node.args
    return given.posonlyargs + given.args + given.kwonlyargs + [each for each in (given.vararg, given.kwarg) if each]


def identifiers(tree):
    """Return every name that stands in ``tree`` in whatever part, texts that could be one included."""
    found = set()
    for node in ast.walk(tree):
        for field in ("id", "attr", "arg", "name", "asname", "module"):
            text = getattr(node, field, None)
            if isinstance(text, str):
                found.update(text.split("."))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.isidentifier():
            found.add(node.value)
    return found
