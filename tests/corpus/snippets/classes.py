class A:
    def __init__(self, x): self.x = x
    def __repr__(self): return f'A({self.x})'
class B(A): pass
print(B(1), isinstance(B(1), A), B.__mro__[1].__name__)
