import bisect, heapq
heap = [5, 1, 4]
heapq.heapify(heap)
print(heapq.nsmallest(2, heap), bisect.bisect([1, 3, 5], 4))
