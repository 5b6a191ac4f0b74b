import threading
total = []
threads = [threading.Thread(target=total.append, args=(n,)) for n in range(5)]
[t.start() for t in threads]
[t.join() for t in threads]
print(sorted(total))
