"""The software bill of materials of a release, CycloneDX 1.5 as JSON.

    bill.py make ROOT BINARY DEPENDENCIES SWIFT_VERSION     prints it
    bill.py check ROOT FILE                                 fails with a sentence for each thing that is wrong

DEPENDENCIES is what `swift package show-dependencies --format json` prints. Nothing is guessed: addresses are those the
packages are fetched from, and a licence is named only if its text is found where the package was checked out.
"""

import datetime
import json
import os
import re
import subprocess
import sys
import uuid

if sys.argv[1:2] in (["-h"], ["--help"]):
    sys.exit(print(__doc__.strip()))

# What packages carry of others in C: the package, the name, an address, a file of it, and what has its version there.
CARRIED = [
    ("swift-crypto", "BoringSSL", "pkg:generic/boringssl", "Sources/CCryptoBoringSSL/hash.txt",
     r"revision ([0-9a-f]{40})"),
    ("swift-crypto", "XKCP", "pkg:github/xkcp/xkcp", "Sources/CXKCP", None),
    ("swift-nio-ssl", "BoringSSL", "pkg:generic/boringssl", "Sources/CNIOBoringSSL/hash.txt",
     r"revision ([0-9a-f]{40})"),
    ("swift-nio", "llhttp", "pkg:github/nodejs/llhttp", "Sources/CNIOLLHTTP/include/c_nio_llhttp.h",
     r"VERSION_MAJOR (\d+)\s.*VERSION_MINOR (\d+)\s.*VERSION_PATCH (\d+)"),
    ("yams", "libyaml", "pkg:github/yaml/libyaml", "Sources/CYaml", None),
]
# What texts of licences have in their first lines.
LICENCES = [
    ("Apache-2.0", r"Apache License\s+Version 2\.0"),
    ("MIT", r"MIT License|Permission is hereby granted, free of charge"),
]


def packages(node, found):
    """Every package of the tree by its identity."""
    for child in node["dependencies"]:
        found.setdefault(child["identity"], child)
        packages(child, found)


def licence(folder):
    """The licence in a folder as an entry has it, or nothing."""
    for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else []:
        if re.match(r"(?i)licen[sc]e|copying", name) and os.path.isfile(os.path.join(folder, name)):
            with open(os.path.join(folder, name), encoding="utf-8", errors="replace") as file:
                text = file.read()
            for spdx, pattern in LICENCES:
                if re.search(pattern, text[:2000]):
                    if "Runtime Library Exception" in text:
                        return [{"expression": f"{spdx} WITH Swift-exception"}]
                    return [{"license": {"id": spdx}}]
    return None


def bare(url):
    """An address without scheme and ending: github.com/apple/swift-nio."""
    return re.sub(r"^[a-z+]+://|\.git$|/$", "", url)


def revisions(root):
    """Commits of the packages by identity, as Package.resolved has them."""
    try:
        with open(os.path.join(root, "Package.resolved"), encoding="utf-8") as file:
            return {pin["identity"]: pin["state"] for pin in json.load(file)["pins"]}
    except FileNotFoundError:
        return {}


def output(*command):
    """What a command prints."""
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def package(node, pin):
    """The entry of a Swift package."""
    version = node["version"]
    reference = f"pkg:swift/{bare(node['url'])}@{version}"
    entry = {
        "type": "library", "bom-ref": reference, "name": node["name"], "version": version, "purl": reference,
        "scope": "required",
        "externalReferences": [{"type": "vcs", "url": node["url"]}],
    }
    licences = licence(node["path"])
    if licences:
        entry["licenses"] = licences
    if pin.get("version") == version and pin.get("revision"):
        entry["properties"] = [{"name": "mockuem:git:revision", "value": pin["revision"]}]
    return entry


def carried(node):
    """The entries of what a package carries of others; without a version of its own, theirs is the package's."""
    for owner, name, purl, path, pattern in CARRIED:
        path = os.path.join(node["path"], path)
        if owner != node["identity"] or not os.path.exists(path):
            continue
        entry = {"type": "library", "bom-ref": f"{owner}:{name}", "name": name, "scope": "required"}
        version = None
        if pattern:
            with open(path, encoding="utf-8", errors="replace") as file:
                version = re.search(pattern, file.read())
        if version:
            entry["version"] = ".".join(version.groups())
            entry["purl"] = f"{purl}@{entry['version']}"
        else:
            entry["version"] = f"as in {owner} {node['version']}"
        yield entry


def shared_libraries(binary):
    """Paths of the libraries of the system a binary is linked to."""
    if sys.platform == "darwin":
        return sorted(line.split()[0] for line in output("otool", "-L", binary).splitlines()[1:])
    return sorted(set(re.findall(r"(?:=> |^\s*)(/\S+)", output("ldd", binary), re.M)))


def system_library(path):
    """The entry of a library of the system: its file, and the package it was linked from where dpkg knows."""
    name = os.path.basename(path)
    entry = {"type": "library", "bom-ref": f"system:{name}", "name": name, "scope": "required", "properties": []}
    try:
        owner = output("dpkg", "--search", f"*/{name}").split(": ")[0].split(",")[0]
        entry["version"] = output("dpkg-query", "--show", "--showformat=${Version}", owner)
        entry["properties"] = [{"name": "mockuem:system:package", "value": owner.split(":")[0]}]
    except (FileNotFoundError, subprocess.CalledProcessError):
        entry["version"] = "of the system"
    return entry


def make(root, binary, dependencies, swift):
    """Prints the bill."""
    with open(dependencies, encoding="utf-8") as file:
        tree = json.load(file)
    found, pins = {}, revisions(root)
    packages(tree, found)
    nodes = [found[identity] for identity in sorted(found)]
    entries = {node["identity"]: package(node, pins.get(node["identity"], {})) for node in nodes}
    version = output(binary, "--version").strip()
    main_reference = f"mockuem@{version}"
    runtime = {
        "type": "framework", "bom-ref": f"swift-runtime@{swift}", "name": "Swift runtime, Foundation and ICU",
        "version": swift, "scope": "required", "licenses": [{"expression": "Apache-2.0 WITH Swift-exception"}],
        "externalReferences": [{"type": "website", "url": "https://www.swift.org"}],
    }
    inner = {node["identity"]: list(carried(node)) for node in nodes}
    system = [system_library(path) for path in shared_libraries(binary)]

    def references(node):
        return sorted({entries[child["identity"]]["bom-ref"] for child in node["dependencies"]})

    graph = [{
        "ref": main_reference,
        "dependsOn": references(tree) + [runtime["bom-ref"]] + [entry["bom-ref"] for entry in system],
    }]
    graph += [{
        "ref": entries[node["identity"]]["bom-ref"],
        "dependsOn": references(node) + [entry["bom-ref"] for entry in inner[node["identity"]]],
    } for node in nodes]
    date = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
    bill = {
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "metadata": {
            "timestamp": date.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": {
                "type": "application", "bom-ref": main_reference, "name": "mockuem", "version": version,
                "licenses": [{"license": {"id": "Apache-2.0"}}],
            },
        },
        "components": list(entries.values()) + sum(inner.values(), []) + [runtime] + system,
        "dependencies": graph,
    }
    # The same contents have the same number.
    number = uuid.uuid5(uuid.NAMESPACE_OID, json.dumps(bill, sort_keys=True))
    print(json.dumps({"bomFormat": bill.pop("bomFormat"), "specVersion": bill.pop("specVersion"),
                      "serialNumber": f"urn:uuid:{number}", **bill}, indent=2))


def problems(root, bill):
    """What is wrong with a bill, in sentences."""
    if bill.get("bomFormat") != "CycloneDX" or bill.get("specVersion") != "1.5":
        yield "It is not CycloneDX 1.5."
    if not re.fullmatch(r"urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", bill.get("serialNumber", "")):
        yield "It has no serial number."
    main_entry = bill["metadata"]["component"]
    entries = [main_entry] + bill["components"]
    known = [entry["bom-ref"] for entry in entries]
    for twice in sorted({reference for reference in known if known.count(reference) > 1}):
        yield f"{twice} stands in it twice."
    for entry in entries:
        if entry["type"] not in ("application", "framework", "library") or not entry.get("name"):
            yield f"{entry['bom-ref']} has no name or type."
        if not entry.get("version"):
            yield f"{entry['bom-ref']} has no version."
        for reference in entry.get("externalReferences", []):
            if not reference["url"].startswith("https://"):
                yield f"{entry['bom-ref']} comes from {reference['url']}."
        if entry.get("purl", "").startswith("pkg:swift/") and "licenses" not in entry:
            yield f"{entry['bom-ref']} has no licence."
    names = {entry.get("name", "").lower() for entry in entries}
    for owner, name, *_ in CARRIED:
        if owner in names and f"{owner}:{name}" not in known:
            yield f"{name}, which {owner} carries, is missing."
    for node in bill["dependencies"]:
        for reference in [node["ref"], *node.get("dependsOn", [])]:
            if reference not in known:
                yield f"{reference} is depended on, and not listed."
    for reference in sorted(set(known) - {node["ref"] for node in bill["dependencies"]}):
        if reference.startswith("pkg:swift/"):
            yield f"{reference} is not in the graph."
    with open(os.path.join(root, "Package.swift"), encoding="utf-8") as file:
        direct = re.findall(r'\.package\(url: "([^"]+)"', file.read())
    sources = {
        reference["url"].removesuffix(".git") for entry in entries for reference in entry.get("externalReferences", [])}
    for url in direct:
        if url.removesuffix(".git") not in sources:
            yield f"{url} of Package.swift is missing."


def check(root, path):
    """Fails, with sentences, if a bill is wrong."""
    with open(path, encoding="utf-8") as file:
        found = list(problems(root, json.load(file)))
    for problem in found:
        print(problem, file=sys.stderr)
    sys.exit(1 if found else 0)


{"make": make, "check": check}[sys.argv[1]](*sys.argv[2:])
