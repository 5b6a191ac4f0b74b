print({n: n * n for n in range(10) if n % 2})
