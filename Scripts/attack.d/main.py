"""Makes the attacks and prints what came of them; called by Scripts/attack, which says how."""

import argparse
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True

import trial  # noqa: E402
from report import markdown, table  # noqa: E402

# Each declares its attacks; the order is that of the table.
import connections  # noqa: E402,F401
import frames  # noqa: E402,F401
import pages  # noqa: E402,F401
import customers  # noqa: E402,F401
import signins  # noqa: E402,F401
import logs  # noqa: E402,F401
import bombs  # noqa: E402,F401
import work  # noqa: E402,F401
import boundaries  # noqa: E402,F401
import starts  # noqa: E402,F401
import uploads  # noqa: E402,F401
import edges  # noqa: E402,F401
import web  # noqa: E402,F401
import damage  # noqa: E402,F401


class Setup:
    """How attacks are made."""

    def __init__(self, options, scratch):
        self.binary, self.scratch, self.keeps = os.path.abspath(options.binary), scratch, options.keep
        self.is_public, self.is_short, self.is_verbose = options.profile == "public", options.short, options.verbose
        self.settings = dict(pair.split("=", 1) for pair in options.set)
        # Seconds of an attack, of the measurement before it, and until memory has to be as it was.
        self.seconds = options.seconds or (2.5 if self.is_short else 12)
        self.baseline, self.settling = (1.0, 4) if self.is_short else (5, 20)
        self.keys = known_keys(self.binary)
        # Milliseconds that count as normal where less was measured: what lies below is the scatter of the machine.
        self.floor, self.login_floor = (100, 400) if self.is_short else (10, 100)


def known_keys(binary):
    """The configuration keys that this version has."""
    text = subprocess.run([binary, "config"],
                          cwd="/",
                          timeout=60,
                          check=False,
                          stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE,
                          env={
                              name: value
                              for name, value in os.environ.items() if not name.startswith("MOCKUEM_")
                          }).stdout
    return set(re.findall(r"^([a-z][A-Za-z]*\.[A-Za-z]+)\b", text.decode(), re.MULTILINE))


def arguments():
    """The command line."""
    parser = argparse.ArgumentParser(prog="attack", add_help=False)
    parser.add_argument("--binary", required=True)
    parser.add_argument("--only", nargs="+", default=[])
    parser.add_argument("--profile", choices=["local", "public"], default="local")
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--set", action="append", default=[])
    parser.add_argument("--json")
    for flag in ("short", "markdown", "damage", "list", "keep", "verbose"):
        parser.add_argument(f"--{flag}", action="store_true")
    return parser.parse_args()


def chosen(options):
    """The attacks that were asked for."""
    known = {attack.name for attack in trial.ATTACKS}
    if unknown := [name for name in options.only if name not in known]:
        sys.exit(f"attack: There is no attack {', '.join(unknown)}. Known are {', '.join(sorted(known))}.")
    if options.only:
        return [attack for attack in trial.ATTACKS if attack.name in options.only]
    return [attack for attack in trial.ATTACKS
            if attack.is_damage == options.damage and options.profile in attack.profiles
            and (attack.is_short or not options.short)]


def made(setup, attack):
    """An attack that was made; twice, if all that did not hold the first time is how long others waited."""
    first = trial.Trial(setup, attack)
    first.run()
    if not first.is_only_late:
        return first
    second = trial.Trial(setup, attack)
    second.before = first.failed
    second.run()
    return second


def main():
    options = arguments()
    if options.list:
        for attack in trial.ATTACKS:
            print(f"{attack.name:<22} {attack.title}")
        return 0
    # Attackers hold many connections.
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    scratch = tempfile.mkdtemp(prefix="mockuem-attack.")
    began, trials = time.monotonic(), []
    try:
        setup = Setup(options, scratch)
        for attack in chosen(options):
            started = time.monotonic()
            one = made(setup, attack)
            trials.append(one)
            print(f"{attack.name:<22} {one.verdict}  ({time.monotonic() - started:.0f} s)", file=sys.stderr, flush=True)
    finally:
        if options.keep:
            print(f"What the consoles left is in {scratch}.", file=sys.stderr)
        else:
            shutil.rmtree(scratch, ignore_errors=True)
    print(markdown(trials, options) if options.markdown else table(trials, options))
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump({"profile": options.profile, "short": options.short, "seconds": round(time.monotonic() - began),
                       "attacks": [described(one) for one in trials]}, file, indent=2)
    return 0 if all(one.is_good for one in trials) else 1


def described(one):
    """A trial as JSON."""
    return {"name": one.attack.name, "lines": one.attack.lines, "title": one.attack.title, "did": one.notes,
            "verdict": one.verdict, "holds": one.is_good, "figures": one.figures,
            "checks": [{"name": name, "good": good, "detail": detail} for name, good, detail in one.checks]}


if __name__ == "__main__":
    sys.exit(main())
