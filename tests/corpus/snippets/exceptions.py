try:
    int('x')
except ValueError as error:
    print(type(error).__name__, error)
finally:
    print('done')
