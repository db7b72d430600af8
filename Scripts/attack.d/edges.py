"""Names of hosts, replays, return schemes, what is logged, who leaves, and a full disk (lines 15 and 17)."""

import base64
import datetime
import json
import os
import re
import secrets
import socket
import struct
import subprocess
import time

from client import BEACON, JSON, LOGIN, Administrator, Device, platform, signature_headers
from console import Console, Failure
from customers import signed_in
from trial import Skipped, attack
from wire import ask, request

EVIL = "evil.example.test"


@attack("foreign-host", [15], "Requests that name another host", is_load=False)
def foreign_host(trial):
    console, told, statuses, silent = trial.console, [], {}, []
    administration = {"Authorization": f"Bearer {console.token}", "Content-Type": JSON}
    probe = {
        "ActivationCode": "north",
        "Udid": secrets.token_hex(20),
        "DeviceType": "2",
        "BundleId": "com.example.attack",
        "RequestingApp": "com.example.attack",
        "AuthenticationType": "1",
        "AuthenticationGroup": "com.example.attack",
        "RedirectUrl": "sdksampleApp://SAMLAuthentication?"
    }
    agent = json.dumps({
        "Header": {
            "SessionId": "00000000-0000-0000-0000-000000000000"
        },
        "Device": {},
        "GroupId": "north"
    }).encode()
    calls = [
        (console.https, "GET", "/", {
            "Accept": "text/html"
        }, b""),
        (console.https, "GET", LOGIN, probe, b""),
        (console.https, "GET", "/deviceservices/trustservicesettings", {}, b""),
        (console.https, "GET", "/autodiscovery/awcredentials.aws/v2/domainlookup/domain/north.example.test", {}, b""),
        (console.https, "POST", "/deviceservices/enrollment/airwatchenroll.aws/validategroupidentifier", {
            "Content-Type": JSON
        }, agent),
        (console.https, "GET", "/livez", {}, b""),
        (console.administration, "GET", "/api/system/info", administration, b""),
        (console.administration, "GET", "/openapi.json", {}, b""),
        (console.administration, "GET", "/openapi/devices", {}, b""),
        (console.administration, "POST", "/_mock/sandboxes", administration, b"{}"),
    ]
    Administrator(console.administration, console.token).ask(
        "PATCH", "/_mock/groups/north/settings", {"emailDomains": ["north.example.test"]})
    # What is known stands before what is not: where a host is read carelessly, the rest gets into links.
    for host in (EVIL, f"{EVIL}:1", f"{EVIL}/x", f"{console.https.authority}@{EVIL}", f"127.0.0.1:80@{EVIL}",
                 f"localhost:80:{EVIL}", f"[::1]{EVIL}", f"localhost.{EVIL}", f"localhost/{EVIL}"):
        for place, method, path, headers, body in calls:
            for extra in ({}, {"X-Forwarded-Host": EVIL, "Forwarded": f"host={EVIL}"}):
                asked = console.https.authority if extra else host
                answer = ask(place, method, path, {**headers, **extra, "Host": asked if place is console.https else
                                                   (place.authority if extra else host)}, body or None)
                statuses[answer.status] = statuses.get(answer.status, 0) + 1
                if EVIL in answer.text + json.dumps(answer.headers) and answer.status != 421:
                    told.append(path)
                if trial.setup.is_public and place is console.https and not extra and (
                        answer.status not in (400, 421) or (answer.status == 421 and "tls.names" not in answer.text)):
                    silent.append(f"{path} {answer.status}")
    trial.did(f"{sum(statuses.values())} requests for {EVIL}, answers {statuses}")
    trial.check("no link to a foreign host", not told, ", ".join(sorted(set(told))))
    trial.check("other hosts are answered 421", not silent, ", ".join(sorted(set(silent)))[:300])


@attack("replay", [17], "Signed requests sent once more, and signed an hour ago", is_load=False,
        local={"signature.replay": "refuse", "signature.freshness": "300"})
def replay(trial):
    mine = signed_in(trial, "north")
    place, headers_of = trial.console.https, lambda body, date=None: signature_headers(
        place, mine.token, mine.device, mine.person["bundle"], "POST", BEACON, body, date=date)
    body = mine.beacon_body()
    headers = headers_of(body)
    statuses = [ask(place, "POST", BEACON, headers, body).status for _ in range(3)]
    now = datetime.datetime.now(datetime.timezone.utc)
    dates = [(now + datetime.timedelta(hours=hours)).strftime("%Y-%m-%dT%H:%M:%S") for hours in (-1, 1)]
    odd = [ask(place, "POST", BEACON, headers_of(body, date), body).status for date in [*dates, "", "yesterday"]]
    altered = ask(place, "POST", BEACON, headers, mine.beacon_body(IsCompromised="1")).status
    others = [ask(place, "POST", BEACON, headers_of(content), content).status for content in
              (mine.beacon_body(), mine.beacon_body(), mine.beacon_body())]
    trial.did(
        f"one beacon three times {statuses}, from other hours {odd}, with another body {altered}, new ones {others}")
    trial.check("a body that was not signed is refused", altered == 401, altered)
    trial.check("new requests within a second are taken", others == [200] * 3, others)
    trial.check("the request itself is taken", statuses[0] == 200, statuses)
    trial.check("what was sent before is refused", all(status in (401, 403, 409) for status in statuses[1:]), statuses)
    trial.check("another hour is refused", all(status in (400, 401, 403) for status in odd), odd)


@attack("return-schemes", [17], "Where the identity provider may send a token", is_load=False,
        local={"saml.returnSchemes": "sdksampleApp"})
def return_schemes(trial):
    taken, place = [], trial.console.https
    schemes = [
        "http", "https", "javascript", "data", "file", "vbscript", "about", "blob", "ftp", "ws", "mailto", "tel", "sms",
        "facetime", "itms-services", "itms-apps", "intent", "view-source", "ms-word", "JavaScript", "java\tscript", "x",
        "chrome-extension", "shortcuts", "prefs", "app-settings"
    ]
    base = {
        "ActivationCode": "north",
        "Udid": secrets.token_hex(20),
        "DeviceType": "2",
        "BundleId": "com.example.attack",
        "RequestingApp": "com.example.attack",
        "AuthenticationType": "1",
        "AuthenticationGroup": "com.example.attack"
    }
    good = ask(place, "GET", LOGIN, {**base, "RedirectUrl": "sdksampleApp://SAMLAuthentication?"})
    offers = good.status == 401 and "RedirectUrl" in good.text
    for scheme in schemes:
        for rest in ("://SAMLAuthentication?", "://evil.example.test/SAMLAuthentication?",
                     "://SAMLAuthentication@evil.example.test?"):
            try:
                answer = ask(place, "GET", LOGIN, {**base, "RedirectUrl": f"{scheme}{rest}"})
            except ValueError:
                continue
            if answer.status == 401 and "RedirectUrl" in answer.text and len(scheme) > 1:
                taken.append(f"{scheme}{rest}")
    trial.did(
        f"{3 * len(schemes)} return addresses; the SDK's own is {'taken' if offers else f'answered {good.status}'}")
    trial.check("the SDK's own scheme is taken", offers, f"{good.status} {good.text[:100]}")
    trial.check("no other scheme is taken", not taken, ", ".join(taken)[:300])


# Characters that end a line, speak to a terminal, or turn the direction of a text.
HARMFUL = re.compile("[\x00-\x08\x0b-\x1f\x7f\x80-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\u061c]")
STAMP = re.compile(r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d")


@attack("log-injection", [17],
        "Names with line breaks, escapes and changes of direction, which are logged",
        is_load=False)
def log_injection(trial):
    console, place = trial.console, trial.console.https
    start = console.logged()
    texts = [
        "a\n2026-11-23T00:00:00.000Z info forged line=1", "a\r\nb", "a\x1b[2J\x1b[31mred", "a\u202etxt.exe", "a\u2028b",
        "a\x85b", "a\u2066b\u2069", 'a" level="error', "a\x00b", "a=b c=d", "\x07" * 5
    ]
    for text in texts:
        person = {**console.people["north"], "user": text}
        body = json.dumps({
            "Username": text,
            "Password": "x",
            "ActivationCode": text,
            "Udid": text,
            "DeviceType": "2",
            "BundleId": text,
            "RequestingApp": text,
            "AuthenticationGroup": text,
            "AuthenticationType": "2"
        })
        ask(place, "POST", LOGIN, {"Content-Type": JSON}, body.encode())
        device = Device(place, {**person, "user": text})
        device.sign_in()
        quoted = "".join(f"%{byte:02x}" for byte in text.encode())
        for path in (f"/nothing/{quoted}", platform(quoted, "user"), f"/api/{quoted}", f"/_mock/devices/{quoted}"):
            ask(place, "GET", path)
            ask(console.administration, "GET", path, {"Authorization": f"Bearer {console.token}"})
        ask(console.administration, "GET", "/_mock/devices", {
            "Authorization": "Basic " + base64.b64encode(f"{text}:x".encode()).decode()})
        try:
            ask(place, "GET", "/livez", {"User-Agent": text.encode("utf-8").decode("latin-1"), "aw-device-uid": "x"})
        except ValueError:
            pass
    mine = signed_in(trial, "north")
    for text in texts:
        mine.signed("POST", BEACON, mine.beacon_body(FriendlyName=text, Model=text))
    time.sleep(0.2)
    lines = [line for line in console.said(start).split("\n") if line]
    odd = [line for line in lines if HARMFUL.search(line)]
    forged = [line for line in lines if not STAMP.match(line) or line.startswith("2026-11-23T00:00:00.000Z")]
    trial.did(f"{len(texts)} texts in names, paths, headers and beacons; {len(lines)} lines of log")
    trial.check("no harmful character in the log", not odd,
                f"{len(odd)} lines, such as {odd[0][:160]!r}" if odd else "")
    trial.check("no forged line", not forged, f"{len(forged)} lines, such as {forged[0][:160]!r}" if forged else "")


@attack("aborting-clients", [17],
        "Clients that leave in the midst of a body, of a wait, and of an answer",
        is_load=False)
def aborting_clients(trial):
    console, start, count = trial.console, trial.console.logged(), 0
    mine = signed_in(trial, "north")
    bearer = {"Authorization": f"Bearer {mine.bearer}", "Content-Type": JSON}
    administration = {"Authorization": f"Bearer {console.token}", "Content-Type": JSON}
    long = mine.log_body(5000)
    calls = [(console.https, request(console.https, "POST", platform(mine.device, "logging"), bearer, long)[:-500]),
             (console.https, request(console.https, "POST", LOGIN, {"Content-Type": JSON}, long)[:-100]),
             (console.https, request(console.https, "POST", BEACON, bearer, mine.beacon_body())[:-20]),
             (console.https, request(console.https, "POST", BEACON, bearer, mine.beacon_body())),
             (console.administration, request(console.administration, "GET", "/openapi.json")),
             (console.administration,
              request(console.administration, "POST", "/_mock/wait", administration,
                      b'{"match":{"path":"/nothing"},"count":1,"timeoutSeconds":20}')),
             (console.administration,
              request(console.administration, "POST", "/_mock/environment", administration, b"version: 2\n")[:-3]),
             (console.administration, request(console.administration, "GET", "/_mock/stream", administration)),
             (console.administration,
              request(console.administration, "POST", "/api/mam/blobs/uploadblob?fileName=A.ipa", {
                  **administration, "Content-Type": "application/octet-stream"
              }, bytes(300_000))[:-1000])]
    for number in range(10 if trial.setup.is_short else 40):
        for place, content in calls:
            sock = place.open()
            sock.sendall(content)
            time.sleep(0.01 if number % 2 else 0.002)
            # Reset, not closed: as a device does that leaves its network.
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            sock.close()
            count += 1
    time.sleep(1)
    lines = console.said(start).split("\n")
    errors = [line for line in lines if re.search(r"\berror\b.*(Failed|status=5)|status=500| error ", line)]
    trial.did(f"{count} connections reset in the midst of {len(calls)} requests; {len(lines)} lines of log")
    trial.check("none of them is an error of the console", not errors,
                f"{len(errors)} lines, such as {errors[0][:250]}" if errors else "")
    trial.check("nothing is left on disk", console.size("spool") == 0, f"{console.size('spool')} bytes in spool")
    alive = mine.signed("POST", BEACON, mine.beacon_body())
    trial.check("it goes on", alive.status == 200, alive.status)


@attack("sniffing", [17], "JSON that a browser might take for a page", is_load=False)
def sniffing(trial):
    console, without, count = trial.console, [], 0
    administration = {"Authorization": f"Bearer {console.token}"}
    for place, path, headers in ((console.https, "/deviceservices/awhealth",
                                  {}), (console.https, "/deviceservices/nothing", {}), (console.https, "/", {}),
                                 (console.https, "/livez", {}), (console.https, platform("a" * 40, "status"), {}),
                                 (console.https, LOGIN, {}), (console.https, "/deviceservices/trustservicesettings",
                                                              {}), (console.administration, "/_mock/devices",
                                                                    administration), (console.administration,
                                                                                      "/_mock/devices", {}),
                                 (console.administration, "/api/mdm/devices/search",
                                  administration), (console.administration, "/openapi.json",
                                                    {}), (console.administration, "/api/nothing", administration),
                                 (console.administration, "/_mock/environment",
                                  administration), (console.administration, "/metrics", administration)):
        answer = ask(place, "GET", path, {"Accept": "*/*", **headers})
        count += 1
        if answer.headers.get("x-content-type-options", "").lower() != "nosniff" and "json" in answer.headers.get(
                "content-type", ""):
            without.append(f"{path} ({answer.status} {answer.headers.get('content-type', 'no type')})")
    trial.did(f"{count} answers")
    trial.check("nosniff on JSON", not without, ", ".join(without)[:400])


def can_mount():
    """Whether a file system can be mounted in a namespace of its own."""
    return subprocess.run(["unshare", "-m", "sh", "-c", "mount -t tmpfs tmpfs /tmp"], stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, check=False).returncode == 0


@attack("full-disk", [17], "A disk that gets full", is_alone=True)
def full_disk(trial):
    if not (os.path.exists("/usr/bin/unshare") and can_mount()):
        raise Skipped("no file system can be mounted here: that needs root")
    console = Console(trial.setup, "full-disk")
    os.makedirs(console.data)
    os.chmod(console.data, 0o700)
    console.launcher = [
        "unshare", "-m", "sh", "-c", 'mount -t tmpfs -o size=16m,mode=700 tmpfs "$0" && exec "$@"', console.data
    ]
    trial.console = console
    with console:
        # In the console's own view its authority lies on the disk that only it sees.
        shown = f"/proc/{console.process.pid}/root{console.data}/ca.pem"
        kept = os.path.join(console.folder, "ca.pem")
        with open(shown, "rb") as source, open(kept, "wb") as target:
            target.write(source.read())
        console.ready["ca"] = kept
        mine = signed_in(trial, "north")
        administrator = Administrator(console.administration, console.token)
        place = console.administration
        first = ask(place, "GET", "/readyz").status
        taken = refused = 0
        end = time.monotonic() + max(8, trial.seconds)
        while refused < 12 and time.monotonic() < end:
            answer = mine.with_bearer("POST", platform(mine.device, "logging"),
                                      mine.log_body(5000 if refused < 4 else 100))
            taken, refused = taken + (answer.status == 200), refused + (answer.status == 503)
            if answer.status not in (200, 503):
                raise Failure(f"A log is answered {answer.status}: {answer.text[:200]}")
        full = ask(place, "GET", "/readyz")
        alive, kept_logs = ask(place, "GET", "/livez").status, administrator.get("/_mock/logs?pageSize=1").get("total")
        read = administrator.ask("GET", "/api/mdm/devices/search").status
        trial.check("what it cannot keep is refused with 503", refused >= 12, f"{taken} taken, {refused} refused")
        trial.check("/readyz knows", first == 200 and full.status == 503, f"{first}, then {full.status}")
        trial.check("/livez does not care", alive == 200, alive)
        trial.check("what only reads goes on", read == 200, read)
        trial.check("nothing acknowledged is lost", kept_logs == taken, f"{kept_logs} of {taken}")
        trial.did(f"a disk of 16 MiB: {taken} logs taken, then 12 refused; /readyz {first}, then {full.status}")
        trial.check("it is logged", re.search(r"(?i)disk|no space|full", console.said()), console.said()[-200:])
        trial.check("runs", console.is_running)
