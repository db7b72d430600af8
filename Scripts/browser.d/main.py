"""Runs the walks that were asked for, or takes pictures."""

import argparse
import pathlib
import sys
import time
import traceback

import escapes  # noqa: F401
import every_page  # noqa: F401
import keyboard  # noqa: F401
import pictures
import roles  # noqa: F401
import walks
from world import Console


def arguments():
    """The command line."""
    parser = argparse.ArgumentParser(prog="browser", add_help=False)
    parser.add_argument("--binary", required=True)
    parser.add_argument("--pictures")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("names", nargs="*")
    return parser.parse_args()


def main():
    options = arguments()
    Console.binary = options.binary
    if options.list:
        for walk in walks.WALKS:
            print(f"{walk.__name__:<22} {walk.__doc__.strip()}")
        return 0
    if options.pictures:
        return pictures.take(pathlib.Path(options.pictures), options.names)
    chosen = [walk for walk in walks.WALKS if not options.names or any(name in walk.__name__ for name in options.names)]
    if not chosen:
        sys.exit("browser: There is no such walk; --list names them.")
    failed = []
    for walk in chosen:
        began = time.monotonic()
        try:
            walk()
        except Exception as error:  # Whatever it is: the others go on.
            failed.append(walk.__name__)
            print(f"{walk.__name__} FAILED: {error}", flush=True)
            last = traceback.extract_tb(error.__traceback__)
            print("    " + " < ".join(f"{pathlib.Path(frame.filename).name}:{frame.lineno}" for frame in reversed(last)))
        else:
            print(f"{walk.__name__:<22} holds ({time.monotonic() - began:.0f} s)", flush=True)
    print(f"{len(chosen) - len(failed)} of {len(chosen)} walks hold.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
