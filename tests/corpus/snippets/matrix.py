a = [[1, 2], [3, 4]]
print([[sum(x * y for x, y in zip(r, c)) for c in zip(*a)] for r in a])
