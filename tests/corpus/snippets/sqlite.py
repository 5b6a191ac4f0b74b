import sqlite3
with sqlite3.connect('test.db') as db:
    db.execute('create table t(a, b)')
    db.executemany('insert into t values (?, ?)', [(1, 'x'), (2, 'y')])
print(db.execute('select sum(a), group_concat(b) from t').fetchall())
