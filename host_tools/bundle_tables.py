"""Works out expressions that always have the same value: numbers, and tables of bytes made from them.

Serves the bundle: a board then loads a table ready made, instead of code that makes it and the garbage of making it.
"""

import ast

_FUNCTIONS = {each.__name__: each for each in (bytes, len, max, min, ord, range, sum)}
_PARTS = (
    ast.Constant, ast.Name, ast.Load, ast.Store, ast.Call, ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare, ast.IfExp, ast.Subscript,
    ast.List, ast.Tuple, ast.GeneratorExp, ast.ListComp, ast.comprehension, ast.operator, ast.unaryop, ast.boolop, ast.cmpop,
)  # fmt: skip


def value_of(node, known):
    """Return the int or bytes that the expression ``node`` always has, by the values of names in ``known``; else None."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "const" and len(node.args) == 1:
        node = node.args[0]
    inner = {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
    for each in ast.walk(node):
        if not isinstance(each, _PARTS):
            return None
        if isinstance(each, ast.Name) and each.id not in known and each.id not in _FUNCTIONS and each.id not in inner:
            return None
        if isinstance(each, ast.Call) and not (isinstance(each.func, ast.Name) and each.func.id in _FUNCTIONS and each.func.id not in inner):
            return None
        # A power or a long range could keep the bundle busy for ever; nothing on a board is that large.
        if isinstance(each, ast.Pow) or isinstance(each, ast.Constant) and isinstance(each.value, int) and each.value > 1 << 30:
            return None
    try:
        found = eval(compile(ast.Expression(node), "table", "eval"), {"__builtins__": _FUNCTIONS, **known})
    except Exception:  # whatever it is, the board shall raise it
        return None
    return found if type(found) in (int, bytes) else None


def literal(value):
    """Return the expression for an int or bytes."""
    if type(value) is int and value < 0:
        return ast.UnaryOp(ast.USub(), ast.Constant(-value))
    return ast.Constant(value)
