"""A well-behaved client beside an attack: a device, its logins, an administrator, and GET /livez.

    beside.py FILE RESULTS     until standard input ends

FILE says where the console is; RESULTS gets a line for each answer: monotonic time, what was asked, status,
milliseconds, and of a refusal its text.
It comes from another address than the attacker, and sends no faster while a console is slow.
"""

import http.client
import json
import os
import sys
import threading
import time

from client import BEACON, LOGIN, Device, login_body, platform
from wire import NEIGHBOUR, Connection, Origin

# After so many requests a connection is closed and a new one opened: newcomers have to get in, too.
REQUESTS_PER_CONNECTION = 8
over = threading.Event()


class Results:
    """Lines in a file, from several threads."""

    def __init__(self, path):
        self.file, self.lock = open(path, "w", encoding="utf-8", buffering=1), threading.Lock()

    def note(self, kind, status, spent, text=""):
        with self.lock:
            print(f"{time.monotonic():.4f}\t{kind}\t{status}\t{spent:.3f}\t{' '.join(text.split())[:160]}",
                  file=self.file)


def attempt(results, kind, connection, send, is_good=lambda answer: answer.status == 200):
    """Sends one request; what is not answered well is noted with why."""
    began = time.monotonic()
    try:
        answer = send()
    except (OSError, http.client.HTTPException) as problem:
        results.note(kind, "lost", (time.monotonic() - began) * 1000, repr(problem))
        connection.close()
        return None
    good = is_good(answer)
    results.note(kind, 200 if good else f"refused {answer.status}", answer.spent, "" if good else answer.text)
    return answer


def device_calls(results, console, pace):
    """What a few devices of a fleet do."""
    origin = Origin(console["https"], console["ca"])
    devices = [Device(origin, console["person"], NEIGHBOUR, udid) for udid in console["devices"]]
    for device in devices:
        answer = device.sign_in()
        if device.token is None:
            print(f"The well-behaved client cannot sign in: {answer.status} {answer.text[:300]}", flush=True)
            os._exit(1)
    print("ready", flush=True)
    fetched, count = [0.0] * len(devices), 0
    while not over.wait(pace):
        index = count % len(devices)
        device, step, count = devices[index], count // len(devices) % 5, count + 1
        if count % REQUESTS_PER_CONNECTION == 0:
            device.connection.close()
        if step == 0 and time.monotonic() - fetched[index] > 1.1:
            # The same request twice within a second would have the same signature.
            fetched[index] = time.monotonic()
            attempt(results, "profile", device.connection,
                    lambda: device.signed("GET", device.profile_target(), kind="text/html"))
        elif step <= 1:
            attempt(results, "beacon", device.connection, lambda: device.signed("POST", BEACON, device.beacon_body()))
        elif step == 2:
            attempt(results, "log", device.connection,
                    lambda: device.signed("POST", platform(device.device, "logging"), device.log_body()))
        elif step == 3:
            attempt(results, "status", device.connection,
                    lambda: device.with_bearer("GET", platform(device.device, "user")))
        else:
            attempt(results, "livez", device.connection, lambda: device.connection.ask("GET", "/livez"))


def administrator_calls(results, console, pace):
    """An administrator who looks at devices."""
    connection, count = Connection(Origin(console["administration"], console["ca"]), NEIGHBOUR), 0
    headers = {"Authorization": f"Bearer {console['token']}", "Accept": "application/json"}
    while not over.wait(pace):
        count += 1
        if count % REQUESTS_PER_CONNECTION == 0:
            connection.close()
        target = "/api/mdm/devices/search?pagesize=20" if count % 2 else "/_mock/devices?pageSize=20"
        attempt(results, "administrator", connection, lambda: connection.ask("GET", target, headers))


def logins(results, console, pace):
    """Somebody who signs in now and then, each time on a connection of its own."""
    origin = Origin(console["https"], console["ca"])
    body = login_body(console["person"], console["loginDevice"])
    while not over.wait(pace):
        connection = Connection(origin, NEIGHBOUR)
        attempt(results, "login", connection,
                lambda: connection.ask("POST", LOGIN, {"Content-Type": "application/json"}, body),
                lambda answer: answer.status == 200 and answer.json().get("StatusCode") == "AUTH-0")
        connection.close()


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        console = json.load(file)
    results = Results(sys.argv[2])
    threads = [threading.Thread(target=call, args=(results, console, console["pace"] * factor), daemon=True)
               for call, factor in ((device_calls, 1), (administrator_calls, 4), (logins, 20))]
    for thread in threads:
        thread.start()
    sys.stdin.read()
    over.set()
    for thread in threads:
        thread.join(20)


main()
