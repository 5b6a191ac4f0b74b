print('naïve café'.title().center(20, '*'), 'abc'[::-1], f'{3.14159:.2f} {255:#x}')
