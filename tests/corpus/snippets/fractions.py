from fractions import Fraction
print(sum(Fraction(1, n) for n in range(1, 11)))
