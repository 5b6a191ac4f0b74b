import re
print(re.findall(r'(\w+)@(\w+)\.com', 'a@b.com, cc@dd.com'), re.sub(r'\s+', ' ', 'a  b\n c'))
