try:
    {}['missing']
except KeyError as error:
    raise RuntimeError('wrapped') from error
