"""Print the texts of a picture of lanes that are no cells' names, in their order,
and how many cells and moves it has. Usage: drawing.py FILE.svg"""
import sys
import xml.etree.ElementTree as tree

SVG = "{http://www.w3.org/2000/svg}"
root = tree.parse(sys.argv[1]).getroot()
for text in root.findall(f"{SVG}text"):
    print(text.text)
cells = [rect for rect in root.iter(f"{SVG}rect") if rect.get("class")]
fills = [rect.get("fill") for rect in cells]
print(f"{len(cells)} cells, {fills.count('white')} white, {fills.count('#ddd')} grey, "
      f"{len(root.findall(SVG + 'line'))} moves")
