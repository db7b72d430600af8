#!/usr/bin/env python3
"""Writes the article AdminNotServed from the table of addresses that are not served: run it after a change of either.

    Scripts/test.d/not-served.py
"""

import pathlib
import re
import sys

if sys.argv[1:]:
    sys.exit(print(__doc__.strip()))

console = pathlib.Path(__file__).resolve().parents[2] / "Sources/MockConsole"
article = console / "MockConsole.docc/AdminNotServed.md"
capabilities = {}
for line in (console / "System/NotServed.txt").read_text().splitlines():
    if line.startswith("= "):
        name, area = line[2:].split(" | ")
        lines = capabilities.setdefault(name, {}).setdefault(area, [])
    elif line.startswith("> "):
        capabilities[name]["sentence"] = line[2:]
    elif line and not line.startswith("#"):
        lines.append(line)

head = re.split(r"(?<=\n)## ", article.read_text(), maxsplit=1)[0]
parts = []
for name, areas in capabilities.items():
    sentence = areas.pop("sentence")
    blocks = [f"Area `{area}`:\n\n```\n{chr(10).join(lines)}\n```\n" for area, lines in areas.items()]
    parts.append(f"## {name}\n\n{sentence}\n\n" + "\n".join(blocks))
article.write_text(head + "\n".join(parts))
