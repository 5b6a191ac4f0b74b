"""One walk over a module of concrete syntax, which files every node under the scope that it belongs to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from lma_forge.rules import cst
from lma_forge.rules.scopes import Scope

if TYPE_CHECKING:
    Node = cst.CSTNode

# The fields of each node that are walked, in the order of the source. What is missing is white
# space, punctuation, operators, and names that are not expressions (attributes, keywords, imports).
_FIELDS: dict[str, tuple[str, ...]] = {
    "AnnAssign": ("target", "annotation", "value"),
    "Annotation": ("annotation",),
    "Arg": ("value",),
    "AsName": ("name",),
    "Assert": ("test", "msg"),
    "Assign": ("targets", "value"),
    "AssignTarget": ("target",),
    "Attribute": ("value",),
    "AugAssign": ("target", "value"),
    "Await": ("expression",),
    "BinaryOperation": ("left", "right"),
    "BooleanOperation": ("left", "right"),
    "Call": ("func", "args"),
    "ClassDef": ("decorators", "type_parameters", "bases", "keywords", "body"),
    "CompFor": ("target", "iter", "ifs", "inner_for_in"),
    "CompIf": ("test",),
    "Comparison": ("left", "comparisons"),
    "ComparisonTarget": ("comparator",),
    "ConcatenatedString": ("left", "right"),
    "Decorator": ("decorator",),
    "Del": ("target",),
    "Dict": ("elements",),
    "DictComp": ("key", "value", "for_in"),
    "DictElement": ("key", "value"),
    "Element": ("value",),
    "Else": ("body",),
    "ExceptHandler": ("type", "name", "body"),
    "ExceptStarHandler": ("type", "name", "body"),
    "Expr": ("value",),
    "Finally": ("body",),
    "For": ("target", "iter", "body", "orelse"),
    "FormattedString": ("parts",),
    "FormattedStringExpression": ("expression", "format_spec"),
    "From": ("item",),
    "FunctionDef": ("decorators", "type_parameters", "params", "returns", "body"),
    "GeneratorExp": ("elt", "for_in"),
    "If": ("test", "body", "orelse"),
    "IfExp": ("body", "test", "orelse"),
    "IndentedBlock": ("body",),
    "Index": ("value",),
    "Lambda": ("params", "body"),
    "List": ("elements",),
    "ListComp": ("elt", "for_in"),
    "Match": ("subject", "cases"),
    "MatchAs": ("pattern", "name"),
    "MatchCase": ("pattern", "guard", "body"),
    "MatchClass": ("cls", "patterns", "kwds"),
    "MatchKeywordElement": ("pattern",),
    "MatchList": ("patterns",),
    "MatchMapping": ("elements", "rest"),
    "MatchMappingElement": ("key", "pattern"),
    "MatchOr": ("patterns",),
    "MatchOrElement": ("pattern",),
    "MatchSequenceElement": ("value",),
    "MatchSingleton": ("value",),
    "MatchStar": ("name",),
    "MatchTuple": ("patterns",),
    "MatchValue": ("value",),
    "Module": ("body",),
    "NamedExpr": ("target", "value"),
    "Param": ("annotation", "default"),
    "Parameters": ("posonly_params", "params", "star_arg", "kwonly_params", "star_kwarg"),
    "Raise": ("exc", "cause"),
    "Return": ("value",),
    "Set": ("elements",),
    "SetComp": ("elt", "for_in"),
    "SimpleStatementLine": ("body",),
    "SimpleStatementSuite": ("body",),
    "Slice": ("lower", "upper", "step"),
    "StarredDictComp": ("value", "for_in"),
    "StarredDictElement": ("value",),
    "StarredElement": ("value",),
    "Subscript": ("value", "slice"),
    "SubscriptElement": ("slice",),
    "TemplatedString": ("parts",),
    "TemplatedStringExpression": ("expression", "format_spec"),
    "Try": ("body", "handlers", "orelse", "finalbody"),
    "TryStar": ("body", "handlers", "orelse", "finalbody"),
    "Tuple": ("elements",),
    "TypeAlias": ("name", "type_parameters", "value"),
    "TypeParam": ("param", "default"),
    "TypeParameters": ("params",),
    "TypeVar": ("bound",),
    "UnaryOperation": ("expression",),
    "While": ("test", "body", "orelse"),
    "With": ("items", "body"),
    "WithItem": ("item", "asname"),
    "Yield": ("value",),
}
_SCOPES = {"FunctionDef": "function", "ClassDef": "class"}


def children(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """The nodes directly in a node that a walk goes to, in the order of the source."""
    for name in _FIELDS.get(type(node).__name__, ()):
        child = getattr(node, name)
        if isinstance(child, cst.CSTNode):
            yield child
        elif isinstance(child, Sequence) and not isinstance(child, str):
            yield from child


class Walk:
    """What one walk finds.

    Args:
        tree: The module.

    Attributes:
        module: The outermost scope; every node is filed under it or under a scope inside.
        scopes: All scopes in the order of the source, the module first.
        index: The number of each node in the order of the source.
        parents: The node around each node, by number.
        owners: The scope that each node belongs to, by number.
        kinds: All nodes by class.
    """

    __slots__ = ("index", "kinds", "module", "owners", "parents", "scopes")

    def __init__(self, tree: cst.Module) -> None:
        self.module = Scope("module", tree, "", None)
        self.scopes = [self.module]
        self.index: dict[Node, int] = {}
        self.parents: list[Node | None] = []
        self.owners: list[Scope] = []
        self.kinds: dict[type[Node], list[Node]] = {}
        self._walk(tree)

    def _walk(self, tree: cst.Module) -> None:
        fields: dict[type[Any], tuple[str, ...]] = {}
        index, parents, owners, kinds = self.index, self.parents, self.owners, self.kinds
        node_class = cst.CSTNode
        # An own stack, as code may be nested deeper than Python may recurse.
        pending: list[tuple[Node, Node | None, Scope]] = [(tree, None, self.module)]
        while pending:
            node, parent, scope = pending.pop()
            kind = type(node)
            index[node] = len(parents)
            parents.append(parent)
            owners.append(scope)
            for filed in (kinds, scope.nodes):
                if kind in filed:
                    filed[kind].append(node)
                else:
                    filed[kind] = [node]
            names = fields.get(kind)
            if names is None:
                names = fields[kind] = _FIELDS.get(kind.__name__, ())[::-1]
            inner = scope
            if kind.__name__ in _SCOPES:
                inner = Scope(_SCOPES[kind.__name__], node, node.name.value, scope)  # type: ignore[attr-defined]
                scope.inner.append(inner)
                self.scopes.append(inner)
            for name in names:
                child = getattr(node, name)
                # Decorators, bases, defaults and annotations are evaluated outside the body.
                where = inner if name == "body" else scope
                if isinstance(child, node_class):
                    pending.append((child, node, where))
                elif isinstance(child, Sequence) and not isinstance(child, str):
                    pending.extend([(item, node, where) for item in reversed(child)])
