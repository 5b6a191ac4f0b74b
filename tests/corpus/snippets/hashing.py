import hashlib, base64, zlib
print(hashlib.sha256(b'abc').hexdigest(), base64.b64encode(b'abc'), zlib.crc32(b'abc'))
