"""Signatures of implementations: whether a function takes what the contract passes."""

import ast


def is_function(node: ast.AST) -> bool:
    """Tell whether a node defines a function, one that is waited for too."""
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)


def is_overload(node: ast.AST) -> bool:
    """Tell whether a function only declares one way in which another can be called."""
    names = (ast.unparse(one).rpartition(".")[2] for one in getattr(node, "decorator_list", ()))
    return "overload" in names


def takes(node: ast.AST, signature: str) -> bool:
    """Tell whether a function can be called as the contract calls its implementation: each input by its name.

    Args:
        node: What stands under the implementation's name.
        signature: The signature that the contract is written for.
    """
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return False
    (other,) = ast.parse(f"def {signature}: ...").body
    wanted, given = parameters(other), node.args
    in_order = [*given.posonlyargs, *given.args]
    needed = {one.arg for one in in_order[: len(in_order) - len(given.defaults)]}
    needed |= {one.arg for one, default in zip(given.kwonlyargs, given.kw_defaults, strict=True) if default is None}
    by_name = {one.arg for one in (*given.args, *given.kwonlyargs)}
    return needed <= wanted & by_name and (given.kwarg is not None or wanted <= by_name)


def parameters(node: ast.AST) -> frozenset[str]:
    """Name the inputs of a function; none for anything else."""
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return frozenset()
    given = node.args
    return frozenset(one.arg for one in (*given.posonlyargs, *given.args, *given.kwonlyargs))
