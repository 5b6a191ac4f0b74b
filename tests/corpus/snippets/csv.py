import csv, io
rows = list(csv.DictReader(io.StringIO('name,n\nann,1\n"b, c",2\n')))
print(rows)
out = io.StringIO()
csv.writer(out).writerow(['a', 'b,c'])
print(repr(out.getvalue()))
