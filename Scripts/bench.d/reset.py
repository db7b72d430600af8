"""Measures how long snapshots, restores and resets take, beside a beacon in the same run.

reset.py READY ROUNDS: READY is the ready file of a console. Prints a line for each; fails if the slowest of a hundred restores
or resets takes longer than ten times that of beacons.
"""

import http.client
import json
import sys
import time
import urllib.parse

DEVICE = "3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c"


class Console:
    """A connection that is kept open."""

    def __init__(self, ready):
        self.token = ready["adminToken"]
        self.ready = ready
        self.connection = http.client.HTTPConnection(urllib.parse.urlsplit(ready["http"]).netloc)

    def ask(self, method, path, body=None, token=None):
        """Sends a request; the answer, and how many milliseconds it took."""
        headers = {"Authorization": f"Bearer {token or self.token}", "Content-Type": "application/json"}
        began = time.perf_counter()
        self.connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = self.connection.getresponse()
        text = answer.read()
        spent = (time.perf_counter() - began) * 1000
        if answer.status >= 300:
            sys.exit(f"{method} {path}: {answer.status} {text[:300]}")
        return text, spent

    def sign_in(self):
        """Enrolls a device; its bearer token."""
        text, _ = self.ask("POST", "/deviceservices/AuthenticationEndpoint.aws", {
            "Username": self.ready["user"], "Password": self.ready["password"],
            "ActivationCode": self.ready["groupId"], "BundleId": self.ready["bundleId"], "Udid": DEVICE,
            "DeviceType": "2", "AuthenticationGroup": self.ready["bundleId"], "AuthenticationType": "2"}, token="-")
        return json.loads(text)["AccessToken"]

    def beacon(self, token):
        """Sends a beacon; how long it took."""
        return self.ask("POST", "/deviceservices/AirWatchBeacon.svc/checkin", {"payLoad": {
            "DeviceIdentifier": DEVICE, "DeviceType": 2, "BundleId": self.ready["bundleId"], "Model": "iPhone",
            "OsVersion": "17.3", "IsCompromised": "0"}}, token=token)[1]


def report(name, times):
    """Prints a line; the time that one of a hundred exceeds."""
    times = sorted(times)
    slow = times[min(len(times) - 1, len(times) * 99 // 100)]
    print(f"{name:<10} {len(times):>5} times  p50 {times[len(times) // 2]:7.2f} ms  p99 {slow:7.2f} ms")
    return slow


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        console = Console(json.load(file))
    rounds = int(sys.argv[2])
    console.ask("POST", "/_mock/reset")
    token = console.sign_in()
    for _ in range(100):
        console.beacon(token)
    console.ask("PUT", "/_mock/snapshots/bench")
    times = {"beacon": [], "snapshot": [], "restore": [], "reset": []}
    for _ in range(rounds):
        times["beacon"] += [console.beacon(token) for _ in range(5)]
        times["snapshot"].append(console.ask("PUT", "/_mock/snapshots/other")[1])
        times["reset"].append(console.ask("POST", "/_mock/reset")[1])
        times["restore"].append(console.ask("POST", "/_mock/snapshots/bench/restore")[1])
    slow = {name: report(name, list) for name, list in times.items()}
    missed = [name for name in ("restore", "reset") if slow[name] > max(10, 10 * slow["beacon"])]
    if missed:
        sys.exit(f"More than 10 ms, and more than ten times a beacon: {', '.join(missed)}.")


main()
