print('leaving')
exit()
