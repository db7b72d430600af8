"""Makes one documentation of all modules below Sources, after swift build and in the package's folder.

    document.py CATALOGUE OUTPUT      CATALOGUE has the name of the topmost module; whatever is wrong fails

The compiler writes the symbol graphs, as it was called for the build but without generating code: a few seconds for
each module. DocC's plug-in, and `swift package dump-symbol-graph`, read compiled modules from outside of the package
instead, and silently lack each symbol in whose signature is a type imported with `package import`.

DocC finds a symbol of another module only if the link names the module, and takes an article that is named as a module
for the module. Links get what they lack here, so that comments and articles name things as people do: ``UserStore`` and
<doc:DeviceServices>. A symbol whose name several other modules have is written as ``ConsoleModel/UserStore``.
"""

import collections
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

if sys.argv[1:2] in (["-h"], ["--help"]):
    sys.exit(print(__doc__.strip()))

# What the build's calls of the compiler have for their own products: options with a value, and options without.
VALUED = {"-emit-module-path", "-emit-objc-header-path", "-index-store-path", "-output-file-map"}
SINGLE = {"-c", "-emit-dependencies", "-emit-objc-header", "-enable-batch-mode", "-incremental", "-parseable-output",
          "-serialize-diagnostics", "-warnings-as-errors"}
# Internal symbols too, because a program's own are mostly that; without what other modules add, which nobody reads.
# Function bodies are left alone: the build has read them.
GRAPHS = ["-emit-symbol-graph", "-symbol-graph-minimum-access-level", "internal",
          "-symbol-graph-skip-synthesized-members", "-suppress-warnings", "-whole-module-optimization",
          "-Xfrontend", "-experimental-skip-non-inlinable-function-bodies-without-types"]
ENDING = ".symbols.json"


def modules():
    """Names of the library targets below Sources."""
    described = subprocess.run(["swift", "package", "describe", "--type", "json"], stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, text=True, check=True).stdout
    targets = json.loads(described[described.index("{"):])["targets"]
    return sorted(one["name"] for one in targets if one["type"] == "library" and one["path"].startswith("Sources/"))


def call(module, manifest):
    """The arguments with which the build called the compiler for a module, without those for its own products."""
    found = re.search(rf'^  "C\.{module}-[\w-]+-debug\.module":\n(?:    .*\n)*?    args: (\[.*\])$', manifest, re.M)
    if not found:
        sys.exit(f".build/debug.yaml does not say how {module} is compiled: run swift build.")
    arguments = iter(json.loads(found.group(1)))
    kept = []
    for argument in arguments:
        if argument in VALUED:
            next(arguments)
        elif argument not in SINGLE:
            kept.append(argument)
    return kept


def emit(names, folder):
    """Lets the compiler write the graphs of modules into a folder."""
    with open(".build/debug.yaml", encoding="utf-8") as file:
        manifest = file.read()
    for name in names:
        print(f"Reading the symbols of {name}", flush=True)
        output = ["-emit-module-path", os.path.join(folder, f"{name}.swiftmodule"), "-emit-symbol-graph-dir", folder]
        if subprocess.run(call(name, manifest) + GRAPHS + output, stdin=subprocess.DEVNULL, check=False).returncode:
            sys.exit(f"The symbols of {name} cannot be read.")


def read(folder):
    """The graphs in a folder by MODULE, or by MODULE@OTHER for what one module adds to types of another."""
    graphs = {}
    for name in sorted(os.listdir(folder)):
        if name.endswith(ENDING):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                graphs[name.removesuffix(ENDING)] = json.load(file)
    return graphs


def declared(graphs):
    """All names that a module declares, by module, and the modules that declare a name at their top, by name."""
    names, homes = collections.defaultdict(set), collections.defaultdict(set)
    for key, graph in graphs.items():
        module = key.split("@")[-1]
        for symbol in graph["symbols"]:
            path = [re.sub(r"\(.*", "", component) for component in symbol["pathComponents"]]
            names[module].update(path)
            if "@" not in key:
                homes[path[0]].add(module)
    return names, homes


def qualify_symbols(folder):
    """Puts the module in front of links from one module to symbols of another."""
    graphs = read(folder)
    names, homes = declared(graphs)

    def qualified(match, own):
        first = re.split(r"[/(-]", match.group(1))[0]
        elsewhere = homes[first] if first not in own else ()
        return f"``/{min(elsewhere)}/{match.group(1)}``" if len(elsewhere) == 1 else match.group(0)

    for key, graph in graphs.items():
        own = names[key.split("@")[-1]]
        for symbol in graph["symbols"]:
            for line in symbol.get("docComment", {}).get("lines", []):
                line["text"] = re.sub("``([^`]+)``", lambda match, own=own: qualified(match, own), line["text"])
        with open(os.path.join(folder, key + ENDING), "w", encoding="utf-8") as file:
            json.dump(graph, file)


def qualify_articles(folder, top, names):
    """Puts the topmost module, whose articles they are, in front of links to articles named as a module."""
    link = re.compile(rf"\bdoc:(?=(?:{'|'.join(names)})[>)#])")
    for path, _, files in os.walk(folder):
        for name in files:
            if name.endswith(".md"):
                with open(os.path.join(path, name), "r+", encoding="utf-8") as file:
                    text = link.sub(f"doc:{top}/", file.read())
                    file.seek(0)
                    file.write(text)


def main(catalogue, output):
    """Makes the documentation."""
    top = os.path.splitext(os.path.basename(catalogue))[0]
    names = modules()
    with tempfile.TemporaryDirectory(dir=".build") as scratch:
        graphs, articles = os.path.join(scratch, "graphs"), os.path.join(scratch, os.path.basename(catalogue))
        os.mkdir(graphs)
        emit(names, graphs)
        qualify_symbols(graphs)
        shutil.copytree(catalogue, articles)
        qualify_articles(articles, top, [name for name in names if name != top])
        print("Building the documentation", flush=True)
        docc = ["xcrun", "docc"] if sys.platform == "darwin" else ["docc"]
        sys.exit(subprocess.run(docc + [
            "convert", articles, "--additional-symbol-graph-dir", graphs, "--output-path", output,
            "--fallback-display-name", top, "--fallback-bundle-identifier", top, "--warnings-as-errors",
        ], check=False).returncode)


main(*sys.argv[1:])
