"""Runs a build or tests, passes on what a person should read of it, and shows how far it is.

    progress.py NUMBER COMMAND…      NUMBER of tests there are, 0 if that is not known

What went well one by one (files, tests, their arguments) is left out; warnings, errors, failures and the last line
stay. At a terminal the state is one line that is rewritten. Elsewhere it is a line every ten seconds, fewer if nothing
moves. Tests of which nothing is heard for five minutes, or for PROGRESS_STALL seconds, are named, and the run is ended
as one that failed. What failed is also added to the file PROGRESS_FAILURES, for those who only read the end.
"""

import os
import re
import select
import shutil
import signal
import subprocess
import sys
import time

if sys.argv[1:2] in (["-h"], ["--help"]):
    sys.exit(print(__doc__.strip()))

# Seconds between two looks at the state: at a terminal, elsewhere, and elsewhere if nothing moved.
REFRESH, PAUSE, LONG_PAUSE = 0.2, 10, 30
# Seconds without a word after which tests are taken to hang, and how many of them are named.
STALL, MOST_NAMED = int(os.environ.get("PROGRESS_STALL", "300")), 30
# Longest line that is passed on, and most lines that one test case's arguments are taken to spread over.
LONGEST, MOST_HELD = 4000, 200
# Longest line of what failed.
LONGEST_KEPT = 500
STEP = re.compile(r"\[(\d+)/(\d+)\] (.*)")
MODULE = re.compile(r"(?:Compiling|Emitting module) ([^ ]+)")
EVENT = re.compile(r"[^ ]+ +(?:Test|Suite) ")
ISSUE = re.compile(r"[^ ]+ +Test (?!case |run ).* recorded an issue")
FINE = re.compile(r"( started| passed after [0-9.]+ seconds)\.$")
BEGUN = re.compile(r"[^ ]+ +Test (?!case |run )(.*) started\.$")
DONE = re.compile(
    r"[^ ]+ +Test (?!case |run )(.*?)(?: with \d+ test cases?)? (?:skipped[.:]|(passed|failed) after [0-9.]+ seconds)")


class Display:
    """Lines one below the other, and the state below them."""

    def __init__(self):
        self.is_terminal = sys.stdout.isatty()
        self.start = self.shown_at = time.monotonic()
        self.state = self.shown = ""

    def say(self, line):
        """Passes a line on."""
        self.clear()
        print(line if len(line) <= LONGEST else line[:LONGEST] + " […]", flush=True)

    def clear(self):
        """Takes away the state."""
        if self.is_terminal and self.shown:
            print("\r\033[K", end="", flush=True)
            self.shown = ""

    def refresh(self):
        """Shows the state if it is time to."""
        now = time.monotonic()
        wait = REFRESH if self.is_terminal else PAUSE if self.state != self.shown else LONG_PAUSE
        if not self.state or now - self.shown_at < wait:
            return
        minutes, seconds = divmod(int(now - self.start), 60)
        line = f"  {minutes:2}:{seconds:02}  {self.state}"
        if self.is_terminal:
            width = shutil.get_terminal_size().columns - 1
            print(f"\r\033[K{line[:width]}", end="", flush=True)
        else:
            print(line, flush=True)
        self.shown, self.shown_at = self.state, now


class Reader:
    """Tells progress from what is to be read, line by line."""

    def __init__(self, display, total):
        self.display = display
        self.total = total
        self.done = self.failed = self.cases = 0
        # Tests that have begun and not ended, in that order.
        self.running = {}
        self.has_hung = False
        # Lines of a test case's arguments, until it is clear how they end.
        self.held = []
        # What went wrong, a line each.
        self.failures = []

    def read(self, line):
        """Takes a line."""
        step = STEP.match(line)
        if step:
            self.step(*step.groups())
        elif EVENT.match(line):
            self.event(line)
        elif self.held and FINE.search(line):
            self.held = []
        elif self.held and len(self.held) < MOST_HELD:
            self.held.append(line)
        else:
            self.release()
            self.display.say(line)
            if line.startswith("Build complete!"):
                self.display.state = ""

    def step(self, number, count, text):
        """Takes a step of a build; files are too many to be named, and are told in batches anyway."""
        module = MODULE.match(text)
        self.display.state = f"[{number}/{count}] {f'Compiling {module.group(1)}' if module else text}"

    def event(self, line):
        """Takes a line that says what happened to a test."""
        self.release()
        begun, done = BEGUN.match(line), DONE.match(line)
        if ISSUE.match(line):
            self.failures.append(line)
        if begun:
            self.running[begun.group(1)] = True
        if done:
            self.done += 1
            self.failed += done.group(2) == "failed"
            self.running.pop(done.group(1), None)
        is_case = " Test case passing " in line
        self.cases += is_case
        if done or is_case or " Test run started." in line:
            self.count()
        if is_case and not FINE.search(line):
            self.held = [line]
        elif " Test run with " in line or not FINE.search(line):
            self.display.say(line)

    def count(self):
        """Says how many tests are done. All begin at once, and few end before most of their cases had a turn."""
        of = f" of {self.total}" if self.total else ""
        failed = f", {self.failed} failed" if self.failed else ""
        cases = f", {self.cases} cases begun" if self.cases else ""
        self.display.state = f"{self.done}{of} tests done{failed}{cases}"

    def hangs(self, silence):
        """Whether tests have said nothing for too many seconds, since they wait for what does not come; names them."""
        if silence < STALL or not self.running:
            return False
        self.has_hung = True
        self.release()
        self.display.say(f"Nothing was heard for {int(silence)} s of tests that have begun:")
        self.failures += [f"Nothing was heard of {name}" for name in self.running]
        for name in list(self.running)[:MOST_NAMED]:
            self.display.say(f"  {name}")
        if len(self.running) > MOST_NAMED:
            self.display.say(f"  and {len(self.running) - MOST_NAMED} others")
        return True

    def release(self):
        """Passes on what was held back, but not the start of a test case, which a NUL in an argument cuts off."""
        if self.held and re.match("◇ Test case passing [^✘]*$", self.held[0]):
            del self.held[0]
        for line in self.held:
            self.display.say(line)
        self.held = []


def keep(failures):
    """Adds what failed to the file for it, if there is one."""
    if failures and (file := os.environ.get("PROGRESS_FAILURES")):
        with open(file, "a", encoding="utf-8", errors="backslashreplace") as kept:
            kept.writelines(f"{line[:LONGEST_KEPT]}\n" for line in failures[:MOST_NAMED])


def lines(source, display, hangs):
    """The lines of a pipe; looks at the state while there is none, and asks whether so many seconds are too many."""
    rest, heard = b"", time.monotonic()
    while True:
        display.refresh()
        if not select.select([source], [], [], REFRESH)[0]:
            if hangs(time.monotonic() - heard):
                break
            continue
        heard = time.monotonic()
        block = os.read(source.fileno(), 65536)
        if not block:
            break
        *whole, rest = (rest + block).split(b"\n")
        for line in whole:
            yield line
    if rest:
        yield rest


def end(process):
    """Ends a command and what it has started, by their process ids."""
    try:
        listing = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], stdout=subprocess.PIPE, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        # Small images have no ps; what the command has started ends with its output.
        listing = ""
    parents = [line.split() for line in listing.splitlines()]
    family = {str(process.pid)}
    while True:
        children = {child for child, parent in parents if parent in family} - family
        if not children:
            break
        family |= children
    for child in family:
        try:
            os.kill(int(child), signal.SIGKILL)
        except ProcessLookupError:
            pass
    process.wait()


def main(total, *command):
    """Runs the command to its end, and ends as it does."""
    sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    display = Display()
    reader = Reader(display, int(total))
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    try:
        for line in lines(process.stdout, display, reader.hangs):
            reader.read(line.decode(errors="replace"))
        reader.release()
        display.clear()
        keep(reader.failures)
        return 1 if reader.has_hung else process.wait()
    finally:
        if process.poll() is None:
            end(process)


try:
    code = main(*sys.argv[1:])
    # What a signal has ended has a negative one.
    sys.exit(code if code >= 0 else 128 - code)
except (KeyboardInterrupt, BrokenPipeError):
    sys.exit(130)
