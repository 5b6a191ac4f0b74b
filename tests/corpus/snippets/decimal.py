from decimal import Decimal, getcontext
getcontext().prec = 30
print(Decimal(1) / 7, Decimal('0.1') + Decimal('0.2'))
