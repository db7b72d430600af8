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


def portal_user(trial, code, other=False):
    """A user of a customer, or the other one, signed in to the portal."""
    one = trial.console.people[code]
    name, password = (f"{code}-other", one["password"] + "x") if other else (one["user"], one["password"])
    return Person(trial, PORTAL, group=code, name=name, password=password)


def portal_devices(user):
    """The pages of the devices of whoever has signed in to the portal."""
    return sorted(set(re.findall(rf'href="({PORTAL}/devices/[^"/]+)"', user.get(f"{PORTAL}/").text)))


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


# Streams of one customer at a time, as the console is configured (stream.perCustomer).
STREAMS = 64


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
    while time.monotonic() < end:
        time.sleep(0.1)
    for sock in made:
        if select.select([sock], [], [], 0)[0]:
            streams_open(sock, answered)
    trial.did(f"{len(made)} readers; answers {answered}")
    let_in = sum(count for answer, count in answered.items() if " 200 " in answer)
    # Those that read nothing are ended after a while, and make room for others.
    trial.check("what is beyond the streams of one customer is refused", len(made) <= STREAMS or let_in < len(made),
                answered)
    close_all(made)


# What browsers say of a form or a script of another site.
FOREIGN = [{"Origin": "https://evil.example.test"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"},
           {"Sec-Fetch-Site": "same-site"},
           {"Referer": "https://evil.example.test/", "Origin": "https://evil.example.test"}]


def forge(trial, person, other, path, form, done):
    """Sends a form as other sites would, without a token and with wrong ones, and then as its page does; requests.

    `done` says how much has come of it.
    """
    count, before = 0, done()
    for headers in FOREIGN:
        answer = person.post(path, {**form, "formToken": person.token}, **headers)
        trial.check("a form of another site is refused", answer.status == 403, f"{path} {headers}: {answer.status}")
        count += 1
    for name, token in (("no token", None), ("an empty token", ""), ("another session's token", other.token),
                        ("a made-up token", secrets.token_urlsafe(32)), ("half a token", person.token[:8])):
        answer = person.post(path, {**form, **({} if token is None else {"formToken": token})})
        trial.check(f"{name} is refused", answer.status == 403, f"{path}: {answer.status}")
        count += 1
    trial.check("nothing was done", done() == before, path)
    taken = person.post(path, {**form, "formToken": person.token})
    trial.check("an own form is taken", taken.status == 303 and done() == before + 1,
                f"{path}: {taken.status} {taken.text[:120]}")
    for made_up in (secrets.token_urlsafe(32), "", "../../x", "a" * 5000):
        name = person.cookie.split("=")[0]
        answer = ask(person.place, "GET", f"{person.root}/", {"Cookie": f"{name}={made_up}", "Accept": "text/html"})
        trial.check("a made-up session is none", answer.status in (303, 400, 431), f"{person.root}: {answer.status}")
        count += 1
    return count + 1


def forge_streams(trial, person):
    """Asks for what happens here as scripts of other sites would, and as an own page does; requests."""
    path = f"{CONSOLE}/stream"
    for headers in FOREIGN:
        answer = ask(person.place, "GET", path, person.headers(**{**headers, "Accept": "text/event-stream"}), timeout=10)
        trial.check("no other site reads the stream", answer.status == 403
                    and "access-control-allow-origin" not in answer.headers, f"{headers}: {answer.status}")
        found = ask(person.place, "GET", f"{CONSOLE}/find.json?q=a", person.headers(**headers))
        trial.check("no other site reads what is found", "access-control-allow-origin" not in found.headers)
    own, answered = {**person.headers(Accept="text/event-stream"), "Sec-Fetch-Site": "same-origin"}, {}
    with person.place.open() as sock:
        sock.sendall(request(person.place, "GET", path, own))
        trial.check("an own page reads the stream", streams_open(sock, answered), answered)
    return 2 * len(FOREIGN) + 1


@attack("forged-forms", [18], "Forms and streams of other sites, with the cookie of somebody who is signed in",
        is_load=False, settings={"web.portal": "true"})
def forged_forms(trial):
    person, other = administrator(trial), administrator(trial)
    root = Administrator(trial.console.administration, trial.console.token)
    count = forge(trial, person, other, "/faults/add", {"path": "/nowhere", "effect": "status", "status": "503"},
                  lambda: root.get("/_mock/faults?pageSize=1").get("total"))
    count += forge_streams(trial, person)
    for target in ("//evil.example.test/", "https://evil.example.test/", "/console/\\evil", "/\\evil.example.test"):
        answer = ask(person.place, "POST", f"{CONSOLE}/sign-in", {"Content-Type": FORM}, urllib.parse.urlencode({
            "name": trial.console.ready["adminUser"], "password": trial.console.password, "next": target}).encode())
        trial.check("nobody is sent elsewhere", answer.headers.get("location", "/console/").startswith("/console/"),
                    answer.headers.get("location"))
        count += 1
    # The portal: a token for an app, and a lock of an own device.
    theirs, user = signed_in(trial, "south"), portal_user(trial, "south")
    tokens = f"/_mock/users/{theirs.person['user']}/tokens?group=south&pageSize=1"
    count += forge(trial, user, portal_user(trial, "south"), "/tokens", {"expiresInMinutes": "60"},
                   lambda: root.get(tokens).get("total"))
    device = portal_devices(user)[0]
    count += forge(trial, user, person, f"{device}/lock", {}, lambda: root.get(
        f"/_mock/devices/{theirs.device}/commands?pageSize=1").get("total"))
    for page, one in ((f"{CONSOLE}/", person), (f"{CONSOLE}/sign-in", None), (f"{PORTAL}/", user),
                      (f"{PORTAL}/sign-in", None)):
        said = person.get(page, Cookie=one.cookie if one else "none=1").headers
        policy = said.get("content-security-policy", "")
        trial.check("the policy allows no inline code", "unsafe" not in policy and "script-src" in policy + "script-src"
                    and "frame-ancestors 'none'" in policy, f"{page}: {policy}")
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


# Rooms with a page for each thing that has a number or a name.
ROOMS = ["administrators", "app-logs", "apps", "clocks", "compliance", "devices", "event-notifications",
         "event-notifications/deliveries", "faults", "geofences", "groups", "journal", "profiles", "sandboxes",
         "scenarios", "smart-groups", "snapshots", "terms-of-use/south", "user-groups", "users"]


def furnish(trial, south):
    """Gives a customer one of each thing that has a page; what could not be made."""
    group = south.get("/api/system/groups/search?groupid=south")["LocationGroups"][0]["Id"]["Value"]
    # The public profile calls nobody inside the network.
    hooks = "https://hooks.example.net" if trial.setup.is_public else trial.console.https.url
    target = {"Format": "Json", "IsActive": True, "OrganizationGroupId": str(group), "DeviceEvents": {"Enrollment": True}}
    made = [
        ("/_mock/profiles", {"name": "South only", "group": "south", "payloads": [
            {"PayloadType": "LoggingSettingsV2", "LoggingLevel": 2}]}),
        ("/_mock/geofences", {
            "name": "South only", "group": "south", "latitude": 52.52, "longitude": 13.405, "radius": 500}),
        ("/_mock/groups/south/compliance-rules", {
            "name": "South only", "kind": "osVersion", "operator": ">=", "version": "10.0", "action": "block"}),
        ("/_mock/groups/south/terms-of-use", {"content": "South only", "applications": ["com.example.nobody"]}),
        ("/_mock/api-keys", {"name": "South only", "group": "south"}),
        ("/_mock/oauth-clients", {"name": "South only", "group": "south", "role": "Read Only"}),
        ("/_mock/administrators", {
            "username": "south-user-admin", "password": secrets.token_urlsafe(18), "role": "Read Only", "group": "south"}),
        ("/_mock/users/south-user/tokens", {"expiresInMinutes": 60}),
        ("/api/mdm/smartgroups", {
            "Name": "South only", "CriteriaType": "All", "ManagedByOrganizationGroupId": str(group)}),
        ("/api/mdm/tags/addtag", {"TagName": "South only", "LocationGroupId": str(group), "TagType": 1}),
        ("/api/system/usergroups/createcustomusergroup", {
            "GroupName": "South only", "OrganizationGroupId": str(group)}),
        ("/api/system/eventnotifications", {
            "TargetName": "South only", "TargetUrl": f"{hooks}/nowhere", **target}),
    ]
    answers = [(path, south.ask("POST", path, value)) for path, value in made]
    return [f"{path}: {answer.status} {answer.text[:80]}" for path, answer in answers if answer.status >= 300]


def state(south, theirs):
    """What the south's things are like, as its administrator sees them."""
    paths = [f"/_mock/devices/{theirs.device}/commands", "/_mock/profiles", "/_mock/geofences",
             "/_mock/groups/south/compliance-rules", "/_mock/groups/south/terms-of-use", "/_mock/administrators",
             "/api/mdm/smartgroups/search", "/api/system/usergroups/search", "/_mock/users/south-user/tokens?group=south", "/_mock/logs", "/_mock/beacons"]
    kept = {path: south.ask("GET", path).text for path in paths}
    # Without what becomes of deliveries meanwhile.
    targets = re.findall(r'"(?:TargetName|TargetUrl|IsActive)":[^,}]*',
                         south.ask("GET", "/api/system/eventnotifications").text)
    device = south.get(f"/_mock/devices/{theirs.device}")
    return {**kept, "targets": str(targets), "device": str([device.get(name) for name in (
        "friendlyName", "enrollmentStatus", "complianceStatus", "groupId", "tags", "email")])}


@attack("foreign-pages", [4, 18], "Administrators and users open every page of another's, by its address",
        is_load=False, settings={"web.portal": "true"}, local={"notifications.allowPrivateTargets": "true"})
def foreign_pages(trial):
    south = CustomerAdministrator(trial, "south")
    theirs = signed_in(trial, "south")
    missing = furnish(trial, south)
    settle_in(trial, theirs, south)
    trial.check("the south is furnished", not missing, "; ".join(missing))
    there = {path: answer for path, answer in pages(Person(trial, name=south.name, password=south.password))
             if answer.status == 200}
    trial.check("the south has something to lose",
                sum("South only" in answer.text for answer in there.values()) > 20, len(there))
    north, told, broken = administrator(trial, "north"), [], []
    for path in [*there, *(f"{CONSOLE}/{room}/{number}" for room in ROOMS for number in range(1, 8))]:
        answer = north.get(path)
        # What was typed into the address stands on the page, which is no secret.
        text = answer.text.replace(theirs.device, "").replace(html.escape(path), "")
        for _, typed in urllib.parse.parse_qsl(urllib.parse.urlsplit(path).query):
            text = text.replace(html.escape(typed), "").replace(urllib.parse.quote(typed), "")
        if answer.status == 200 and any(trace.lower() in text.lower() for trace in TRACES):
            told.append(path)
        if answer.status >= 500:
            broken.append(path)
    trial.check("nothing of the other is told", not told, ", ".join(told[:10]))
    before, token, sent = state(south, theirs), north.token, 0
    forms = {form for answer in there.values() for form in re.findall(r'action="(/console/[^"]*)"', answer.text)}
    for path in sorted(map(html.unescape, forms)):
        if theirs.device in path or re.search(r"/\d+|/[0-9a-f]{8}-[0-9a-f]{4}-|/south(/|$)", path):
            answer = north.post(path, {
                "formToken": token, "key": theirs.device, "name": "Taken by the north", "isSure": "true",
                "confirmed": "true", "formAgreed": "true"})
            sent += 1
            if answer.status >= 500:
                broken.append(path)
    trial.check("many forms were sent", sent > 30, sent)
    after = state(south, theirs)
    changed = [name for name in before if before[name] != after[name]]
    trial.check("forms of the other's pages do nothing", not changed, ", ".join(changed))
    trial.check("no error of the console", not broken, ", ".join(broken[:10]))
    trial.did(f"{len(there)} pages of the south, {7 * len(ROOMS)} by number, {sent} forms, "
              f"{foreign_portal(trial, south, theirs)} requests to the portal")


def foreign_portal(trial, south, theirs):
    """Users open and send what is another user's, of their customer and of another one; requests."""
    owner, count = portal_user(trial, "south"), 0
    devices, tokens = portal_devices(owner), owner.get(f"{PORTAL}/tokens").text
    forms = sorted(set(re.findall(rf'action="({PORTAL}/tokens/[^"]+)"', tokens)))
    trial.check("the user has a device and a token", devices and forms, f"{devices} {forms}")
    before = state(south, theirs)
    for stranger in (portal_user(trial, "south", other=True), portal_user(trial, "north")):
        token = stranger.token
        for path in [*devices, f"{PORTAL}/devices/{theirs.device}", *(f"{PORTAL}/devices/{n}" for n in range(1, 4))]:
            answer = stranger.get(path)
            trial.check("no page of another's device", answer.status == 404
                        and not any(trace.lower() in answer.text.lower() for trace in TRACES[:6]),
                        f"{path}: {answer.status}")
            count += 1
            for verb in ("lock", "enterprise-wipe", "device-wipe"):
                answer = stranger.post(f"{path}/{verb}", {"formToken": token, "confirmed": "true", "formAgreed": "true"})
                trial.check("no form of another's device", answer.status == 404, f"{path}/{verb}: {answer.status}")
                count += 1
        for path in forms:
            stranger.post(path, {"formToken": token, "formAgreed": "true"})
            count += 1
    after = state(south, theirs)
    changed = [name for name in before if before[name] != after[name]]
    trial.check("another user changes nothing", not changed, ", ".join(changed))
    return count
