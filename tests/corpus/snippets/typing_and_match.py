from typing import Optional
def f(x: Optional[int]) -> str:
    match x:
        case None: return 'none'
        case int() if x > 9: return 'large'
        case _: return 'small'
print(f(None), f(10), f(1), f.__annotations__)
