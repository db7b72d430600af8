"""Faults, sandboxes, groups and domains of one customer that reach for another (lines 4, 11 and 17)."""

import json
import secrets
import string

from client import LOGIN, Administrator, basic, platform
from customers import CustomerAdministrator, signed_in
from trial import attack
from wire import NEIGHBOUR, ask

ENROLL = "/deviceservices/enrollment/airwatchenroll.aws/"


@attack("foreign-faults", [4], "Faults of one customer on requests of an administrator above, and of another's device",
        is_load=False)
def foreign_faults(trial):
    console, north = trial.console, CustomerAdministrator(trial, "north")
    root = Administrator(console.administration, console.token)
    place = console.administration
    theirs = signed_in(trial, "south")
    signed_in(trial, "north", device=theirs.device)
    north.ask("PATCH", f"/_mock/devices/{theirs.device}", {"friendlyName": "Mine as well"})
    key = north.ask("POST", "/_mock/api-keys", {"name": secrets.token_hex(4)}).json().get("key", "")
    client = (console.ready.get("oauthClientId", "mockuem"), console.ready.get("oauthClientSecret", ""))
    named = north.ask("POST", "/_mock/administrators", {
        "username": client[0], "password": secrets.token_urlsafe(18), "role": "Read Only", "group": "north"})
    made = north.ask("POST", "/_mock/faults", {"match": {}, "action": {"status": 418}})
    trial.check("the fault is there", made.status == 201, made.text[:120])
    admin = (console.ready.get("adminUser", "admin"), console.password)
    form = b"grant_type=client_credentials"
    answers = {
        "a group in the query": root.ask("GET", "/api/system/groups/search?groupid=north"),
        "a group in the body": root.ask("POST", "/api/system/groups/999999", {"GroupId": "north", "Name": "x"}),
        "a key beside a token": root.ask("GET", "/api/system/info", **{"aw-tenant-code": key}),
        "a name with escapes": ask(place, "GET", "/api/system/groups/search?groupid=north", {
            **basic("%61" + admin[0][1:], admin[1]), "aw-tenant-code": console.ready["tenantCode"]}),
        "a client of a name": ask(place, "POST", "/connect/token", {
            **basic(*client), "Content-Type": "application/x-www-form-urlencoded"}, form),
        "the status of a device of both": ask(
            console.https, "GET", platform(theirs.device, "status"), source=NEIGHBOUR),
        "a signature of the other": theirs.signed("GET", theirs.profile_target()),
        "a large body of the other": theirs.signed("POST", LOGIN, b"x" * 100_000),
    }
    for name, answer in answers.items():
        trial.check(f"not met: {name}", answer.status != 418, answer.text[:80])
    trial.did(f"an administrator named {client[0]}: {named.status}; "
              + ", ".join(f"{name}: {answer.status}" for name, answer in answers.items()))


@attack("secrets-by-questions", [4, 10], "Passwords and tokens found out letter by letter, by matchers of faults",
        is_load=False)
def secrets_by_questions(trial):
    console, owner = trial.console, CustomerAdministrator(trial, "north")
    person = console.people["north"]
    hits = []
    questions = [
        ("header", lambda letter: {"header": {"Authorization": {"matches": f"^(?i)bearer {letter}"}}}),
        ("password", lambda letter: {"json": {"$.Password": {"startsWith": letter}}}),
        ("body", lambda letter: {"body": {"contains": f'"Password": "{letter}'}}),
    ]
    for name, question in questions:
        for letter in string.ascii_letters + string.digits + "-_":
            owner.ask("POST", "/_mock/faults", {
                "match": question(letter), "action": {"status": 418}, "skip": 1_000_000, "label": f"{name} {letter}"})
        login = json.dumps({"Username": person["user"], "Password": person["password"], "ActivationCode": "north",
                            "Udid": secrets.token_hex(20), "DeviceType": "2", "BundleId": person["bundle"],
                            "AuthenticationType": "2"}).encode()
        ask(console.https, "POST", LOGIN, {"Content-Type": "application/json"}, login)
        ask(console.administration, "GET", "/api/system/groups/search?groupid=north",
            {"Authorization": f"Bearer {console.token}"})
        found = owner.get("/_mock/faults?pageSize=500")
        hits += [item.get("label") for item in found.get("items", []) if item.get("seen")]
        owner.ask("DELETE", "/_mock/faults")
    trial.did(f"{len(questions)} × 64 questions, of which {len(hits)} were answered")
    trial.check("no letter is told", not hits, hits)


@attack("sandbox-escape", [4], "Environments of sandboxes that reach for another customer", is_load=False)
def sandbox_escape(trial):
    root = Administrator(trial.console.administration, trial.console.token)

    def make(groups):
        text = "version: 2\norganizationGroups:\n" + groups
        return root.ask("POST", "/_mock/sandboxes", {"environment": text})
    user = f"planted-{secrets.token_hex(3)}"
    for path in ("!x path: global/north", "!!str path: global/north", "!x path: global"):
        make(f"  - {{path: global/acme, type: Customer}}\n  - {path}\n"
             f"    users: [{{username: {user}, password: pw}}]\n")
    for group in ("north", "global"):
        found = root.get(f"/_mock/users?name={user}&group={group}")
        mine = [item for item in found.get("items", []) if item.get("username") == user and item.get("group") == group]
        trial.check(f"nobody is planted in {group}", not mine, mine)
    parts = ("settings: {defaultProfile: {group: global/%s, name: Least}}",
             "smartGroups: [{name: S, criteria: {organizationGroups: [global/%s]}}]",
             "smartGroups: [{name: S, criteria: {users: [{group: global/%s, name: north-user}]}}]")
    for part in parts:
        answers = [make(f"  - path: global/acme\n    {part % group}\n") for group in ("north", "nowhere")]
        trial.did(f"{part[:40]}…: {answers[0].status} {answers[0].json().get('message', '')[:80]}")
        trial.check("refused", all(answer.status == 422 for answer in answers), answers[0].text[:120])
        texts = [json.dumps(answer.json().get("message", "")).replace("nowhere", "north") for answer in answers]
        trial.check("there and nowhere are the same", texts[0] == texts[1], texts)


@attack("customer-chain", [4, 17], "A customer makes itself none, lists another's e-mail domain, and is shown groups",
        is_load=False)
def customer_chain(trial):
    console, north = trial.console, CustomerAdministrator(trial, "north")
    root = Administrator(console.administration, console.token)
    number = root.get("/api/system/groups/search?groupid=north")["LocationGroups"][0]["Id"]["Value"]
    for kind in ("Container", "Partner"):
        changed = north.ask("PUT", f"/api/system/groups/{number}", {"LocationGroupType": kind})
        trial.check(f"a customer does not become a {kind}", changed.status == 403, changed.text[:100])
    domain = f"{secrets.token_hex(4)}.example"
    root.ask("PATCH", "/_mock/groups/south/settings", {"emailDomains": [domain]})
    taken = north.ask("PATCH", "/_mock/groups/north/settings", {"emailDomains": [domain]})
    found = ask(console.https, "GET", f"/autodiscovery/awcredentials.aws/v2/domainlookup/domain/{domain}")
    trial.check("a domain stays with its customer", taken.status == 409 and found.json().get("GroupId") == "south",
                f"{taken.status} {found.text[:120]}")

    def step(name, **body):
        headers = {"Content-Type": "application/json"}
        return ask(console.https, "POST", ENROLL + name, headers, json.dumps(body).encode())
    opened = step("validategroupidentifier", GroupId="global").json()
    session = (opened.get("Header") or {}).get("SessionId", "")
    codes = set()
    for group in range(1, 60):
        answer = step("validategroupselector", Header={"SessionId": session}, LocationGroup=group)
        codes.add((answer.json().get("NextStep") or {}).get("GroupId") if answer.status == 200 else None)
    trial.did(f"types: 403; domain: {taken.status}; ids 1 to 59 led to {sorted(code for code in codes if code)}")
    trial.check("ids of groups lead to none of a customer", not codes & {"north", "south"}, codes)
