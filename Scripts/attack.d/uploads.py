"""What an administrator of one customer can fill: memory by chunks, the disk by uploads (line 14)."""

import base64
import http.client
import secrets
import ssl
import threading
import time

from customers import CustomerAdministrator, signed_in
from trial import attack
from wire import Connection

PIECE = 61_000_000


class Sending:
    """A body that is sent again and again in pieces, so that the attacker has it in memory once."""

    def __init__(self, parts):
        self.parts = parts

    def __iter__(self):
        for part in self.parts:
            for start in range(0, len(part), 1 << 18):
                yield part[start:start + (1 << 18)]

    def __len__(self):
        return sum(len(part) for part in self.parts)


@attack("chunks", [14], "Chunks of apps of 61 MB on 8 connections at once", rise=100)
def chunks(trial):
    administrator, statuses = CustomerAdministrator(trial, "north"), {}
    count = 3 if trial.setup.is_short else 8
    piece = PIECE // 2 if trial.setup.is_short else PIECE
    text = base64.b64encode(bytes(piece * 3 // 4))
    end = time.monotonic() + trial.seconds + 8

    def send(_):
        connection = Connection(administrator.origin, timeout=max(5, end - time.monotonic()))
        body = Sending([b'{"TransactionId":"","ChunkSequenceNumber":1,"ChunkData":"', text, b'"}'])
        try:
            headers = {**administrator.headers, "Content-Type": "application/json", "Content-Length": str(len(body))}
            status = connection.ask("POST", "/api/mam/apps/internal/uploadchunk", headers, iter(body)).status
        except (OSError, http.client.HTTPException, ssl.SSLError) as problem:
            status = type(problem).__name__
        statuses[status] = statuses.get(status, 0) + 1
        connection.close()

    threads = [threading.Thread(target=send, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(max(0.1, end + 5 - time.monotonic()))
    trial.did(f"{count} chunks of {piece // 1_000_000} MB; answers {statuses}")
    trial.check("no error of the console", 500 not in statuses, statuses)


def group_id(administrator, code):
    """The number of an organization group."""
    found = administrator.get(f"/api/system/groups/search?groupid={code}").get("LocationGroups", [{}])
    return str(found[0].get("Id", {}).get("Value", ""))


def fillings(administrator, code, device=None, name=None):
    """What an administrator of a customer can make without end: for each kind, a function that makes one more."""
    group, name = group_id(administrator, code), name or (lambda: f"{code}-{secrets.token_hex(6)}")
    octets = {"Content-Type": "application/octet-stream"}
    return {
        "devices": lambda: administrator.ask("POST", "/_mock/devices", {"udid": secrets.token_hex(20), "group": code}),
        "users": lambda: administrator.ask("POST", "/api/system/users/adduser", {
            "UserName": name(), "Password": secrets.token_urlsafe(12), "SecurityType": "2", "LocationGroupId": group}),
        "groups": lambda: administrator.ask("POST", f"/api/system/groups/{group}", {
            "Name": name(), "GroupId": name(), "LocationGroupType": "Container"}),
        "tags": lambda: administrator.ask("POST", "/api/mdm/tags/addtag", {
            "TagName": name(), "LocationGroupId": group, "TagType": 1}),
        "smartGroups": lambda: administrator.ask("POST", "/api/mdm/smartgroups", {
            "Name": name(), "CriteriaType": "All", "ManagedByOrganizationGroupId": group}),
        "profiles": lambda: administrator.ask("POST", "/_mock/profiles", {
            "name": name(), "group": code, "payloads": [{"PayloadType": "LoggingSettingsV2", "LoggingLevel": 2}]}),
        "entries": lambda: administrator.ask("POST", f"/api/mdm/devices/{device}/notes", {"Note": "Once more"}),
        "blobBytes": lambda: administrator.ask(
            "POST", "/api/mam/blobs/uploadblob?fileName=A.ipa", secrets.token_bytes(1_000_000), **octets),
        "uploads": lambda: administrator.ask("POST", "/api/mam/apps/internal/uploadchunk", {
            "TransactionId": "", "ChunkSequenceNumber": 1, "ChunkData": base64.b64encode(bytes(1000)).decode()}),
    }


@attack("existence-by-conflict", [17], "Names that another customer has taken, told by 409", is_load=False)
def existence_by_conflict(trial):
    # Group IDs and names of administrators are left out: these are one for the whole console.
    kinds, name, told = ("users", "tags", "smartGroups", "profiles"), f"taken-{secrets.token_hex(4)}", []
    south, north = CustomerAdministrator(trial, "south"), CustomerAdministrator(trial, "north")
    of_south, of_north = fillings(south, "south", name=lambda: name), fillings(north, "north", name=lambda: name)
    for kind in kinds:
        theirs, mine = of_south[kind](), of_north[kind]()
        trial.check(f"one of {kind} is made", theirs.status < 300, f"{theirs.status} {theirs.text[:120]}")
        if mine.status >= 300:
            told.append(f"{kind}: {mine.status}")
    device = signed_in(trial, "south").device
    for path, body in (("/_mock/devices", {"udid": device, "group": "north"}),):
        answer = north.ask("POST", path, body)
        if answer.status >= 300:
            told.append(f"devices: {answer.status} {answer.text[:100]}")
    for path in (f"/_mock/devices/{device}", f"/api/mdm/devices/udid/{device}0"):
        answer = north.ask("GET", path)
        if answer.status == 403:
            told.append(f"{path}: 403 where nothing is answered 404")
    trial.did(f"{', '.join(kinds)} and a device with names that the other customer has")
    trial.check("an answer tells nothing of others", not told, ", ".join(told))


QUOTAS = {"devices": 15, "users": 15, "groups": 15, "tags": 15, "smartGroups": 15, "profiles": 15, "entries": 15,
          "blobBytes": 6_000_000, "uploads": 15}


@attack("quotas", [14], "A customer's administrator who makes more of everything", is_load=False,
        settings={f"quotas.{kind}": str(most) for kind, most in QUOTAS.items()}, log=[r"quotas\."])
def quotas(trial):
    north, south = CustomerAdministrator(trial, "north"), CustomerAdministrator(trial, "south")
    devices = [signed_in(trial, code).device for code in ("north", "south")]
    numbers = [administrator.get(f"/_mock/devices/{device}").get("id")
               for administrator, device in zip((north, south), devices)]
    of_north, of_south = fillings(north, "north", numbers[0]), fillings(south, "south", numbers[1])
    made = {}
    for kind, make in of_north.items():
        statuses = []
        for _ in range(20):
            answer = make()
            statuses.append(answer.status)
            if answer.status >= 300:
                break
        made[kind] = statuses.count(200) + statuses.count(201)
        trial.check(f"quotas.{kind}", made[kind] > 0, f"none can be made: {answer.status} {answer.text[:120]}")
        trial.check(f"quotas.{kind}", statuses[-1] in (409, 413, 507), f"20 were made, then {statuses[-1]}")
        trial.check(f"quotas.{kind}", statuses[-1] < 300 or kind in answer.text, f"is not named: {answer.text[:120]}")
        other = of_south[kind]()
        trial.check(f"quotas.{kind}", other.status < 300, f"the other customer is refused: {other.status}")
    trial.did(f"made until refused: {', '.join(f'{count} {kind}' for kind, count in made.items())}")
