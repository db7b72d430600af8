#!/usr/bin/env python3
"""Says how many operations were ever answered with a success, and which were not.

    summary.py EXPLANATIONS TALLY…

TALLY is what hooks.py writes for a surface, which is named as the file. EXPLANATIONS has a line for each operation that
cannot succeed: its method and path, then why. Exit code 1 if another one never did, or if one of those did.
"""

import json
import os
import sys

if sys.argv[1:2] in (["-h"], ["--help"]):
    sys.exit(print(__doc__.strip()))


def read_explanations(path):
    explanations = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                method, target, reason = line.split(None, 2)
                explanations[f"{method} {target}"] = reason.strip()
    return explanations


def read_tally(path):
    """The statuses of each operation, and how often each was met."""
    tally = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            for operation, statuses in json.loads(line).items():
                sums = tally.setdefault(operation, {})
                for status, count in statuses.items():
                    sums[status] = sums.get(status, 0) + count
    return tally


def succeeded(statuses):
    return any(status.startswith("2") for status in statuses)


def main():
    explanations = read_explanations(sys.argv[1])
    everything, bad = {}, False
    for path in sys.argv[2:]:
        tally = read_tally(path)
        good = [operation for operation, statuses in tally.items() if succeeded(statuses)]
        cases = sum(sum(statuses.values()) for statuses in tally.values())
        print(f"{os.path.basename(path)}: {len(good)} of {len(tally)} operations, with {cases} requests")
        for operation, statuses in tally.items():
            for status, count in statuses.items():
                sums = everything.setdefault(operation, {})
                sums[status] = sums.get(status, 0) + count
    never = sorted(operation for operation, statuses in everything.items() if not succeeded(statuses))
    print(f"All: {len(everything) - len(never)} of {len(everything)} operations")
    for operation in never:
        met = ", ".join(f"{status} ×{count}" for status, count in sorted(everything[operation].items()))
        bad = bad or operation not in explanations
        print(f"  {operation}: {met}. {explanations.get(operation, 'NOT EXPLAINED')}")
    for operation in sorted(set(explanations) & set(everything) - set(never)):
        bad = True
        print(f"  {operation} did succeed; take it out of {os.path.basename(sys.argv[1])}.")
    sys.exit(1 if bad else 0)


main()
