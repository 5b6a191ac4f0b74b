print(sorted([('b', 2), ('a', 3), ('c', 1)], key=lambda pair: pair[1]))
