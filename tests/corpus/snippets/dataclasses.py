from dataclasses import dataclass, field
@dataclass(order=True)
class P:
    x: int
    tags: list = field(default_factory=list)
print(P(1) < P(2), P(1, ['a']))
