import copy, pickle
data = {'a': [1, {2, 3}], 'b': (None, 'x')}
print(pickle.loads(pickle.dumps(data)) == data, copy.deepcopy(data) is data)
