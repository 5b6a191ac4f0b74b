import json
print(json.dumps({'b': [1, 2.5, None, True], 'a': 'é'}, sort_keys=True, ensure_ascii=False), json.loads('[1e3]'))
