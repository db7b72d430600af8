"""Key and database files that are damaged: a sentence and an exit code, or a repair; never a trace, nor a loss."""

import hashlib
import os
import secrets
import shutil
import signal
import stat
import subprocess
import time

from client import BEACON, Administrator, platform
from console import Console, Failure
from customers import signed_in
from starts import TRACE, copied, judge_refusal
from trial import attack
from wire import ask

DATABASE = "mockuem.sqlite"
BEACONS, LOGS = 20, 5


class Original:
    """A data folder with something in it: what a console acknowledged, and how it ended."""

    def __init__(self, trial, name, is_killed):
        self.console = Console(trial.setup, name).start()
        trial.console = self.console
        self.device = signed_in(trial, "north")
        for _ in range(BEACONS):
            self.device.signed("POST", BEACON, self.device.beacon_body())
        for _ in range(LOGS):
            self.device.signed("POST", platform(self.device.device, "logging"), self.device.log_body())
        self.token = self.console.token
        self.console.stop(signal.SIGKILL if is_killed else signal.SIGTERM)
        trial.console = None

    def path(self, name):
        return os.path.join(self.console.data, name)


def contents(folder):
    """What the database files of a folder hold, by name."""
    found = {}
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        if name in (DATABASE, f"{DATABASE}-wal") or name.endswith(".key"):
            if os.path.isfile(path):
                with open(path, "rb") as file:
                    found[name] = hashlib.sha256(file.read()).hexdigest()
    return found


def write(path, content, offset=None):
    """Writes over a file, or over a part of it."""
    with open(path, "r+b" if offset is not None else "wb") as file:
        file.seek(offset or 0)
        file.write(content)


def truncate(share):
    def damage(folder):
        path = os.path.join(folder, DATABASE)
        os.truncate(path, int(os.path.getsize(path) * share) // 4096 * 4096 or 100)
    return damage


def zero_pages(first, count):
    return lambda folder: write(os.path.join(folder, DATABASE), bytes(4096 * count), 4096 * first)


def over(name, content):
    return lambda folder: write(os.path.join(folder, name), content)


def part(name, content, offset):
    return lambda folder: write(os.path.join(folder, name), content, offset)


def without(*names):
    def damage(folder):
        for name in names:
            if os.path.exists(os.path.join(folder, name)):
                os.remove(os.path.join(folder, name))
    return damage


def swapped(folder):
    """Two keys take each other's place."""
    first, second = (os.path.join(folder, name) for name in ("sealing.key", "tokens.key"))
    os.rename(first, first + "-")
    os.rename(second, first)
    os.rename(first + "-", second)


def other_key(folder):
    write(os.path.join(folder, "sealing.key"), secrets.token_bytes(32))


def as_folder(name):
    def damage(folder):
        path = os.path.join(folder, name)
        os.remove(path)
        os.mkdir(path)
    return damage


def unreadable(folder):
    os.chmod(folder, 0)


# A name, what is done, whether the console was killed before, and what has to be there if it starts all the same:
# "all" that was acknowledged, "rest" for what can be kept (nothing of it crashes), "no start" where it must not start.
WAYS = [
    ("a database cut in half", truncate(0.5), False, "no start"),
    ("a database of 100 bytes", truncate(0), False, "no start"),
    ("pages of zeros", zero_pages(2, 3), False, "no start"),
    ("pages of zeros in the midst", zero_pages(40, 20), False, "no start"),
    ("a header of garbage", part(DATABASE, b"This is no database at all, is it?", 0), False, "no start"),
    ("a database of garbage", over(DATABASE, secrets.token_bytes(100_000)), False, "no start"),
    ("an empty database", over(DATABASE, b""), False, "no start"),
    ("no database", without(DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm"), False, "no start"),
    ("no write-ahead log after a kill", without(f"{DATABASE}-wal", f"{DATABASE}-shm"), True, "rest"),
    ("a write-ahead log of garbage after a kill", over(f"{DATABASE}-wal", secrets.token_bytes(50_000)), True, "rest"),
    ("a foreign write-ahead log", over(f"{DATABASE}-wal", secrets.token_bytes(50_000)), False, "all"),
    ("a shared-memory file of garbage", over(f"{DATABASE}-shm", secrets.token_bytes(32_768)), True, "all"),
    ("a note of garbage", over(f"{DATABASE}-clean", b"\0\xff whole"), False, "all"),
    ("a journal of garbage", over("journal.sqlite", secrets.token_bytes(50_000)), False, "all"),
    ("no journal", without("journal.sqlite", "journal.sqlite-wal", "journal.sqlite-shm"), False, "all"),
    ("a key of one byte", over("sealing.key", b"k"), False, "no start"),
    ("an empty key", over("tokens.key", b""), False, "no start"),
    ("a key that is a folder", as_folder("admin-tokens.key"), False, "no start"),
    ("two keys swapped", swapped, False, "rest"),
    ("another key", other_key, False, "rest"),
    ("no sealing key", without("sealing.key"), False, "no start"),
    ("no key for tokens", without("tokens.key"), False, "no start"),
    ("no keys at all after a kill", without("sealing.key", "tokens.key", "admin-tokens.key"), True, "no start"),
    ("credentials.json that is no JSON", over("credentials.json", b"{not json"), False, "no start"),
    ("an empty credentials.json", over("credentials.json", b""), False, "no start"),
    ("a certificate of garbage", over("server.pem", b"-----BEGIN CERTIFICATE-----\nAAAA\n"), False, "all"),
    ("an authority of garbage", over("ca.pem", b"garbage"), False, "rest"),
    ("a key of the authority of garbage", over("ca-key.pem", b"garbage"), False, "rest"),
    ("a folder that cannot be read", unreadable, False, "no start"),
]


def judge(trial, name, original, twin, expected):
    """Starts a console on a damaged folder."""
    before = contents(twin.data) if os.access(twin.data, os.R_OK) and stat.S_IMODE(os.stat(twin.data).st_mode) else {}
    code, said = twin.refusal(30)
    if TRACE.search(said):
        trial.check(name, False, f"a trace: {said[-200:]}")
    if code is None:
        if expected == "no start":
            trial.check(name, False, "the console started on it")
            return "started"
        with twin:
            judge_started(trial, name, original, twin, expected)
        return "started"
    judge_refusal(trial, name, (code, said))
    if before.get(DATABASE) != contents(original.console.data).get(DATABASE):
        trial.check(name,
                    contents(twin.data).get(DATABASE) == before.get(DATABASE), "the start has changed what it refused")
    elif before:
        judge_repaired(trial, name, original, twin)
    if expected == "all":
        trial.check(name, False, f"the console does not start, though everything is there: {said.strip()[-160:]}")
    return "refused"


def judge_repaired(trial, name, original, twin):
    """A start that was refused has cost nothing: with the files of before, everything is there."""
    for file in os.listdir(original.console.data):
        path = os.path.join(twin.data, file)
        if not file.startswith((DATABASE, "journal", "lock")) and os.path.isfile(original.path(file)):
            if os.path.isdir(path):
                os.rmdir(path)
            shutil.copy2(original.path(file), path)
    with twin:
        judge_started(trial, f"{name}, mended", original, twin, "all")


def judge_started(trial, name, original, twin, expected):
    """What can be kept has to be there, and nothing answers an error of the console."""
    administrator = Administrator(twin.administration, twin.token)
    statuses = {
        path: administrator.ask("GET", path)
        for path in ("/_mock/devices", "/_mock/beacons?pageSize=1", "/_mock/logs?pageSize=1", "/api/mdm/devices/search",
                     "/_mock/environment")
    }
    bad = {path: answer.status for path, answer in statuses.items() if answer.status >= 500}
    trial.check(name, not bad, f"answers {bad}")
    counts = [statuses[path].json().get("total") for path in ("/_mock/beacons?pageSize=1", "/_mock/logs?pageSize=1")]
    groups = statuses["/_mock/environment"].text
    if expected == "all" or name not in ("no write-ahead log after a kill",
                                         "a write-ahead log of garbage after a kill"):
        trial.check(name, counts == [BEACONS, LOGS], f"{counts} beacons and logs, {[BEACONS, LOGS]} were acknowledged")
    else:
        # What only stood in the log that is gone is gone; but a database without its log is never seeded in silence.
        trial.check(name, "north-user" in groups and counts[0] is not None, "the environment is gone")
    if expected == "all":
        trial.check(name, twin.token == original.token, "the administrator's token is another one")
    mine = original.device
    headers = {"Authorization": f"Bearer {mine.bearer}"}
    status = ask(twin.https, "GET", platform(mine.device, "user"), headers).status
    trial.check(name, status in ((200, ) if expected == "all" else (200, 401, 403, 404)),
                f"its device is answered {status}")
    fresh = dict(mine.person)
    trial.console = twin
    twin.people = {"north": fresh}
    try:
        signed_in(trial, "north")
    except Failure as reason:
        trial.check(name, "AUTH" in str(reason) and expected == "rest", str(reason))


@attack("damaged-files", [13], f"Files of the data folder damaged in {len(WAYS)} ways", is_alone=True, is_damage=True)
def damaged_files(trial):
    originals, outcomes = {
        is_killed: Original(trial, f"damage-{is_killed}", is_killed)
        for is_killed in (False, True)
    }, {}
    for name, damage, is_killed, expected in WAYS:
        original = originals[is_killed]
        twin = copied(trial, original.console, "damaged")
        damage(twin.data)
        if damage is unreadable:
            outcomes[name] = without_rights(trial, name, twin)
        else:
            outcomes[name] = judge(trial, name, original, twin, expected)
        if os.path.isdir(twin.data):
            os.chmod(twin.data, 0o700)
        shutil.rmtree(twin.folder, ignore_errors=True)
    trial.did("; ".join(f"{name}: {outcome}" for name, outcome in outcomes.items()))


def without_rights(trial, name, twin):
    """Root may read everything: it starts as nobody there."""
    if os.geteuid() == 0:
        if not shutil.which("setpriv"):
            return "left out"
        twin.launcher = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        for path in (twin.folder, twin.ready_file):
            if os.path.exists(path):
                os.chmod(path, 0o777)
        os.chmod(trial.setup.scratch, 0o755)
    judge_refusal(trial, name, twin.refusal(30), "data")
    return "refused"


@attack("stopped-in-the-midst", [13], "A first start that is killed at any moment, and started again", is_alone=True,
        is_damage=True)
def first_start_killed(trial):
    rounds, refused = 6 if trial.setup.is_short else 15, 0
    for number in range(rounds):
        console = Console(trial.setup, "killed")
        console.spawn()
        time.sleep(0.03 + 0.06 * number)
        console.stop(signal.SIGKILL)
        code, said = console.refusal()
        refused += code is not None
        trial.check(f"killed after {30 + 60 * number} ms", code is None, f"ended with {code}: {said.strip()[-200:]}")
        shutil.rmtree(console.folder, ignore_errors=True)
    trial.did(f"{rounds} first starts killed after 30 to {30 + 60 * (rounds - 1)} ms; {refused} did not start again")


@attack("second-process", [13], "A second console, an import and an export on a folder that is in use", is_alone=True,
        is_damage=True)
def second_process(trial):
    with Console(trial.setup, "first") as first:
        second = Console(trial.setup, "second", first.settings)
        second.data = first.data
        judge_refusal(trial, "a second console", second.refusal())
        export = subprocess.run([trial.setup.binary, "export", "-", "--data", first.data], cwd=first.folder, timeout=60,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        trial.check("an export", export.returncode == 1 and export.stderr, export.returncode)
        trial.check("the first one goes on", ask(first.https, "GET", "/livez").status == 200)
    trial.did("a second console and an export beside the first")
