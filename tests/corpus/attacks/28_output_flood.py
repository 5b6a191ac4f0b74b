# verdict: outputlimit
while True: print('x' * 100_000)
