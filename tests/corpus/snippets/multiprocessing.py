import multiprocessing
with multiprocessing.get_context('fork').Pool(2) as pool:
    print(pool.map(abs, [-1, 2]))
