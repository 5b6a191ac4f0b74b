import sys
print('leaving')
sys.exit('for a reason')
