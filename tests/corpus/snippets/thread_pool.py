from concurrent.futures import ThreadPoolExecutor
with ThreadPoolExecutor(3) as pool:
    print(list(pool.map(lambda n: n * n, range(6))))
