"""One attack: what it is called, what is measured beside it, and what its verdict is made of."""

import json
import os
import re
import secrets
import subprocess
import sys
import threading
import time

from console import Console, Failure, MemoryWatch

# How much slower others may be answered, and how much memory may stay, against before.
SLOWER, LARGER = 5, 1.5
# Milliseconds in which somebody can sign in during a flood of logins.
LOGIN = 1000
# Checks that are about time, which a machine that does something else for a moment can miss.
TIMES = {"p99 of others", "login of others"}
ATTACKS = []


class Attack:
    """A line of the list of attacks."""

    def __init__(self, name, lines, title, run, **options):
        self.name, self.lines, self.title, self.run = name, lines, title, run
        # Whether a well-behaved client is beside it, and time and memory are judged.
        self.is_load = options.pop("is_load", True)
        # What has to be in the log: for each a regular expression.
        self.log = options.pop("log", [])
        # What has to be in it in the public profile besides.
        self.log_public = options.pop("log_public", [])
        self.settings = options.pop("settings", {})
        # Limits that the public profile has by itself, or at other values.
        self.local = options.pop("local", {})
        self.descriptors = options.pop("descriptors", None)
        # Milliseconds within which others may sign in even if that is more than so many times as slow.
        self.login = options.pop("login", None)
        # Whether it belongs to the short form, which has one attack of each kind.
        self.is_short = options.pop("is_short", True)
        # MiB by which memory may rise at most while it lasts.
        self.rise = options.pop("rise", None)
        # What share of the answers a second of before others get at least while it lasts.
        self.share = options.pop("share", None)
        # Which profiles it is for, and whether it starts its consoles itself.
        self.profiles = options.pop("profiles", ("local", "public"))
        self.is_alone = options.pop("is_alone", False)
        self.is_damage = options.pop("is_damage", False)
        # What is there before anything is measured.
        self.prepare = options.pop("prepare", None)
        if options:
            raise TypeError(f"Unknown options {', '.join(options)}")


def attack(name, lines, title, **options):
    """Declares an attack; lines are numbers of what it is about, in the list of the article "Attacks"."""
    def declare(run):
        ATTACKS.append(Attack(name, lines, title, run, **options))
        return run
    return declare


class Skipped(Exception):
    """An attack cannot be made here; the sentence says why."""


class Beside:
    """The well-behaved client, in a process of its own."""

    def __init__(self, console, folder):
        self.path, self.results = os.path.join(folder, "beside.json"), os.path.join(folder, "beside.tsv")
        with open(self.path, "w", encoding="utf-8") as file:
            json.dump({
                "https": console.https.url, "ca": console.ready.get("ca"), "administration": console.administration.url,
                "token": console.token, "person": console.people["north"], "pace": 0.025,
                "devices": [secrets.token_hex(20) for _ in range(4)], "loginDevice": secrets.token_hex(20)}, file)
        script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "beside.py")
        self.process = subprocess.Popen(
            [sys.executable, script, self.path, self.results], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})
        line = self.process.stdout.readline().decode().strip()
        if line != "ready":
            self.stop()
            raise Failure(line or "The well-behaved client did not start.")

    def stop(self):
        if self.process.stdin:
            try:
                self.process.stdin.close()
            except OSError:
                pass
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()

    def figures(self, start, end):
        """What was answered between two moments."""
        found = Figures()
        with open(self.results, encoding="utf-8") as file:
            for line in file:
                parts = line.rstrip("\n").split("\t")
                if len(parts) == 5:
                    # Of an answer that took long, all of its time counts.
                    done, spent = float(parts[0]), float(parts[3])
                    if done >= start and done - spent / 1000 <= end:
                        found.add(parts[1], parts[2], spent, parts[4])
        return found


class Figures:
    """Milliseconds and refusals of the well-behaved client."""

    def __init__(self):
        self.times, self.logins, self.refusals = [], [], []

    def add(self, kind, status, spent, text):
        (self.logins if kind == "login" else self.times).append(spent)
        if status != "200":
            self.refusals.append(f"{kind} {status} {text}".strip())

    @staticmethod
    def part(times, share):
        return sorted(times)[min(len(times) - 1, int(len(times) * share))] if times else 0.0

    @property
    def median(self):
        return self.part(self.times, 0.5)

    @property
    def slow(self):
        return self.part(self.times, 0.99)

    @property
    def login(self):
        return self.part(self.logins, 1)

    @property
    def median_login(self):
        return self.part(self.logins, 0.5)


class Trial:
    """An attack that is being made."""

    def __init__(self, setup, attack):
        self.setup, self.attack, self.console, self.beside = setup, attack, None, None
        self.checks, self.notes, self.skipped, self.figures = [], [], "", {}
        self.seconds, self.ended = setup.seconds, None
        # What came of the first time, if the attack is made once more.
        self.before = ""

    def check(self, name, is_good, detail=""):
        """Notes whether something is as it has to be."""
        self.checks.append((name, bool(is_good), str(detail)))
        return bool(is_good)

    def did(self, text):
        """Notes what was done."""
        self.notes.append(str(text))

    def over(self):
        """Says that the attack has ended, and only looks at what came of it from now on."""
        self.ended = time.monotonic()

    @property
    def is_good(self):
        return all(good for _, good, _ in self.checks)

    @property
    def is_only_late(self):
        """Whether others waited too long, and everything else held."""
        failed = {name for name, good, _ in self.checks if not good}
        return bool(failed) and failed <= TIMES

    @property
    def failed(self):
        """What did not hold."""
        return "; ".join(f"{name}{': ' if detail else ''}{detail}" for name, good, detail in self.checks if not good)

    @property
    def verdict(self):
        if self.skipped:
            return f"skipped: {self.skipped}"
        verdict = f"FAILS: {self.failed}" if self.failed else "holds"
        return f"{verdict} (made twice; the first time {self.before})" if self.before else verdict

    def run(self):
        """Makes the attack and judges it."""
        try:
            if self.attack.is_alone:
                self.attack.run(self)
                return
            settings = {**self.attack.settings, **({} if self.setup.is_public else self.attack.local)}
            for key in [key for key in settings if self.setup.keys and key not in self.setup.keys]:
                # A limit that does not exist cannot be set, nor hold.
                self.check("the limit exists", False, f"there is no {key}")
                del settings[key]
            console = Console(self.setup, self.attack.name, settings, self.attack.descriptors)
            with console:
                self.console = console
                if self.attack.prepare:
                    self.attack.prepare(self)
                (self.run_load if self.attack.is_load else self.run_probe)()
                self.check("runs", console.is_running, "the console has ended")
                if crash := re.search(r"(?im)^.*(fatal error|illegal instruction|stack dump|Fatal:).*$",
                                      console.said()):
                    self.check("no crash", False, crash.group(0)[:120])
        except Skipped as reason:
            self.skipped = str(reason)
        except Failure as reason:
            self.check("the attack can be made", False, reason)
        except (OSError, ValueError, KeyError, IndexError, TypeError, AttributeError) as problem:
            if self.setup.is_verbose:
                raise
            self.check("the attack can be made", False, f"{type(problem).__name__}: {problem}")

    def run_probe(self):
        start = self.console.logged()
        self.attack.run(self)
        # What counts in the background tells a second later.
        end = time.monotonic() + 3
        while time.monotonic() < end and not all(
                re.search(f"(?im)^.*(?:{pattern}).*$", self.console.said(start)) for pattern in self.attack.log):
            time.sleep(0.1)
        self.judge_log(self.console.said(start))

    def run_load(self):
        console, setup = self.console, self.setup
        self.beside = Beside(console, console.folder)
        try:
            time.sleep(0.5)
            began = time.monotonic()
            time.sleep(setup.baseline)
            before, start, attacked = console.memory(), console.logged(), time.monotonic()
            with MemoryWatch(console) as watch:
                self.run_aside()
                ended = self.ended or time.monotonic()
            lines, after = console.said(start), console.memory()
            while after > before * LARGER and time.monotonic() < ended + setup.settling:
                time.sleep(0.1)
                after = console.memory()
        finally:
            self.beside.stop()
        normal, during = self.beside.figures(began, attacked), self.beside.figures(attacked, ended)
        self.judge(normal, during, (before, max(watch.peak, before), after))
        self.judge_rate(len(normal.times) / (attacked - began), len(during.times) / (ended - attacked))
        self.figures["attackSeconds"] = round(ended - attacked, 1)
        self.judge_log(lines)

    def run_aside(self):
        """Makes the attack on a thread of less priority than the console and others, as if on another machine."""
        problems = []

        def run():
            # On Linux, for this thread and those it starts.
            os.nice(5)
            try:
                self.attack.run(self)
            except Exception as problem:  # pylint: disable=broad-except
                problems.append(problem)
        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
        if problems:
            raise problems[0]

    def judge(self, normal, during, memory):
        """What holds for every attack under load."""
        before, peak, after = memory
        self.figures.update({
            "p50Before": normal.median, "p99Before": normal.slow, "p50During": during.median, "p99During": during.slow,
            "loginBefore": normal.median_login, "loginDuring": during.login, "answers": len(during.times),
            "refusals": len(during.refusals), "refusalsBefore": len(normal.refusals), "memoryBefore": before,
            "memoryPeak": peak, "memoryAfter": after})
        if not during.times:
            self.check("the client beside was answered", False, "not once")
        first = during.refusals[0] if during.refusals else ""
        self.check("nobody else is refused", not during.refusals, f"{len(during.refusals)}, the first {first[:160]}")
        if self.setup.is_short:
            # A few seconds on a machine that builds beside it say nothing of how long others wait.
            return
        most = SLOWER * max(normal.slow, self.setup.floor)
        self.check("p99 of others", during.slow <= most, f"{during.slow:.0f} ms, may be {most:.0f}")
        limit = max(self.attack.login or 0, SLOWER * max(normal.median_login, self.setup.login_floor))
        if during.logins:
            self.check("login of others", during.login <= limit, f"{during.login:.0f} ms, may be {limit:.0f}")
        self.check("memory afterwards", after <= before * LARGER, f"{after:.0f} MiB, may be {before * LARGER:.0f}")
        if self.attack.rise is not None:
            rise = peak - before
            self.check("memory meanwhile", rise <= self.attack.rise,
                       f"rose by {rise:.0f} MiB, may by {self.attack.rise}")

    def judge_rate(self, before, during):
        """Others get as many answers a second as before, or the share of them that the attack allows."""
        if self.attack.share is None:
            return
        self.did(f"others got {before:.0f} answers a second before, and {during:.0f} meanwhile")
        self.check("others go on", during >= self.attack.share * before,
                   f"{during:.1f} answers a second, before {before:.1f}")

    def judge_log(self, lines):
        """The log has to say which limit was met, and to stay small."""
        said = []
        for pattern in self.attack.log + (self.attack.log_public if self.setup.is_public else []):
            found = re.search(f"(?im)^.*(?:{pattern}).*$", lines)
            self.check("the limit is logged", found, f"nothing like {pattern}")
            if found:
                said.append(found.group(0).strip()[:300])
        self.figures["logged"] = said
        self.figures["logBytes"] = len(lines)
