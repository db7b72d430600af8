"""Starts a console of its own for an attack, watches its memory and its log, and stops it."""

import json
import os
import re
import resource
import secrets
import shutil
import signal
import subprocess
import threading
import time

from wire import Origin

PATIENCE = 60
BUNDLE = "com.example.attack"


class Failure(Exception):
    """An attack cannot go on; the sentence says why."""


def environment():
    """The text of an environment with two customers that have a user and an app each, and who they are."""
    people, groups = {}, []
    for code in ("north", "south"):
        people[code] = {"group": code, "user": f"{code}-user", "password": secrets.token_urlsafe(18), "bundle": BUNDLE}
        groups.append(f"""
  - path: global/{code}
    name: Customer {code}
    type: Customer
    settings: {{authenticationTypes: [usernameAndPassword, token, saml], requireMDMEnrollment: false}}
    users:
      - {{username: {code}-user, password: "{people[code]["password"]}", firstName: Dana, lastName: {code.title()},
         email: dana@{code}.example.test}}
      - {{username: {code}-other, password: "{people[code]["password"]}x", email: other@{code}.example.test}}
    smartGroups: [{{name: All Devices, criteria: {{organizationGroups: [global/{code}]}}}}]
    profiles:
      - name: Least
        payloads:
          - {{PayloadType: PasscodePoliciesV2, AuthenticationType: 0, PasscodeMode: 0, EnableSingleSignOn: false}}
          - {{PayloadType: LoggingSettingsV2, LoggingLevel: 2, SendLogsOverWifi: false}}
          - {{PayloadType: AnalyticsSettingsV2, EnableAnalytics: true}}
    applications:
      - {{bundleId: {BUNDLE}, name: Attacked, version: '1.0.0', profile: Least,
         assignments: [{{smartGroup: All Devices}}]}}
""")
    head = "version: 2\norganizationGroups:\n  - {path: global, id: 7, name: Global, type: Global}\n"
    return head + "".join(groups), people


class Console:
    """A console with a data folder of its own, on free ports of loopback."""

    def __init__(self, setup, name, settings=None, descriptors=None, arguments=(), launcher=(), level="info"):
        self.setup, self.folder = setup, os.path.join(setup.scratch, f"{name}-{secrets.token_hex(3)}")
        self.data, self.log = os.path.join(self.folder, "data"), os.path.join(self.folder, "log")
        self.output, self.ready_file = os.path.join(self.folder, "output"), os.path.join(self.folder, "ready.json")
        self.settings, self.descriptors = dict(settings or {}), descriptors
        self.arguments, self.launcher, self.level, self.process = list(arguments), list(launcher), level, None
        self.ready = {}
        os.makedirs(self.folder)
        text, self.people = environment()
        self.password = secrets.token_urlsafe(18)
        with open(os.path.join(self.folder, "environment.yaml"), "w", encoding="utf-8") as file:
            file.write(text)
        with open(os.path.join(self.folder, "config.yaml"), "w", encoding="utf-8"):
            pass

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        self.stop()
        if not self.setup.keeps:
            shutil.rmtree(self.folder, ignore_errors=True)

    def command(self):
        """What is called."""
        settings = {"environment.file": os.path.join(self.folder, "environment.yaml"), "admin.password": self.password,
                    "passwords.scryptCost": "10", "log.level": self.level, **self.settings, **self.setup.settings}
        if self.setup.is_public:
            # On loopback: this is an attack on the console, not on the machine.
            settings = {"http.host": "127.0.0.1", "admin.port": "0", **settings, "profile": "public"}
        words = [
            *self.launcher, self.setup.binary, "serve", "--data", self.data, "--http-port", "0", "--https-port", "0"
        ]
        words += [
            "--ready-file", self.ready_file, "--config",
            os.path.join(self.folder, "config.yaml"), *self.arguments
        ]
        for key, value in settings.items():
            if value is not None:
                words += ["--set", f"{key}={value}"]
        return words

    def spawn(self):
        """Starts it without waiting for anything."""
        if self.is_running:
            raise Failure("This console runs already.")
        if os.path.exists(self.ready_file):
            os.remove(self.ready_file)
        variables = {name: value for name, value in os.environ.items() if not name.startswith("MOCKUEM_")}
        with open(self.log, "ab") as log, open(self.output, "ab") as output:
            self.process = subprocess.Popen(
                self.command(), cwd=self.folder, stdin=subprocess.DEVNULL, stdout=output, stderr=log, env=variables,
                preexec_fn=self.limit)
        return self

    def limit(self):
        """In the child: how many descriptors it may have."""
        if self.descriptors:
            resource.setrlimit(resource.RLIMIT_NOFILE, (self.descriptors, self.descriptors))

    def start(self):
        """Starts it and waits until it is ready."""
        self.spawn()
        end = time.monotonic() + PATIENCE
        while not (os.path.exists(self.ready_file) and os.path.getsize(self.ready_file)):
            if self.process.poll() is not None:
                raise Failure(f"The console does not start: {self.said()[-600:].strip()}")
            if time.monotonic() > end:
                self.stop()
                raise Failure("The console does not get ready.")
            time.sleep(0.02)
        with open(self.ready_file, encoding="utf-8") as file:
            self.ready = json.load(file)
        return self

    def refusal(self, seconds=PATIENCE):
        """Starts it and waits for its end: the exit code (none if it is up, which it is no more), and what it said."""
        self.spawn()
        end = time.monotonic() + seconds
        while self.process.poll() is None and not os.path.exists(self.ready_file) and time.monotonic() < end:
            time.sleep(0.02)
        code = self.process.poll()
        self.stop()
        return code, self.said()

    def stop(self, with_signal=signal.SIGTERM):
        """Stops this process, and only this."""
        if self.process is None or self.process.poll() is not None:
            return
        self.process.send_signal(with_signal)
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    @property
    def is_running(self):
        return self.process is not None and self.process.poll() is None

    # --- Where it is ----------------------------------------------------------------------------------------------

    @property
    def http(self):
        """Where devices are served without TLS, if anywhere: in the public profile that is the administrators' port."""
        url = self.ready.get("http")
        return Origin(url) if url and not self.setup.is_public else None

    @property
    def https(self):
        return Origin(self.ready["https"], self.ready.get("ca"))

    @property
    def administration(self):
        """Where administrators, pages and metrics are: in the public profile a listener of its own."""
        return Origin(self.ready["http"]) if self.ready.get("http") else self.https

    @property
    def plain(self):
        """Where devices are cheapest to flood: plain HTTP, where it is served."""
        return self.http or self.https

    @property
    def token(self):
        return self.ready["adminToken"]

    # --- What it does ---------------------------------------------------------------------------------------------

    def said(self, start=0):
        """Its log from a byte on."""
        with open(self.log, "rb") as file:
            file.seek(start)
            return file.read().decode("utf-8", "replace")

    def logged(self):
        """Bytes of its log."""
        return os.path.getsize(self.log)

    def memory(self):
        """Resident memory in MiB."""
        try:
            with open(f"/proc/{self.process.pid}/status", encoding="utf-8") as file:
                found = re.search(r"^VmRSS:\s*(\d+)", file.read(), re.MULTILINE)
        except OSError:
            return 0.0
        return int(found.group(1)) / 1024 if found else 0.0

    def descriptors_open(self):
        """How many descriptors it holds."""
        try:
            return len(os.listdir(f"/proc/{self.process.pid}/fd"))
        except OSError:
            return 0

    def size(self, name=""):
        """Bytes of a file of the data folder, or of everything in a folder there."""
        path, total = os.path.join(self.data, name), 0
        if os.path.isfile(path):
            return os.path.getsize(path)
        for folder, _, files in os.walk(path):
            for file in files:
                try:
                    total += os.path.getsize(os.path.join(folder, file))
                except OSError:
                    pass
        return total


class MemoryWatch:
    """The highest resident memory, and what a function answers at most, while it runs."""

    def __init__(self, console, also=None):
        self.console, self.also, self.peak, self.most = console, also, 0.0, 0
        self.over = threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)

    def run(self):
        while not self.over.wait(0.05):
            self.peak = max(self.peak, self.console.memory())
            if self.also:
                self.most = max(self.most, self.also())

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.over.set()
        self.thread.join()
        self.peak = max(self.peak, self.console.memory())
