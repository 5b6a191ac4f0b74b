import sys, warnings
print('to errors', file=sys.stderr)
warnings.warn('careful')
print('to output')
