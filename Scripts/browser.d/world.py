"""A console of a walk's own, with what devices have sent to it."""

import contextlib
import functools
import json
import os
import signal
import subprocess
import sys
import tempfile
import time

# Devices and administrators as attacks have them, and one of everything as testers of routes have it: they share no code
# with the console.
for neighbour in ("conformance.d", "attack.d"):
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, neighbour))

from client import Administrator, Device  # noqa: E402
from fill import Stock  # noqa: E402
from wire import Connection, Origin  # noqa: E402,F401

PATIENCE = 60


class Console:
    """A console in memory, with the demo environment."""

    binary = ""

    def __init__(self, *arguments):
        self.folder = tempfile.TemporaryDirectory(prefix="mockuem-browser.")
        self.arguments, self.process, self.ready = arguments, None, {}

    def __enter__(self):
        ready = os.path.join(self.folder.name, "ready.json")
        variables = {name: value for name, value in os.environ.items() if not name.startswith("MOCKUEM_")}
        with open(os.path.join(self.folder.name, "log"), "wb") as log:
            self.process = subprocess.Popen(
                [self.binary, "serve", "--ephemeral", "--http-port", "0", "--https-port", "0", "--ready-file", ready,
                 # Notifications of a walk go to its own console.
                 "--set", "notifications.allowPrivateTargets=true", *self.arguments], cwd=self.folder.name, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=variables)
        end = time.monotonic() + PATIENCE
        while not (os.path.exists(ready) and os.path.getsize(ready)):
            if self.process.poll() is not None or time.monotonic() > end:
                self.__exit__()
                raise RuntimeError("The console does not start.")
            time.sleep(0.02)
        with open(ready, encoding="utf-8") as file:
            self.ready = json.load(file)
        return self

    def __exit__(self, *_):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(15)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.folder.cleanup()

    @property
    def origin(self):
        """Where it is found without TLS."""
        return Origin(self.ready["http"])

    @property
    def url(self):
        return self.origin.url

    @functools.cached_property
    def stock(self):
        """One of everything, each made when it is first asked for."""
        return Stock(self.url, self.ready["adminToken"])

    @property
    def administrator(self):
        """Its API, for what a walk needs beside the pages."""
        return Administrator(self.origin, self.ready["adminToken"])

    def device(self, bundle=None, **person):
        """A device of the demo user, or of another, with an app."""
        known = {"group": self.ready["groupId"], "user": self.ready["user"], "password": self.ready["password"]}
        return Device(self.origin, {**known, "bundle": bundle or self.ready["bundleId"], **person})

    def made(self, method, path, value=None, **headers):
        """What a call of the API answers, which has to succeed."""
        answer = self.administrator.ask(method, path, value, **headers)
        if answer.status >= 300:
            raise AssertionError(f"{method} {path} answered {answer.status}: {answer.text[:300]}")
        return answer.json() if answer.text.strip() else None

    @property
    def tenant(self):
        """The header by which the API's older half knows a program."""
        return {"aw-tenant-code": self.ready["tenantCode"]}

    def group(self, code):
        """The number of an organization group."""
        found = self.made("GET", f"/api/system/groups/search?groupid={code}", **self.tenant)
        return str(found["LocationGroups"][0]["Id"]["Value"])

    @contextlib.contextmanager
    def simulating(self, *options):
        """A fleet of simulated devices that is about until the end of the block."""
        fleet = subprocess.Popen(
            [self.binary, "simulate", "--url", self.url, "--duration", str(4 * PATIENCE), *options],
            cwd=self.folder.name, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            yield fleet
        finally:
            fleet.kill()
            fleet.wait()

    def simulate(self, *options):
        """Lets a fleet of simulated devices arrive, and do what devices do."""
        subprocess.run(
            [self.binary, "simulate", "--url", self.url, "--devices", "4", "--rate", "40", "--duration", "3", *options],
            cwd=self.folder.name, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            timeout=PATIENCE, check=True)
