"""Starts with files that are wrong, or with secrets that are known (lines 13 and 16), and what is not public."""

import os
import re
import secrets
import shutil
import stat

from client import Administrator
from console import Console
from trial import attack
from wire import ask

KEYS = ["sealing.key", "tokens.key", "admin-tokens.key"]
# What a program says that did not end by its own will.
TRACE = re.compile(r"(?i)fatal error|stack dump|illegal instruction|crashed|thread \d+ .*:$|^\d+ .* in .* at /",
                   re.MULTILINE)
SENTENCE = re.compile(r"[A-Z][^\n]{15,}")


def copied(trial, original, name, settings=None):
    """A console on a copy of a data folder, with the same settings."""
    twin = Console(trial.setup, name, {**original.settings, **(settings or {})})
    # The same people: the database has them, and a new environment is never applied.
    twin.people, twin.password = original.people, original.password
    shutil.copytree(original.data, twin.data, symlinks=True)
    os.chmod(twin.data, 0o700)
    return twin


def seeded(trial, name):
    """The folder of a console that was started and stopped."""
    original = Console(trial.setup, name).start()
    original.stop()
    return original


def judge_refusal(trial, name, outcome, mention=None):
    """Holds a start against this: it ends with a code of its own and a sentence."""
    code, said = outcome
    last = said.strip().split("\n")[-1][-200:] if said.strip() else "nothing"
    if code is None:
        return trial.check(name, False, "the console started")
    trial.check(name, code not in (0, None) and code > 0, f"ended with {code}: {last}")
    trial.check(name, not TRACE.search(said), f"a trace: {last}")
    trial.check(name, SENTENCE.search(said), f"no sentence: {last}")
    if mention:
        trial.check(name, mention.lower() in said.lower(), f"{mention} is not named: {last}")
    return code


@attack("key-files", [13],
        "Keys that are empty, too short or open to all, and keys without their database",
        is_alone=True)
def key_files(trial):
    original, cases = seeded(trial, "keys"), 0
    contents = (b"", b"k") if trial.setup.is_short else (b"", b"k", secrets.token_bytes(31), secrets.token_bytes(64))
    for key in KEYS:
        for content in contents:
            twin, cases = copied(trial, original, "key"), cases + 1
            with open(os.path.join(twin.data, key), "wb") as file:
                file.write(content)
            judge_refusal(trial, f"{key} of {len(content)} bytes", twin.refusal(), key)
        shutil.rmtree(twin.folder)
    for names in (["mockuem.sqlite"], ["mockuem.sqlite", "credentials.json"]):
        twin, cases = copied(trial, original, "no-database"), cases + 1
        for name in os.listdir(twin.data):
            if any(name.startswith(gone) for gone in names):
                os.remove(os.path.join(twin.data, name))
        if judge_refusal(trial, f"keys without {' and '.join(names)}", twin.refusal(), "mockuem.sqlite"):
            path = os.path.join(twin.data, "mockuem.sqlite")
            trial.check("nothing is seeded anew", not os.path.exists(path) or not os.path.getsize(path),
                        "there is a database")
    twin, cases = copied(trial, original, "modes"), cases + 1
    for name in [*KEYS, "credentials.json", "mockuem.sqlite", "ca-key.pem", "server-key.pem"]:
        if os.path.exists(os.path.join(twin.data, name)):
            os.chmod(os.path.join(twin.data, name), 0o666)
    judge_modes(trial, twin, [*KEYS, "credentials.json", "mockuem.sqlite", "ca-key.pem", "server-key.pem"])
    trial.did(f"{cases} starts")


def judge_modes(trial, twin, names):
    """What was open to all is closed, or the start is refused with a sentence."""
    code, said = twin.refusal()
    if code not in (None, 0):
        judge_refusal(trial, "what is open to all", (code, said))
        return
    opened = [name or "the folder" for name in names if os.path.exists(os.path.join(twin.data, name))
              and stat.S_IMODE(os.stat(os.path.join(twin.data, name)).st_mode) & 0o077]
    trial.check("what was open to all is closed", not opened, ", ".join(opened))


@attack("folder-modes", [17], "A data folder that everybody may write to", is_alone=True)
def folder_modes(trial):
    original = seeded(trial, "modes")
    twin = copied(trial, original, "open-folder")
    for name in ("", "blobs", "chunks", "spool"):
        if os.path.isdir(os.path.join(twin.data, name)):
            os.chmod(os.path.join(twin.data, name), 0o777)
    judge_modes(trial, twin, ["", "blobs", "chunks", "spool"])
    trial.did("a start on folders of mode 0777")


@attack("secrets-in-the-output", [16], "Secrets in what a start prints, and short passwords", is_load=False,
        local={"admin.minimumPasswordLength": "12"})
def secrets_in_output(trial):
    console = trial.console
    with open(console.output, encoding="utf-8") as file:
        text = file.read() + console.said()
    shown = [key for key in ("adminPassword", "adminToken", "tenantCode", "oauthClientSecret", "password")
             if console.ready.get(key) and console.ready[key] in text]
    trial.check("no secret is printed where there is no terminal", not shown, ", ".join(shown))
    administrator = Administrator(console.administration, console.token)
    taken = []
    for password in ("", "a", "admin", "short"):
        name = f"weak-{secrets.token_hex(3)}"
        if administrator.ask("POST", "/_mock/administrators", {"username": name, "password": password}).status < 300:
            taken.append(repr(password))
    made = administrator.ask("POST", "/_mock/administrators", {
        "username": "strong",
        "password": secrets.token_urlsafe(18)
    })
    changed = administrator.ask("PUT", f"/_mock/administrators/{made.json().get('uuid')}/password", {"password": "abc"})
    if changed.status < 300:
        taken.append("'abc' as a new one")
    trial.did("a banner to a file; 5 short passwords of administrators")
    trial.check("short passwords are refused", not taken, ", ".join(taken))


# Settings with which a public console must not start, and what its sentence has to name.
OPEN = [
    ("a default password", {"admin.password": None}, "admin.password"),
    ("a short password", {"admin.password": "abc"}, "admin.password"),
    ("users that everybody knows", {"environment.file": None}, "environment.file"),
    ("a short token", {"admin.token": "abc"}, "admin.token"),
    ("guessing that nothing slows down", {"passwords.failures": "0"}, "passwords.failures"),
    ("codes that may be tried", {"lookups.misses": "0"}, "lookups.misses"),
    ("refusals that tell names", {"passwords.uniformRefusals": "false"}, "passwords.uniformRefusals"),
    ("hooks into the network inside", {"notifications.allowPrivateTargets": "true"}, "allowPrivateTargets"),
    ("a surface open to the world", {"admin.host": "0.0.0.0"}, "admin.host"),
]


@attack("public-start", [16], "Starts of the public profile with weak secrets or an open surface", is_alone=True,
        profiles=("public",))
def public_start(trial):
    for name, settings, mention in OPEN:
        judge_refusal(trial, name, Console(trial.setup, "public", settings).refusal(), mention)
    weak = Console(trial.setup, "public")
    path = os.path.join(weak.folder, "environment.yaml")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    with open(path, "w", encoding="utf-8") as file:
        file.write(text.replace(weak.people["south"]["password"], "demo"))
    judge_refusal(trial, "a user with a short password", weak.refusal(), "south-user")
    with Console(trial.setup, "public") as console:
        public, refused = console.https, []
        for path in ("/api/mdm/devices/search", "/_mock/devices", "/openapi", "/docs", "/metrics", "/_mock/journal"):
            answer = ask(public, "GET", path, {"Authorization": f"Bearer {console.token}", "Accept": "text/html"})
            if answer.status not in (403, 404, 421):
                refused.append(f"{path} {answer.status}")
        trial.check("no administration on the public port", not refused, ", ".join(refused))
    trial.did(f"{len(OPEN) + 1} starts, and 6 routes of administration asked for on the public port")
