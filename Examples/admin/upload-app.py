#!/usr/bin/env python3
"""Uploads an app in chunks, assigns it and verifies it, as a deployment script does against a real console.

    Examples/admin/upload-app.py [READY_FILE] [--ipa FILE] [--output FILE]

READY_FILE is what `mockuem serve --ready-file FILE` writes; without it the console of a start with defaults in this folder
is asked. The app goes to an organization group of its own, below that of the console. Without --ipa a package of a few
megabytes is made here, whose bundle id nobody had before. With --output, what a device needs to sign in with the app is
written to FILE, for Examples/first-launch.sh. Needs Python 3.9 and requests. The first answer that is not as it has to be
ends the script with a sentence and exit code 1.
"""
import argparse, base64, hashlib, io, json, os, plistlib, secrets, sys, zipfile

if sys.argv[1:2] in (["-h"], ["--help"]):
    sys.exit(print(__doc__.strip()))

try:
    import requests
except ImportError:
    sys.exit("upload-app: requests is missing; install it with: pip install requests (Debian: python3-requests)")

CHUNK = 1024 * 1024
step = 0


def fail(text):
    sys.exit(f"upload-app: {text}")


def say(what, status, finding):
    global step
    step += 1
    print(f"{step:2}  {what:<34} {status}  {finding}")


def read_console(path):
    """The ready file, or the credentials of a start in this folder."""
    if path is None:
        here = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
        folder = ".mockuem" if os.path.isdir(".mockuem") else os.path.join(here, ".mockuem")
        # There as long as a console runs, with its URLs; the other has what an earlier version kept.
        path = os.path.join(folder, "ready.json")
        if not os.path.exists(path):
            path = os.path.join(folder, "credentials.json")
    try:
        with open(path) as file:
            console = json.load(file)
    except FileNotFoundError:
        fail(f"{path} is missing: start MockUEM here, or name its ready file.")
    except OSError:
        fail(f"{path} cannot be read: start MockUEM here, or name its ready file.")
    console.setdefault("https", "https://localhost:8443")
    console.setdefault("ca", os.path.join(os.path.dirname(path), "ca.pem"))
    return console


def made_package():
    """A package nobody has uploaded: its bundle id, version and bytes."""
    bundle, version = f"com.example.upload{secrets.token_hex(3)}", "1.4.0"
    package = io.BytesIO()
    with zipfile.ZipFile(package, "w") as archive:
        information = {
            "CFBundleIdentifier": bundle, "CFBundleName": "Upload", "CFBundleDisplayName": "Upload",
            "CFBundleShortVersionString": version, "CFBundleVersion": "27", "MinimumOSVersion": "16.0",
            "UIDeviceFamily": [1, 2], "DTPlatformName": "iphoneos"}
        archive.writestr("Payload/Upload.app/Info.plist", plistlib.dumps(information, fmt=plistlib.FMT_BINARY))
        archive.writestr("Payload/Upload.app/Upload", secrets.token_bytes(3 * CHUNK + 12345))
    return package.getvalue()


class API:
    """The admin REST API, with the token of an OAuth client."""

    def __init__(self, console):
        self.server = console["https"]
        # Said with every request: of a session, the environment of the process would override it.
        self.ca = console["ca"]
        self.session = requests.Session()
        answer = self.session.post(
            f"{self.server}/connect/token", timeout=30, verify=self.ca,
            data={"grant_type": "client_credentials", "client_id": console["oauthClientId"],
                  "client_secret": console["oauthClientSecret"]})
        if answer.status_code != 200:
            fail(f"the token endpoint answered {answer.status_code}: {answer.text[:300]}")
        token = answer.json()
        self.session.headers["Authorization"] = f"Bearer {token['access_token']}"
        say("POST /connect/token", answer.status_code, f"a token for {token['expires_in'] + 0} seconds")

    def call(self, method, path, wanted, body=None, version=1, **query):
        """Sends JSON; the answer has the status and, if it has a body, the media type clients compare."""
        answer = self.session.request(
            method, f"{self.server}/api/{path}", params=query, json=body, timeout=120, verify=self.ca,
            headers={"Accept": f"application/json;version={version}"})
        if answer.status_code != wanted:
            fail(f"{method} {path} answered {answer.status_code} instead of {wanted}: {answer.text[:500]}")
        media = answer.headers.get("Content-Type")
        if media != ("application/json; charset=utf-8" if answer.content else None):
            fail(f"{method} {path} answered with the media type {media}")
        return answer.json() if answer.content else None


def expect(what, found, wanted):
    if found != wanted:
        fail(f"{what} is {found!r} instead of {wanted!r}")


def main():
    parser = argparse.ArgumentParser(description="Uploads an app in chunks, assigns it and verifies it.")
    parser.add_argument("ready", nargs="?", help="the ready file of a console")
    parser.add_argument("--ipa", help="the package; one is made without it")
    parser.add_argument("--output", help="where to write what a device needs to sign in")
    arguments = parser.parse_args()
    console = read_console(arguments.ready)
    if arguments.ipa:
        with open(arguments.ipa, "rb") as file:
            package = file.read()
    else:
        package = made_package()

    print(f"An upload in chunks to {console['https']}\n")
    api = API(console)

    groups = api.call("GET", "system/groups/search", 200, version=2, groupid=console["groupId"])
    expect("the number of groups", groups["TotalResults"], 1)
    parent, code = groups["OrganizationGroups"][0]["Id"], f"upload-{secrets.token_hex(3)}"
    group = api.call("POST", f"system/groups/{parent}", 200, {
        "Name": f"Upload {code[7:]}", "GroupId": code, "LocationGroupType": "Container"}, version=2)["Id"]
    say("Organization group", 200, f"{code} below {console['groupId']}, id {group}")

    smart_group = api.call("POST", "mdm/smartgroups", 201, {
        "Name": f"Upload {secrets.token_hex(3)}", "CriteriaType": "All", "ManagedByOrganizationGroupId": str(group),
        "OrganizationGroups": [{"Id": str(group)}], "Platforms": ["Apple"]})["Value"]
    say("Smart group", 201, f"id {smart_group}")

    transaction, number = "", 0
    for start in range(0, len(package), CHUNK):
        number += 1
        piece = package[start:start + CHUNK]
        answer = api.call("POST", "mam/apps/internal/uploadchunk", 200, {
            "TransactionId": transaction, "ChunkData": base64.b64encode(piece).decode(), "ChunkSequenceNumber": number,
            "TotalApplicationSize": len(package), "ChunkSize": len(piece)})
        expect("UploadSuccess", answer["UploadSuccess"], True)
        # The name is misspelled in the API.
        transaction = answer["TranscationId"]
    say("Package in chunks", 200, f"{number} chunks, {len(package)} bytes")

    created = api.call("POST", "mam/apps/internal/begininstall", 200, {
        "TransactionId": transaction, "BlobId": None, "FileName": "Upload.ipa", "DeviceType": "2",
        "ApplicationName": "Upload", "PushMode": "Auto", "LocationGroupId": str(group),
        "SupportedModels": {"Model": [{"ModelId": 1, "ModelName": "iPhone"}, {"ModelId": "2"}]}})
    app, uuid, bundle = created["Id"]["Value"], created["Uuid"], created["BundleId"]
    say("App", 200, f"{bundle} {created['AppVersion']}, id {app}")

    api.call("POST", f"mam/apps/internal/{app}/assignments", 201, {
        "SmartGroupIds": [str(smart_group)],
        "DeploymentParameters": {"PushMode": "Auto", "EffectiveDate": "2026-03-04T00:00:00.000+00:00",
                                 "RemoveOnUnEnroll": True, "ApplicationBackup": True}})
    say("Assignment", 201, f"to smart group {smart_group}")

    detail = api.call("GET", f"mam/apps/internal/{app}", 200)
    expect("ApplicationName", detail["ApplicationName"], "Upload")
    expect("Status", detail["Status"], "Active")
    expect("ManagedBy", detail["ManagedBy"], str(group))
    expect("the smart groups", [entry["SmartGroupId"] for entry in detail["Assignments"]], [smart_group])
    expect("PushMode", detail["Assignments"][0]["PushMode"], "Auto")
    expect("ApplicationFileHash", detail["ApplicationFileHash"], hashlib.sha256(package).hexdigest().upper())
    say("App, read back", 200, f"active, {detail['AppSizeInKB']} KB, the bytes that were sent")

    rules = api.call("GET", f"mam/apps/{uuid}/assignment-rules", 200, version=2)
    expect("the number of rules", len(rules["assignments"]), 1)
    rules["assignments"][0]["distribution"]["description"] = "kept as it is written"
    api.call("PUT", f"mam/apps/{uuid}/assignment-rules", 202, rules, version=2)
    again = api.call("GET", f"mam/apps/{uuid}/assignment-rules", 200, version=2)
    expect("the rules", again, rules)
    say("Assignment rules", 202, "written and read back")

    found = api.call("GET", "mam/apps/search", 200, bundleid=bundle, type="App", applicationtype="Internal")
    expect("Total", found["Total"], 1)
    expect("the smart groups of the search", [entry["Id"] for entry in found["Application"][0]["SmartGroups"]], [smart_group])
    say("App, searched", 200, f"Platform {found['Application'][0]['Platform']}, {found['Application'][0]['AssignmentStatus']}")

    if arguments.output:
        ready = dict(console, bundleId=bundle, groupId=code)
        with open(os.open(arguments.output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            json.dump(ready, file, indent=2)
            file.write("\n")
    print(f"\nThe app is uploaded, assigned and verified: {bundle}.")


main()
