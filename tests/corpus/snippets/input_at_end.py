try:
    input()
except EOFError as error:
    print('no input:', error)
