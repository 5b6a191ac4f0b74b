import xml.etree.ElementTree as ET
root = ET.fromstring('<a><b x="1">t</b><b/></a>')
print([b.attrib for b in root.findall('b')], ET.tostring(root).decode())
