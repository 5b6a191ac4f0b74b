import doctest
def double(n):
    '''
    >>> double(2)
    4
    '''
    return n * 2
print(doctest.run_docstring_examples(double, {'double': double}), double(4))
