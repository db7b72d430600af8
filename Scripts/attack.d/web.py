"""Pages for people: guessing, readers who do not read, forms of other sites, and pages of another customer (line 18)."""

import html
import re
import secrets
import select
import socket
import ssl
import time
import urllib.parse

from client import Administrator
from connections import streams_open
from console import Failure
from customers import TRACES, CustomerAdministrator, settle_in, signed_in
from signins import LOGGED
from trial import attack
from wire import ask, close_all, flood, request

FORM = "application/x-www-form-urlencoded"
CONSOLE, PORTAL = "/console", "/mydevice"


class Person:
    """Somebody in a browser without a script, signed in to the console or the portal."""

    def __init__(self, trial, root=CONSOLE, **fields):
        self.place, self.root, self.cookie = trial.console.administration, root, None
        answer = self.post("/sign-in", fields)
        if answer.status != 303 or "set-cookie" not in answer.headers:
            raise Failure(f"{root}: nobody can sign in: {answer.status} {answer.text[:200]}")
        self.cookie = answer.headers["set-cookie"].split(";")[0]

    def headers(self, **more):
        return {**({"Cookie": self.cookie} if self.cookie else {}), "Accept": "text/html", **more}

    def get(self, path, **headers):
        return ask(self.place, "GET", path, self.headers(**headers), timeout=30)

    def post(self, path, fields, **headers):
        return ask(self.place, "POST", path if path.startswith(self.root) else self.root + path,
                   self.headers(**{"Content-Type": FORM, **headers}), urllib.parse.urlencode(fields).encode(), timeout=30)

    @property
    def token(self):
        """What forms of this session have with them."""
        return re.search(r'name="formToken" value="([^"]+)"', self.get(self.root + "/").text).group(1)


def administrator(trial, code=None):
    """Somebody signed in to the console: who sees one customer, or everything."""
    if code is None:
        return Person(trial, name=trial.console.ready["adminUser"], password=trial.console.password)
    one = CustomerAdministrator(trial, code)
    return Person(trial, name=one.name, password=one.password)


def guess_pages(trial, root, fields):
    """A flood of wrong passwords of many names, typed into a page."""
    place = trial.console.administration

    def make(number):
        body = urllib.parse.urlencode({**fields, "name": f"user-{number % 500}", "password": f"wrong-{number}"})
        return request(place, "POST", f"{root}/sign-in", {"Content-Type": FORM}, body.encode())
    tally = flood(place, make, 64, trial.seconds, pause=0.005, patience=30)
    trial.did(f"{tally}; {tally.requests / trial.seconds:.0f} a second")
    trial.check("nobody gets in", not tally.statuses[303] and not tally.statuses[200], tally)
    trial.check("no error of the console", not tally.statuses[500], tally)


@attack("console-login-flood", [6, 18], "Wrong passwords on the sign-in page of the console", login=1000, log=LOGGED,
        settings={"passwords.scryptCost": None})
def console_login_flood(trial):
    guess_pages(trial, CONSOLE, {})


@attack("portal-login-flood", [6, 18], "Wrong passwords on the sign-in page of the self-service portal", login=1000,
        log=LOGGED, settings={"passwords.scryptCost": None, "web.portal": "true"})
def portal_login_flood(trial):
    guess_pages(trial, PORTAL, {"group": trial.console.people["south"]["group"]})


@attack("console-streams", [1, 18], "500 pages that are live, and read nothing", descriptors=512,
        log=[r"http\.connections|stream\.perCustomer|stream\.patience"], settings={"stream.patience": "2"})
def console_streams(trial):
    origin, made, answered = trial.console.administration, [], {}
    person, end = administrator(trial), time.monotonic() + trial.seconds
    content = request(origin, "GET", f"{CONSOLE}/stream", {"Cookie": person.cookie, "Accept": "text/event-stream"})
    for _ in range(500):
        if time.monotonic() > end:
            break
        try:
            sock = origin.open()
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            sock.sendall(content)
            made.append(sock)
        except (OSError, ssl.SSLError):
            answered["not connected"] = answered.get("not connected", 0) + 1
    for sock in made:
        if select.select([sock], [], [], 0)[0]:
            streams_open(sock, answered)
    while time.monotonic() < end:
        time.sleep(0.1)
    trial.did(f"{len(made)} readers; answers {answered}")
    close_all(made)


@attack("forged-forms", [18], "Forms and streams of other sites, with the cookie of somebody who is signed in",
        is_load=False)
def forged_forms(trial):
    person, other = administrator(trial), administrator(trial)
    root = Administrator(trial.console.administration, trial.console.token)
    faults, count = "/_mock/faults?pageSize=1", 0
    form = {"path": "/nowhere", "effect": "status", "status": "503"}
    foreign = [{"Origin": "https://evil.example.test"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"},
               {"Referer": "https://evil.example.test/", "Origin": "https://evil.example.test"}]
    for headers in foreign:
        answer = person.post("/faults/add", {**form, "formToken": person.token}, **headers)
        trial.check("a form of another site is refused", answer.status == 403, f"{headers}: {answer.status}")
        count += 1
        if "Referer" not in headers:
            stream = ask(person.place, "GET", f"{CONSOLE}/find.json?q=a", person.headers(**headers))
            trial.check("no other site reads what is found", "access-control-allow-origin" not in stream.headers)
    for name, token in (("no token", None), ("an empty token", ""), ("another session's token", other.token),
                        ("a made-up token", secrets.token_urlsafe(32)), ("half a token", person.token[:8])):
        answer = person.post("/faults/add", {**form, **({} if token is None else {"formToken": token})})
        trial.check(f"{name} is refused", answer.status == 403, str(answer.status))
        count += 1
    trial.check("nothing was done", root.get(faults).get("total") == 0)
    taken = person.post("/faults/add", {**form, "formToken": person.token})
    trial.check("an own form is taken", taken.status == 303, f"{taken.status} {taken.text[:120]}")
    for made_up in (secrets.token_urlsafe(32), "", "../../x", "a" * 5000):
        name = person.cookie.split("=")[0]
        answer = ask(person.place, "GET", f"{CONSOLE}/devices", {"Cookie": f"{name}={made_up}", "Accept": "text/html"})
        trial.check("a made-up session is none", answer.status in (303, 400, 431), str(answer.status))
        count += 1
    for target in ("//evil.example.test/", "https://evil.example.test/", "/console/\\evil", "/\\evil.example.test"):
        answer = ask(person.place, "POST", f"{CONSOLE}/sign-in", {"Content-Type": FORM}, urllib.parse.urlencode({
            "name": trial.console.ready["adminUser"], "password": trial.console.password, "next": target}).encode())
        trial.check("nobody is sent elsewhere", answer.headers.get("location", "/console/").startswith("/console/"),
                    answer.headers.get("location"))
        count += 1
    for page, cookie in ((f"{CONSOLE}/", person.cookie), (f"{CONSOLE}/sign-in", "none=1")):
        said = person.get(page, Cookie=cookie).headers
        policy = said.get("content-security-policy", "")
        trial.check("the policy allows no inline code", "unsafe" not in policy and "script-src" in policy + "script-src"
                    and "frame-ancestors 'none'" in policy, policy)
    trial.did(f"{count} requests")


def pages(person, most=400):
    """Addresses of the pages that links lead to, each with its text."""
    todo, known, shapes = [f"{CONSOLE}/"], {f"{CONSOLE}/"}, {}
    while todo and len(shapes) < most:
        path = todo.pop(0)
        kind = re.sub(r"[^/?=&]*\d[^/?=&]*", "*", path)
        if shapes.get(kind, 0) >= 2 or "sign-out" in path:
            continue
        shapes[kind] = shapes.get(kind, 0) + 1
        answer = person.get(path)
        yield path, answer
        for link in re.findall(r'href="(/console/[^"#]*)"', answer.text):
            link = html.unescape(link)
            if link not in known:
                known.add(link)
                todo.append(link)


@attack("foreign-pages", [4, 18], "One customer's administrator opens every page of another's, by its address",
        is_load=False)
def foreign_pages(trial):
    south = CustomerAdministrator(trial, "south")
    theirs = signed_in(trial, "south")
    settle_in(trial, theirs, south)
    there = {path: answer for path, answer in pages(Person(trial, name=south.name, password=south.password))
             if answer.status == 200}
    trial.check("the south has something to lose", any("South only" in answer.text for answer in there.values()))
    north, told, broken = administrator(trial, "north"), [], []
    for path in [*there, *(f"{CONSOLE}/{room}/{number}" for room in (
            "devices", "journal", "logs", "users", "apps", "profiles", "smart-groups", "snapshots", "notifications",
            "geofences", "commands", "faults") for number in range(1, 8))]:
        answer = north.get(path)
        # What was typed into the address stands on the page, which is no secret.
        text = answer.text.replace(theirs.device, "")
        if answer.status == 200 and any(trace.lower() in text.lower() for trace in TRACES):
            told.append(path)
        if answer.status >= 500:
            broken.append(path)
    trial.did(f"{len(there)} pages of the south, and more by number")
    trial.check("nothing of the other is told", not told, ", ".join(told[:10]))
    trial.check("no error of the console", not broken, ", ".join(broken[:10]))
    changed, before = [], theirs.device in south.ask("GET", f"/_mock/devices/{theirs.device}").text
    token = north.token
    for path in {form for answer in there.values() for form in re.findall(r'action="(/console/[^"]*)"', answer.text)}:
        path = html.unescape(path)
        if theirs.device in path or re.search(r"/\d+", path):
            answer = north.post(path, {"formToken": token, "key": theirs.device, "name": "Taken by the north"})
            if answer.status >= 500:
                broken.append(path)
    after = south.ask("GET", f"/_mock/devices/{theirs.device}").text
    if "Taken by the north" in after or not before or "South only" not in after:
        changed.append(theirs.device)
    trial.check("forms of the other's pages do nothing", not changed and not broken, ", ".join(broken[:10]))
