import statistics
data = [2, 4, 4, 4, 5, 5, 7, 9]
print(statistics.mean(data), statistics.pstdev(data), statistics.median(data), statistics.quantiles(data))
