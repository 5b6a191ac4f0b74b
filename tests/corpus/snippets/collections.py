from collections import Counter, defaultdict, deque, OrderedDict, namedtuple
print(Counter('mississippi').most_common(2), deque([1, 2, 3], maxlen=2), namedtuple('P', 'x y')(1, 2))
