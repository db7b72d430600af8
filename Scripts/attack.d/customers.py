"""What one customer can do to another (lines 4, 9, 11 and the first of 17)."""

import base64
import json
import re
import secrets
import time

from client import BEACON, JSON, LOGIN, Administrator, Device, basic, login_body, platform
from console import Failure
from trial import attack
from wire import NEIGHBOUR, ask, flood, request

KEY = base64.b64encode(b"escrowed by the south, 32 bytes!").decode()


class CustomerAdministrator(Administrator):
    """An administrator who sees one customer."""

    def __init__(self, trial, code):
        console = trial.console
        super().__init__(console.administration, "")
        name, password = f"{code}-{secrets.token_hex(3)}", secrets.token_urlsafe(18)
        made = Administrator(console.administration, console.token).ask("POST", "/_mock/administrators", {
            "username": name, "password": password, "role": "Console Administrator", "group": code})
        if made.status != 201:
            raise Failure(f"No administrator of {code} can be made: {made.status} {made.text[:200]}")
        self.name, self.password = name, password
        self.headers = {**basic(name, password), "aw-tenant-code": console.ready["tenantCode"]}


def signed_in(trial, code, device=None):
    """A device of a customer, after its login."""
    one = Device(trial.console.https, trial.console.people[code], device=device)
    answer = one.sign_in()
    if one.token is None:
        raise Failure(f"{code} cannot sign in: {answer.status} {answer.text[:200]}")
    return one


def settle_in(trial, one, administrator):
    """Leaves with a customer what another one must not see: a note, an attribute, a place, a log, a key in escrow."""
    one.signed("POST", BEACON, one.beacon_body(
        FriendlyName="The south's phone", Latitude=52.52, Longitude=13.405, SampleTime="2026-03-05 10:20:30 +0000",
        APNSToken="50ab7e", EmailAddress="secret@south.example.test"))
    one.signed("POST", platform(one.device, "logging"), one.log_body())
    one.signed("POST", platform(one.device, "keystore/storekey"), json.dumps({
        "DeviceType": "2", "Uid": one.device, "EnrollmentUserId": "-1", "DeviceKeyUsage": 2, "Algorithm": "AES256",
        "KeySize": len(KEY), "Base64EncodedKey": KEY}).encode())
    found = administrator.get(f"/_mock/devices/{one.device}")
    number = found.get("id")
    administrator.ask("PATCH", f"/_mock/devices/{one.device}", {
        "friendlyName": "South only",
        "email": "x@south.example.test"
    })
    administrator.ask("POST", f"/api/mdm/devices/{number}/notes", {"Note": "A note of the south"})
    administrator.ask("PUT", f"/api/mdm/devices/{number}/customattributes", {
        "CustomAttributes": [{"Name": "south", "Value": "of the south", "ApplicationGroup": "com.example.attack"}]})
    administrator.ask("POST", f"/_mock/devices/{one.device}/commands", {
        "requestType": "ShowMessage", "bundleId": one.person["bundle"], "settings": {"Text": "For the south"}})
    return number


def seen(administrator, device, number):
    """All that an administrator sees of a device, but for counters of time."""
    parts = {}
    for name, path in (("device", f"/_mock/devices/{device}"), ("escrow", f"/_mock/devices/{device}/escrow"),
                       ("notes", f"/api/mdm/devices/{number}/notes"), ("attributes",
                                                                       f"/api/mdm/devices/{number}/customattributes"),
                       ("logs", f"/_mock/logs?device={device}"), ("beacons", f"/_mock/beacons?device={device}"),
                       ("commands", f"/_mock/devices/{device}/commands")):
        answer = administrator.ask("GET", path)
        parts[name] = answer.text if answer.status == 200 else str(answer.status)
    return parts


def open_answers(trial, device):
    """What the routes that need no credential say of a device."""
    paths = (platform(device, "status"), f"/deviceservices/ConnectionEndpoint.aws/v2?deviceType=2&uid={device}")
    answers = {path: ask(trial.console.https, "GET", path) for path in paths}
    return {path: [answer.status, re.sub(r'"requestId":"[^"]*"', "", answer.text)] for path, answer in answers.items()}


# What must not be in any answer to somebody of the north.
TRACES = ["South only", "the south", "south.example.test", "52.52", "13.405", "50ab7e", "south-user", "Customer south"]


@attack("foreign-device", [4], "A user of one customer signs in with the identifier of another customer's device",
        is_load=False)
def foreign_device(trial):
    south_admin, north_admin = CustomerAdministrator(trial, "south"), CustomerAdministrator(trial, "north")
    theirs = signed_in(trial, "south")
    number = settle_in(trial, theirs, south_admin)
    before, told_to_all = seen(south_admin, theirs.device, number), open_answers(trial, theirs.device)
    trial.check("the south has something to lose", number and "A note of the south" in before["notes"],
                before["notes"][:100])
    mine = signed_in(trial, "north", theirs.device)
    after = seen(south_admin, theirs.device, number)
    changed = [name for name in before if before[name] != after[name]]
    trial.check("nothing of the other changes", not changed, ", ".join(changed))
    own = north_admin.get(f"/_mock/devices/{theirs.device}")
    answers = json.dumps(own) + "".join(seen(north_admin, theirs.device, own.get("id")).values())
    answers += "".join(seen(north_admin, theirs.device, number).values())
    answers += mine.sign_in().text + mine.signed("GET", platform(mine.device, "user")).text
    told = [trace for trace in TRACES if trace.lower() in answers.lower()]
    trial.check("nothing of the other is told", not told, ", ".join(told))
    back = mine.signed(
        "POST", platform(mine.device, "keystore/retrievekey/devicekeyusage/2/enrollmentuserid/-1"),
        json.dumps({
            "DeviceType": "2",
            "Uid": mine.device,
            "EnrollmentUserId": "-1",
            "KeyUsage": 2
        }).encode())
    trial.check("no key of the other", KEY not in back.text, back.text[:100])
    same = theirs.signed("POST", BEACON, theirs.beacon_body(FriendlyName="The south's phone"))
    trial.check("the other's credential holds", same.status == 200, f"{same.status} {same.text[:100]}")
    held = theirs.signed(
        "POST", platform(theirs.device, "keystore/retrievekey/devicekeyusage/2/enrollmentuserid/-1"),
        json.dumps({
            "DeviceType": "2",
            "Uid": theirs.device,
            "EnrollmentUserId": "-1",
            "KeyUsage": 2
        }).encode())
    trial.check("the other's key is there", KEY in held.text, f"{held.status} {held.text[:100]}")
    # The status names the group of a device that is enrolled; the earlier enrollment is the one it goes by.
    now = open_answers(trial, theirs.device)
    trial.check("open routes answer as before", now == told_to_all, json.dumps(now)[:300])
    status = mine.signed("GET", platform(mine.device, "status"))
    told = [trace for trace in TRACES + ['"south"'] if trace.lower() in status.text.lower()]
    trial.check("the other's credential gets the other's own status",
                status.status == 200 and '"north"' in status.text and not told, f"{status.status} {status.text[:300]}")
    left = mine.signed("GET", platform(mine.device, "command/unenroll"))
    trial.check("the other un-enrolls", left.status == 200, f"{left.status} {left.text[:100]}")
    trial.check("open routes answer as before when the other un-enrolls",
                open_answers(trial, theirs.device) == told_to_all, json.dumps(open_answers(trial, theirs.device))[:300])
    told = [trace for trace in TRACES if trace != "Customer south" and trace.lower() in json.dumps(now).lower()]
    trial.check("open routes tell nothing of what a device reported", not told, ", ".join(told))
    trial.did("a login, 7 lists of each administrator and 6 calls of devices with one identifier in two customers")


def bodies_of_events(count):
    events = [{"name": f"flood_{number}", "value": number} for number in range(count)]
    return json.dumps({"events": events}).encode()


@attack("evicted-analytics", [9], "One customer sends analytics and beacons until others' would go", is_load=False,
        settings={"retention.analytics": "2000", "retention.beacons": "600", "retention.pushTokens": "600"},
        log=[r"retention\.(analytics|beacons|pushTokens)"])
def evicted_analytics(trial):
    theirs, mine = signed_in(trial, "south"), signed_in(trial, "north")
    theirs.with_bearer("POST", "/deviceservices/analytics", bodies_of_events(100))
    for _ in range(20):
        theirs.signed("POST", BEACON, theirs.beacon_body())
    south_admin = CustomerAdministrator(trial, "south")
    kept = {name: south_admin.get(f"/_mock/{name}?pageSize=1").get("total") for name in ("analytics", "beacons")}
    place, end = trial.console.plain, time.monotonic() + trial.seconds
    headers = {"Authorization": f"Bearer {mine.bearer}", "Content-Type": JSON}
    content = bodies_of_events(1000)
    tally = flood(place, lambda _: request(place, "POST", "/deviceservices/analytics", headers, content), 4,
                  trial.seconds / 2, most=8)
    tally.merge(flood(place, lambda _: request(place, "POST", BEACON, headers, mine.beacon_body()), 4,
                      end - time.monotonic(), most=1500))
    for name, before in kept.items():
        now = south_admin.get(f"/_mock/{name}?pageSize=1").get("total")
        trial.check(f"{name} of the other stay", before and now == before, f"{before} were kept, {now} are")
    trial.did(f"{tally}: 8,000 events and {tally.requests - 8} beacons against 2,000 and 600 that are kept")


@attack("evicted-uploads", [9], "One customer begins uploads until another's are given up", is_load=False,
        settings={"retention.uploads": "20"}, log=[r"(retention|quotas)\.uploads"])
def evicted_uploads(trial):
    administrators = {code: CustomerAdministrator(trial, code) for code in ("south", "north")}

    def send_chunk(code, transaction, number):
        return administrators[code].ask(
            "POST", "/api/mam/apps/internal/uploadchunk", {
                "TransactionId": transaction,
                "ChunkSequenceNumber": number,
                "ChunkData": base64.b64encode(bytes(1000)).decode()
            })
    begun = send_chunk("south", "", 1)
    transaction = begun.json().get("TranscationId") or begun.json().get("TransactionId")
    trial.check("the other's upload begins", begun.status == 200 and transaction, f"{begun.status} {begun.text[:100]}")
    statuses = {}
    for _ in range(60):
        status = send_chunk("north", "", 1).status
        statuses[status] = statuses.get(status, 0) + 1
    again = send_chunk("south", transaction, 2)
    trial.check("the other's upload goes on", again.status == 200, f"{again.status} {again.text[:120]}")
    trial.did(f"60 uploads begun against 20 that are kept: {statuses}")


@attack("pin-reports", [9], "Reports of pins by nobody flush those of everybody", is_load=False,
        settings={"retention.pinReports": "50"})
def pin_reports(trial):
    path = "/deviceservices/CertificatePinningReportingEndpoint?url="
    theirs = signed_in(trial, "south")
    headers = {"deviceType": "2", "aw-device-uis": theirs.device}
    # From another address than the flood: clients send no credential, so that a console can only tell addresses apart.
    ask(trial.console.https, "GET", path + "kept.example.test",
        {**headers, "Authorization": f"Bearer {theirs.bearer}"}, source=NEIGHBOUR)
    administrator = CustomerAdministrator(trial, "south")
    kept = "/_mock/pin-reports?host=kept.example.test"
    first = administrator.get(kept).get("total")
    place = trial.console.plain
    tally = flood(place, lambda number: request(place, "GET", f"{path}flood-{number}.example.test", headers), 4,
                  trial.seconds, most=500)
    trial.did(f"{tally}, against 50 reports that are kept")
    now = administrator.get(kept).get("total")
    trial.check("the other's report stays", first == 1 and now == first, f"{first} was kept, {now} are")


@attack("status-route", [11], "The open status route: names, wipes that are pending, and enumeration", is_load=False,
        local={"lookups.groupNames": "false", "lookups.misses": "100"}, log=[r"lookups\."])
def status_route(trial):
    place = trial.console.https
    theirs, administrator = signed_in(trial, "south"), CustomerAdministrator(trial, "south")
    text = ask(place, "GET", platform(theirs.device, "status")).text
    trial.check("no name of a group", "Customer south" not in text, text[:200])
    ordered = administrator.ask("POST", f"/_mock/devices/{theirs.device}/commands/enterprise-wipe")
    first = administrator.get(f"/_mock/devices/{theirs.device}").get("enrollmentStatus")
    for _ in range(5):
        ask(place, "GET", platform(theirs.device, "status"))
        ask(place, "HEAD", platform(theirs.device, "status"))
    now = administrator.get(f"/_mock/devices/{theirs.device}").get("enrollmentStatus")
    trial.check("a read changes nothing", ordered.status == 202 and first == now and "pending" in str(first).lower(),
                f"{first} became {now}")
    # Devices that nobody knows are asked for, and then somebody behind the same address types a right Group ID.
    flat = trial.console.plain
    asked = flood(flat, lambda _: request(flat, "GET", platform(secrets.token_hex(20), "status")), 16,
                  min(3, trial.seconds), most=400)
    came = ask(place, "POST", LOGIN, {"Content-Type": JSON},
               login_body(trial.console.people["south"], secrets.token_hex(20)), timeout=30)
    trial.check("a new device gets in meanwhile", came.json().get("StatusCode") == "AUTH-0",
                f"{came.status} {came.text[:120]}")
    # Codes of groups are guessed.
    def guess(number):
        body = json.dumps({"Header": {"SessionId": "00000000-0000-0000-0000-000000000000"}, "Device": {},
                           "GroupId": f"guess-{number}"}).encode()
        return request(flat, "POST", "/deviceservices/enrollment/airwatchenroll.aws/validategroupidentifier",
                       {"Content-Type": JSON}, body)
    tally = flood(flat, guess, 16, min(3, trial.seconds))
    rate = tally.statuses[200] / min(3, trial.seconds)
    trial.check("codes are not enumerated quickly", rate < 50, f"{rate:.0f} guesses a second were answered")
    trial.did(f"10 reads of a pending wipe; {asked} for unknown devices; {tally} with guessed codes")


@attack("agent-sessions", [9], "Somebody who knows a Group ID begins sessions of agents until others' would go",
        is_load=False)
def agent_sessions(trial):
    place, steps = trial.console.https, "/deviceservices/enrollment/airwatchenroll.aws/"
    nobody = "00000000-0000-0000-0000-000000000000"

    def body(session, **fields):
        return json.dumps({"Header": {"SessionId": session}, "Device": {}, **fields}).encode()

    person = trial.console.people["south"]
    begun = ask(place, "POST", steps + "validategroupidentifier", {"Content-Type": JSON},
                body(nobody, GroupId=person["group"]), source=NEIGHBOUR)
    session = begun.json().get("Header", {}).get("SessionId", nobody)
    flat = trial.console.plain
    many = request(flat, "POST", steps + "validategroupidentifier", {"Content-Type": JSON},
                   body(nobody, GroupId=person["group"]))
    tally = flood(flat, lambda _: many, 16, 60, most=10_400)
    signed = ask(place, "POST", steps + "validatelogincredentials", {"Content-Type": JSON},
                 body(session, Username=person["user"], Password=person["password"]), source=NEIGHBOUR)
    trial.check("the enrollment under way goes on", signed.json().get("Status", {}).get("Code") == 1,
                f"{signed.status} {signed.text[:160]}")
    trial.did(f"{tally}, against 10,000 sessions that are kept")


@attack("foreign-logs", [4, 17], "One customer's administrator asks for another's by every id there is", is_load=False)
def foreign_ids(trial):
    south, north = CustomerAdministrator(trial, "south"), CustomerAdministrator(trial, "north")
    theirs = signed_in(trial, "south")
    settle_in(trial, theirs, south)
    origin, told, count = trial.console.administration, [], 0
    paths = [
        "/_mock/devices/{udid}", "/_mock/devices/{udid}/escrow", "/_mock/devices/{udid}/logs", "/api/mdm/devices/{n}",
        "/api/mdm/devices/{n}/notes", "/_mock/logs/{n}/text", "/_mock/logs/{n}", "/_mock/beacons/{n}",
        "/_mock/locations/{n}", "/_mock/commands/{n}", "/_mock/push-tokens/{n}", "/api/system/users/{n}",
        "/_mock/journal/{n}", "/_mock/events"
    ]
    for path in paths:
        for number in range(1, 12 if "{n}" in path else 2):
            answer = north.ask("GET", path.replace("{udid}", theirs.device).replace("{n}", str(number)))
            count += 1
            if answer.status == 200 and any(trace.lower() in answer.text.lower() for trace in TRACES):
                told.append(path)
    trial.did(f"{count} reads at {origin.url} with ids of the other")
    trial.check("nothing of the other is told", not told, ", ".join(sorted(set(told))))
