print('hello', 'world', sep=', ')
