"""Much work for little: bodies, patterns, paths and exports that take far more than they send (lines 8, 12 and 14)."""

import io
import json
import plistlib
import struct
import time
import zipfile

from client import BEACON, JSON, LOGIN, Administrator
from customers import CustomerAdministrator, signed_in
from logs import processor
from trial import attack
from uploads import group_id
from wire import NEIGHBOUR, ask, close_all, flood, request

# Bytes of a body, and how much more of a processor one may take than any other body of its length.
BODY, COST = 64_000, 8
# Seconds of a processor that one request of an administrator may take; more in the short form, which attacks whatever
# was built.
BUDGET, SHORT_BUDGET = 1.0, 10.0


def budget(trial):
    return SHORT_BUDGET if trial.setup.is_short else BUDGET


def repeated(head, part):
    return (head + part * (BODY // len(part)))[:BODY].encode()


@attack("unfinished-secrets", [8], "Bodies full of sections that begin and never end, in which secrets are looked for",
        # What the journal keeps of the bodies has a bound of its own, and is not what this is about.
        rise=250, settings={"journal.bytes": "4000000"})
def unfinished_secrets(trial):
    place, console = trial.console.https, trial.console
    bodies = {
        "sections in a secret": repeated("<password>", "<a><![CDATA["),
        "sections in a member": repeated("<key>password</key><dict>", "<a><![CDATA["),
        "sections beside attributes": repeated('{"x":"password"}', '<x id="pin"><![CDATA['),
        "objects in a secret": repeated('{"password":', '{"a":['),
        "names of targets": repeated("", "targeturl" * 450 + '"""?'),
        "quotes that do not end": repeated('password="', "\\\"password='"),
    }

    def cost(body):
        began = processor(console)
        tally = flood(place, lambda _: request(place, "POST", LOGIN, {"Content-Type": "text/xml"}, body), 4,
                      trial.seconds / 2 / len(bodies))
        return 1000 * (processor(console) - began) / max(1, tally.requests), tally.requests
    plain, _ = cost(b"x" * BODY)
    for name, body in bodies.items():
        spent, count = cost(body)
        trial.did(f"{count} × {name}: {spent:.1f} ms of a processor each, {plain:.1f} for a body without any")
        trial.check(f"{name} cost what a body costs", spent <= COST * max(plain, 1.0), f"{spent:.1f}, {plain:.1f} ms")


@attack("many-large-bodies", [8], "Large bodies on 400 connections, in which secrets are looked for; then from clients that "
        "hang up", is_short=False, rise=500, settings={"journal.bytes": "4000000"})
def many_large_bodies(trial):
    place, body = trial.console.plain, repeated("<password>", "<a><![CDATA[")
    for patience, name in ((20, "who wait for answers"), (0.2, "who wait for a fifth of a second")):
        tally = flood(place, lambda _: request(place, "POST", LOGIN, {"Content-Type": "text/xml"}, body), 400,
                      trial.seconds / 2, patience=patience)
        trial.did(f"{tally}, of clients {name}")


@attack("dear-matchers", [12], "Patterns, paths and comparisons that would take minutes, in searches and faults",
        # What the journal keeps of the bodies has a bound of its own, and is not what this is about.
        rise=150, settings={"journal.bytes": "4000000"})
def dear_matchers(trial):
    console, owner = trial.console, CustomerAdministrator(trial, "south")
    device = signed_in(trial, "south")
    deep = "1"
    for _ in range(60):
        deep = '{"x":%s}' % deep
    for body in (deep, json.dumps({"x": list(range(8000))}), json.dumps({"x": "a" * 60_000})):
        device.signed("POST", BEACON, body.encode())
    nothing = "()"
    for _ in range(5):
        nothing = f"({nothing}){{1000}}"
    matchers = {
        "repetitions of nothing": {"path": {"matches": nothing}},
        "everything below everything": {"json": {"$..[?(@..[?(@..x)])]": 1}},
        "four thousand numbers in eight": {"json": {"$.x": {"contains": list(range(4000))}}},
        "600 letters that may be there": {"body": {"matches": "(a?){600}b"}},
        "480 such patterns": {"body": [{"matches": f"(a?){{600}}{number}"} for number in range(16)]},
        "the lowest place of all": {"json": {"$..[-9223372036854775808]": 1}},
        "a group without a name": {"path": {"matches": "(?<)"}},
    }
    for name, match in matchers.items():
        began = processor(console)
        answer = owner.ask("POST", "/_mock/verify", {"match": match})
        spent = processor(console) - began
        trial.did(f"{name}: {answer.status}, {spent:.2f} s of a processor")
        trial.check(f"{name}: answered", answer.status < 500, answer.text[:120])
        trial.check(f"{name}: is bounded", spent <= budget(trial), f"{spent:.2f} s")
    made = owner.ask("POST", "/_mock/faults", {"match": {"json": {"$..id": "busy"}}, "action": {"status": 503}})
    trial.check("a fault with a path is taken", made.status == 201, made.text[:120])
    body = json.dumps({"ActivationCode": "south", "x": [1] * 20_000}).encode()
    place = console.https
    began = processor(console)
    tally = flood(place, lambda _: request(place, "POST", LOGIN, {"Content-Type": JSON}, body), 4, trial.seconds / 2)
    spent = (processor(console) - began) / max(1, tally.requests)
    trial.did(f"{tally} of nobody, which meet the fault of a customer: {1000 * spent:.0f} ms of a processor each")
    trial.check("a fault costs little", spent <= budget(trial) / 5, f"{spent:.3f} s")


@attack("growing-patches", [14], "Faults whose patches make of 300 KB some gigabytes, or count beyond all numbers",
        rise=200)
def growing_patches(trial):
    owner = CustomerAdministrator(trial, "south")
    target = "/api/system/groups/search?name=Customer"
    for name, patch in (("a text in 50,000 places", {"$": [1] * 50_000, "$[*]": "x" * 200_000}),
                        ("the highest place of all", {"$..[9223372036854775807]": 1})):
        fault = owner.ask("POST", "/_mock/faults", {"match": {}, "action": {"patch": patch}})
        answer = owner.ask("GET", target)
        trial.did(f"{name}: {fault.status}, then {answer.status} with {len(answer.text)} characters")
        trial.check(f"{name}: answered", answer.status == 200, answer.status)
        trial.check(f"{name}: stays small", len(answer.text) <= 5 << 20, len(answer.text))
        owner.ask("DELETE", "/_mock/faults")
    # Others have to have been answered meanwhile.
    time.sleep(1)


def aliases(levels, width, leaf, hides):
    """YAML in which each list refers to the one before some times, and the last is a key."""
    lines = ["a0: &a0 [" + ", ".join(["1"] * leaf) + "]"]
    for level in range(1, levels + 1):
        hidden = "'\"', " if hides else ""
        lines.append(f"a{level}: &a{level} [{hidden}{', '.join([f'*a{level - 1}'] * width)}]")
    return "\n".join([*lines, f"? *a{levels}", ": 1", ""]).encode()


@attack("aliases", [12], "YAML of a kilobyte that unfolds to gigabytes, in keys and behind quotes", rise=150)
def unfolding_aliases(trial):
    owner = CustomerAdministrator(trial, "south")
    for name, text in (("15 levels", aliases(15, 2, 1000, False)),
                       ("12 levels behind quotes", aliases(12, 10, 10, True))):
        began = processor(trial.console)
        answer = owner.ask("POST", "/_mock/scenarios", text, **{"Content-Type": "application/yaml"})
        spent = processor(trial.console) - began
        trial.did(f"{name}, {len(text)} bytes: {answer.status}, {spent:.2f} s of a processor")
        trial.check(f"{name}: refused", 400 <= answer.status < 500, f"{answer.status} {answer.text[:120]}")
        trial.check(f"{name}: is bounded", spent <= budget(trial), f"{spent:.2f} s")
    time.sleep(1)


@attack("dear-yaml", [12, 14], "Scenarios in YAML that are not valid, of 53 KB and of a megabyte, on 16 connections",
        rise=250, share=0.4, settings={"journal.bytes": "4000000"})
def dear_yaml(trial):
    owner, place = CustomerAdministrator(trial, "south"), trial.console.administration
    headers = {**owner.headers, "Content-Type": "application/yaml"}
    for name, size in (("53 KB", 53_000), ("1 MB", 1_000_000)):
        text = "".join(f"k{number}: {number}\n" for number in range(size // 12)).encode()[:size]
        tally = flood(place, lambda _: request(place, "POST", "/_mock/scenarios", headers, text), 16, trial.seconds / 2)
        trial.did(f"{tally}, of {name} each")
        trial.check(f"{name}: refused", set(tally.statuses) <= {400, "late", "unanswered"} and tally.statuses[400], tally)


def fill_journal(trial):
    """Sends 300 beacons of 50 KB, which the journal keeps."""
    device, body = signed_in(trial, "south"), json.dumps({"x": "a" * 50_000}).encode()
    for _ in range(300):
        device.signed("POST", BEACON, body)


@attack("unread-exports", [2, 14], "100 exports of a full journal that nobody reads", rise=200, log=[r"journal\.\w+"])
def unread_exports(trial):
    console, owner = trial.console, CustomerAdministrator(trial, "south")
    fill_journal(trial)
    socks, refused = [], 0
    for number in range(100):
        path = "/_mock/journal.har" if number % 2 else "/_mock/journal.ndjson"
        sock = console.administration.open()
        sock.sendall(request(console.administration, "GET", path, owner.headers))
        socks.append(sock)
    time.sleep(max(2.0, trial.seconds / 2))
    for sock in socks:
        sock.settimeout(0.01)
        try:
            refused += b" 429 " in sock.recv(40)
        except OSError:
            pass
    close_all(socks)
    trial.did(f"300 beacons of 50 KB, then 100 exports of which {refused} are refused with 429")
    trial.check("their number is bounded", refused >= 50, refused)


@attack("dear-searches", [12], "16 searches at once with patterns for each of 300 bodies of 50 KB", rise=200)
def dear_searches(trial):
    console, owner = trial.console, CustomerAdministrator(trial, "south")
    fill_journal(trial)
    match = {"body": [{"matches": f"(a?){{600}}{number}"} for number in range(16)]}
    wanted = json.dumps({"match": match}).encode()
    began, busy = time.monotonic(), processor(console)
    tally = flood(console.administration, lambda _: request(
        console.administration, "POST", "/_mock/verify", {**owner.headers, "Content-Type": JSON}, wanted), 16,
        trial.seconds)
    share = (processor(console) - busy) / (time.monotonic() - began)
    trial.did(f"16 connections, {tally}: {share:.2f} processors busy")
    trial.check("nothing fails", not tally.statuses[500], tally)


@attack("dear-lists", [14], "Long lists on 64 connections; then from clients that hang up", is_short=False, rise=250)
def dear_lists(trial):
    console, owner = trial.console, CustomerAdministrator(trial, "south")
    home = group_id(owner, "south")
    for number in range(500):
        owner.ask("POST", "/api/mdm/tags/addtag", {"TagName": f"tag {number}", "LocationGroupId": home})
    place, lists = console.administration, ["/_mock/events?pageSize=500", "/api/mdm/tags/search?pagesize=500"]
    for patience, name in ((20, "who wait for answers"), (0.1, "who leave")):
        tally = flood(place, lambda number: request(place, "GET", lists[number % 2], owner.headers), 64,
                      trial.seconds / 2, patience=patience)
        trial.did(f"{tally}, of clients {name}")
        trial.check("nothing fails", not tally.statuses[500], tally)
    # Work for those who have left would go on for a minute.
    busy = processor(console)
    time.sleep(1)
    trial.check("nothing is done for who has left", processor(console) - busy < 0.5,
                f"{processor(console) - busy:.2f} processors busy")


@attack("long-writes", [14], "Smart groups with ten thousand members, made on 8 connections", is_short=False, rise=250)
def long_writes(trial):
    console, owner = trial.console, CustomerAdministrator(trial, "south")
    place, home = console.administration, group_id(owner, "south")
    users = owner.get("/api/system/users/search?pagesize=500").get("Users") or []
    ids = [str((user.get("Id") or {}).get("Value")) for user in users]
    trial.check("there are users", ids, users)

    def make(number):
        return request(place, "POST", "/api/mdm/smartgroups", {**owner.headers, "Content-Type": JSON}, json.dumps({
            "Name": f"long {number}", "CriteriaType": "UserDevice", "ManagedByOrganizationGroupId": str(home),
            "UserAdditions": [{"Id": ids[place % len(ids)]} for place in range(10_000)]}).encode())
    tally = flood(place, make, 8, trial.seconds)
    trial.did(str(tally))
    trial.check("they are made", tally.statuses[201], tally)


def unfolding_package():
    """An IPA of less than a megabyte whose pictures unfold to 256 MiB of chunks without content."""
    def chunk(kind, content):
        return struct.pack(">I", len(content)) + kind + content + b"0000"
    picture = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 10, 10, 8, 6, 0, 0, 0))
    picture += chunk(b"aaaa", b"") * (((4 << 20) - len(picture)) // 12)
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr("Payload/A.app/Info.plist", plistlib.dumps({
            "CFBundleIdentifier": "com.example.unfolding", "CFBundleVersion": "1", "CFBundleShortVersionString": "1",
            "CFBundleIconFiles": ["I"]}))
        for number in range(64):
            package.writestr(f"Payload/A.app/I@{number}.png", picture)
    return file.getvalue()


@attack("unfolding-packages", [14], "Installs an app again and again whose pictures unfold to 256 MiB", rise=150)
def unfolding_packages(trial):
    console, owner = trial.console, CustomerAdministrator(trial, "south")
    group, package = group_id(owner, "south"), unfolding_package()
    blob = owner.ask("POST", f"/api/mam/blobs/uploadblob?fileName=a.ipa&organizationGroupId={group}", package,
                     **{"Content-Type": "application/octet-stream", "Accept": JSON})
    trial.check("the package is taken", blob.status == 200, f"{blob.status} {blob.text[:200]}")
    order = json.dumps({
        "BlobId": str(json.loads(blob.text)["Value"]), "FileName": "a.ipa", "DeviceType": "2",
        "ApplicationName": "Unfolding", "PushMode": "Auto", "LocationGroupId": str(group),
        "SupportedModels": {"Model": [{"ModelId": 1, "ModelName": "iPhone"}]}}).encode()
    began = processor(console)
    tally = flood(console.administration, lambda _: request(
        console.administration, "POST", "/api/mam/apps/internal/begininstall",
        {**owner.headers, "Content-Type": JSON, "Accept": JSON}, order), 16, trial.seconds)
    spent = (processor(console) - began) / max(1, tally.requests)
    trial.did(f"a package of {len(package)} bytes, {tally}: {spent:.2f} s of a processor each")
    # All but the first are refused, after their pictures were looked at.
    trial.check("installs are answered", tally.statuses[200] == 1 and tally.statuses[400] > 0, tally)
    trial.check("an install is bounded", spent <= budget(trial), f"{spent:.2f} s")


@attack("dear-waits", [12], "256 waits for records that never come, beside a device that sends", rise=150)
def dear_waits(trial):
    console, owner = trial.console, CustomerAdministrator(trial, "south")
    wait = json.dumps({"state": {"records": "beacons", "atLeast": 1_000_000_000}, "seconds": 60}).encode()
    socks = []
    headers = {**owner.headers, "Content-Type": JSON}
    for _ in range(256):
        sock = console.administration.open()
        sock.sendall(request(console.administration, "POST", "/_mock/wait", headers, wait))
        socks.append(sock)
    device, began, spent, count = signed_in(trial, "south"), time.monotonic(), processor(console), 0
    while time.monotonic() - began < trial.seconds:
        device.signed("POST", BEACON, device.beacon_body())
        count += 1
        time.sleep(0.02)
    busy = (processor(console) - spent) / (time.monotonic() - began)
    close_all(socks)
    trial.did(f"256 waits and {count} beacons: {busy:.2f} processors busy")
    alive = ask(console.https, "GET", "/livez", source=NEIGHBOUR)
    trial.check("it lives", alive.status == 200, alive.status)
    found = Administrator(console.administration, console.token).get("/_mock/journal?pageSize=1")
    trial.check("the journal answers", "items" in found, str(found)[:100])
