import gzip, zlib
data = b'a' * 10_000
print(len(zlib.compress(data)), gzip.decompress(gzip.compress(data)) == data)
