"""One of everything in a console, made through its own interfaces when it is first asked for.

Used by hooks.py, and by walks through the web console. Needs Python 3.9 and nothing else.
"""

import base64
import http.client
import io
import json
import plistlib
import re
import secrets
import threading
import urllib.parse
import zipfile

# Device and app of a sign-in send "2", as iOS does.
IOS = "2"
PLATFORM = "/deviceservices/awmdmsdk/v1/platform/2/uid/"


# A matcher of requests that nobody sends.
NOTHING = {"path": "/deviceservices/nobody-asks-for-this"}


class Unexpected(Exception):
    """An answer nothing can be made from."""


class Console:
    """What is sent besides what the tester sends, over a connection of its own."""

    def __init__(self, origin, token):
        self.host = urllib.parse.urlsplit(origin).netloc
        self.token = token
        self.connection = None
        self.lock = threading.Lock()

    def send(self, method, path, body=None, bearer=None, kind="application/json", headers=None):
        """Status and body of the answer, which is read as JSON where it is JSON."""
        headers = {"Authorization": f"Bearer {bearer or self.token}", "Content-Type": kind, **(headers or {})}
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        with self.lock:
            for attempt in (1, 2):
                # A connection the console has closed meanwhile is opened again.
                try:
                    self.connection = self.connection or http.client.HTTPConnection(self.host, timeout=30)
                    self.connection.request(method, path, data, headers)
                    answer = self.connection.getresponse()
                    content = answer.read()
                    break
                except (OSError, http.client.HTTPException):
                    self.connection = None
                    if attempt == 2:
                        raise
        try:
            return answer.status, json.loads(content)
        except ValueError:
            return answer.status, content

    def ask(self, method, path, body=None, **more):
        """The body of an answer that has to be a success."""
        status, content = self.send(method, path, body, **more)
        if not 200 <= status < 300:
            raise Unexpected(f"{method} {path} answered {status}: {str(content)[:300]}")
        return content


class Stock:
    """The things by their kind. Each is a dictionary of its names: id, uuid and whatever else paths contain."""

    def __init__(self, origin, token):
        self.console = Console(origin, token)
        self.things = {}
        groups = self.console.ask("GET", "/api/system/groups/search")["LocationGroups"]
        found = {group["GroupId"]: group for group in groups}
        self.demo = {"id": found["demo"]["Id"]["Value"], "uuid": found["demo"]["Uuid"], "code": "demo"}
        self.top = {"id": found["global"]["Id"]["Value"], "uuid": found["global"]["Uuid"], "code": "global"}

    def __getitem__(self, kind):
        if kind not in self.things:
            self.things[kind] = getattr(self, kind)()
        return self.things[kind]

    def forget(self, kind):
        """Has the next who asks get another one, together with what belongs to it."""
        self.things.pop(kind, None)
        for part in {"device": DEVICE_PARTS, "profile": ["profileVersion"]}.get(kind, []):
            self.things.pop(part, None)

    def created(self, path, body):
        """Id and uuid in the answer to a creation: {"Value": 1, "uuid": "…"}."""
        answer = self.console.ask("POST", path, body)
        return {"id": answer["Value"], "uuid": answer["uuid"]}

    # --- Groups and people ------------------------------------------------------------------------------------

    def group(self):
        code = name("group")
        made = self.console.ask("POST", f"/api/system/groups/{self.top['id']}", {
            "Name": code, "GroupId": code, "LocationGroupType": "Customer"})
        found = self.console.ask("GET", f"/api/system/groups/{made['Value']}")
        return {"id": made["Value"], "uuid": found["Uuid"], "code": code}

    def administrator(self):
        code = name("administrator")
        made = self.created("/api/system/admins/addadminuser", {
            "UserName": code, "Password": "s3cret", "FirstName": "Dora", "LastName": "Day",
            "Email": "dora@example.test", "LocationGroupId": str(self.demo["id"]),
            "Roles": [{"Name": "Device Manager"}]})
        return {**made, "username": code}

    def user(self):
        code = name("user")
        made = self.created("/api/system/users/adduser", {
            "UserName": code, "Password": "s3cret", "SecurityType": "2", "LocationGroupId": str(self.demo["id"])})
        return {**made, "username": code}

    def inactiveUser(self):
        made = self.user()
        self.console.ask("POST", f"/api/system/users/{made['id']}/deactivate")
        return made

    def owner(self):
        """Who signs in on devices; the user of the first start may be deleted by a case."""
        return self.user()

    def strangeUser(self):
        """A user in no user group."""
        return self.user()

    def userGroup(self):
        made = self.created("/api/system/usergroups/createcustomusergroup", {
            "GroupName": name("user group"), "OrganizationGroupId": str(self.demo["id"])})
        self.console.ask("POST", f"/api/system/usergroups/{made['id']}/user/{self['user']['id']}/addusertogroup")
        return made

    def signInToken(self):
        made = self.console.ask("POST", f"/_mock/users/{self['user']['username']}/tokens", {"expiresInMinutes": 60})
        return {"id": made["id"], "username": self["user"]["username"]}

    def restrictionPolicy(self):
        found = self.console.ask("GET", "/api/system/enrollment/restriction-policies")["restriction_policies"]
        return {"uuid": next(p["uuid"] for p in found if p["organization_group_uuid"] == self.demo["uuid"])}

    def registration(self):
        udid, path = secrets.token_hex(20).upper(), f"/api/mdm/groups/{self.demo['uuid']}/enrollment-tokens"
        self.console.ask("POST", path, {"registration_type": "WHITELIST", "attribute_type": "UDID",
                                        "device_attribute": udid, "ownership_type": "NONE"})
        return {"uuid": next(made["uuid"] for made in self.console.ask("GET", path)["tokens"] if made["udid"] == udid)}

    def awaitedDevice(self):
        """A registration with an attribute, by its serial and asset number."""
        number = name("SN").replace(" ", "-")
        self.console.ask("POST", f"/api/system/users/{self['user']['id']}/registerdevice", {
            "LocationGroupId": str(self.demo["id"]), "FriendlyName": "Awaited", "SerialNumber": number,
            "AssetNumber": number, "CustomAttributes": [{"Name": "site", "Value": "Bonn"}]})
        return {"number": number}

    def apiKey(self):
        return self.console.ask("POST", "/_mock/api-keys", {"name": name("key"), "group": "demo"})

    def oauthClient(self):
        return self.console.ask("POST", "/_mock/oauth-clients", {
            "name": name("client"), "group": "demo", "role": "Device Manager"})

    # --- Smart groups, tags, rules ----------------------------------------------------------------------------

    def smartGroup(self):
        return self.created("/api/mdm/smartgroups", {
            "Name": name("smart group"), "CriteriaType": "All",
            "ManagedByOrganizationGroupId": str(self.demo["id"])})

    def looseSmartGroup(self):
        """A smart group nothing is assigned to."""
        return self.smartGroup()

    def tag(self):
        made = self.created("/api/mdm/tags/addtag", {
            "TagName": name("tag"), "LocationGroupId": str(self.demo["id"]), "TagType": 1})
        self.console.send("POST", f"/api/mdm/tags/{made['id']}/adddevices", {
            "BulkValues": {"Value": [str(self["device"]["id"])]}})
        return made

    def rule(self):
        return self.console.ask("POST", "/_mock/groups/demo/compliance-rules", {
            "name": name("rule"), "kind": "osVersion", "operator": ">=", "version": "10.0", "action": "block"})

    def terms(self):
        return self.console.ask("POST", "/_mock/groups/demo/terms-of-use", {
            "content": "Be kind.", "applications": ["com.example.nobody"]})

    def image(self):
        self.console.ask("PUT", "/_mock/groups/demo/images/primaryLogo", PIXEL, kind="image/png")
        found = self.console.ask("GET", "/_mock/groups/demo/images")
        return {"name": "primaryLogo", "uuid": found["items"][0]["url"].rsplit("/", 1)[1]}

    def samlRequest(self):
        """A sign-in that an app has begun."""
        settings, probe = "/_mock/groups/demo/settings", "/deviceservices/AuthenticationEndpoint.aws"
        self.console.ask("PATCH", settings, {"authenticationTypes": ["usernameAndPassword", "saml"]})
        _, answer = self.console.send("GET", probe, headers={
            "ActivationCode": "demo", "Udid": secrets.token_hex(20), "DeviceType": IOS, "BundleId": "com.example.demo",
            "RequestingApp": "com.example.demo", "AuthenticationType": "1", "AuthenticationGroup": "com.example.demo",
            "RedirectUrl": "demo://SAMLAuthentication?"})
        return {"request": urllib.parse.parse_qs(urllib.parse.urlsplit(answer["RedirectUrl"]).query)["request"][0]}

    def target(self):
        made = self.console.ask("POST", "/api/system/eventnotifications", {
            "TargetName": name("target"), "TargetUrl": f"http://{self.console.host}{ANSWERS_EVERYTHING}",
            "Format": "Json", "IsActive": True,
            "OrganizationGroupId": str(self.demo["id"]),
            "DeviceEvents": {"Enrollment": True, "Delete": True, "ComplianceStatusChange": True,
                             "DeviceAttributes": {"FriendlyName": True, "AssetNumber": True}}})
        return {"id": made["Value"] if isinstance(made, dict) else made}

    def delivery(self):
        """What a target was told of a device that has enrolled after it was added."""
        self["target"]
        self.forget("device")
        made = self.record("notification-deliveries")
        self.console.ask("POST", "/_mock/notification-queue/run")
        return made

    # --- Applications and profiles ----------------------------------------------------------------------------

    def blob(self):
        query = urllib.parse.urlencode({"fileName": "Demo.ipa", "organizationGroupId": self.demo["id"]})
        path = f"/api/mam/blobs/uploadblob?{query}"
        made = self.console.ask("POST", path, package(), kind="application/octet-stream")
        return {"id": made["Value"], "uuid": made["uuid"]}

    def looseApplication(self):
        """An internal app that is assigned to nobody. Its blob is used up by that."""
        blob = self.blob()
        made = self.console.ask("POST", "/api/mam/apps/internal/begininstall", {
            "BlobId": str(blob["id"]), "FileName": "Demo.ipa", "DeviceType": IOS, "ApplicationName": name("app"),
            "PushMode": "Auto", "LocationGroupId": str(self.demo["id"]),
            "SupportedModels": {"Model": [{"ModelId": 1}]}})
        return {"id": made["Id"]["Value"], "uuid": made["Uuid"], "bundle": made["BundleId"],
                "icon": made.get("LargeIconUri", "")}

    def application(self):
        """An internal app that is assigned to everybody."""
        return self.assigned(self.looseApplication(), "internal/{id}/assignments")

    def pushedApplication(self):
        """An internal app with a certificate for APNs."""
        application = self.looseApplication()
        self.console.ask("POST", f"/_mock/applications/{application['id']}/push/certificates", {
            "certificate": PUSH_CERTIFICATE, "environment": "production"})
        return {**application, "environment": "production"}

    def assigned(self, application, path):
        everybody = self.smartGroup()
        self.console.ask("POST", f"/api/mam/apps/{path}".replace("{id}", str(application["id"])), {
            "SmartGroupIds": [everybody["id"]], "DeploymentParameters": {}})
        return {**application, "smartGroup": everybody["id"], "smartGroupUuid": everybody["uuid"]}

    def icon(self):
        """What the device loads the icon of an app from."""
        query = urllib.parse.urlencode({"fileName": "icon.png", "organizationGroupId": self.demo["id"]})
        picture = self.console.ask("POST", f"/api/mam/blobs/uploadblob?{query}", PIXEL, kind="application/octet-stream")
        made = self.console.ask("POST", "/api/mam/apps/internal/begininstall", {
            "BlobId": str(self.blob()["id"]), "FileName": "Demo.ipa", "DeviceType": IOS, "ApplicationName": name("app"),
            "PushMode": "Auto", "LocationGroupId": str(self.demo["id"]), "IconBlobUuId": picture["uuid"],
            "SupportedModels": {"Model": [{"ModelId": 1}]}})
        found = self.console.ask("GET", f"/api/mam/apps/internal/{made['Id']['Value']}")
        return {"uuid": re.search(r"/publicblob/([^/]+)/", json.dumps(found).replace("\\/", "/")).group(1)}

    def propertyList(self):
        """What describes a package of macOS, and the package."""
        list_of_package = plistlib.dumps({
            "name": "Editor", "display_name": "The Editor", "version": "4.1.2", "minimum_os_version": "13.0",
            "installs": [{"path": "/Applications/Editor.app"}, {"CFBundleIdentifier": bundle()}],
            "receipts": [{"packageid": bundle()}]})
        made = {}
        for kind, content in (("plist", list_of_package), ("pkg", b"123")):
            query = urllib.parse.urlencode({"fileName": f"Editor.{kind}", "organizationGroupId": self.demo["id"]})
            made[kind] = str(self.console.ask("POST", f"/api/mam/blobs/uploadblob?{query}", content,
                                              kind="application/octet-stream")["Value"])
        return made

    def transaction(self):
        """A package that is uploaded in chunks, of which there is one."""
        made = self.console.ask("POST", "/api/mam/apps/internal/uploadchunk", {
            "TransactionId": "", "ChunkData": base64.b64encode(package()).decode(), "ChunkSequenceNumber": 1})
        return {"uuid": made.get("TranscationId") or made.get("TransactionId")}

    def loosePublicApplication(self):
        made = self.console.ask("POST", "/api/mam/apps/public", {
            "Platform": "APPLE", "BundleId": bundle(), "ApplicationName": name("app"),
            "LocationGroupId": str(self.demo["id"])})
        return {"id": made["Id"]["Value"], "uuid": made["Uuid"], "bundle": made["BundleId"]}

    def publicApplication(self):
        application, everybody = self.loosePublicApplication(), self.smartGroup()["id"]
        self.console.ask("POST", f"/api/mam/apps/public/{application['id']}/smartgroups/{everybody}")
        return {**application, "smartGroup": everybody}

    def loosePurchasedApplication(self):
        return self.console.ask("POST", "/_mock/applications/purchased", {
            "name": name("app"), "BundleId": bundle(), "group": "demo", "licenses": 5})

    def purchasedApplication(self):
        return self.assigned(self.loosePurchasedApplication(), "purchased/{id}/assignment")

    def applicationGroup(self):
        made = self.created("/api/mam/apps/appgroups", {
            "Name": name("app group"), "AppGroupType": "Blacklist", "Platform": IOS,
            "OrganizationGroupId": str(self.demo["id"]),
            "Applications": [{"ApplicationName": "Chess", "BundleId": "com.example.chess"}]})
        found = self.console.ask("GET", f"/api/mam/apps/appgroups/{made['id']}/apps")
        return {**made, "item": first_id(found)}

    def profile(self):
        """A profile of the SDK."""
        return self.console.ask("POST", "/_mock/profiles", {
            "name": name("profile"), "group": "demo",
            "payloads": [{"PayloadType": "LoggingSettingsV2", "LoggingLevel": 2}]})

    def geofence(self):
        return self.console.ask("POST", "/_mock/geofences", {
            "name": name("geofence"), "group": "demo", "latitude": 52.52, "longitude": 13.405, "radius": 500})

    def profileVersion(self):
        made = self["profile"]
        self.console.ask("PATCH", f"/_mock/profiles/{made['uuid']}", {
            "payloads": {"LoggingSettingsV2": {"LoggingLevel": 3}}})
        return {"uuid": made["uuid"], "version": 1}

    def deviceProfile(self):
        """A profile of device management, on the device."""
        made = self.console.ask("POST", "/api/mdm/profiles/platforms/Apple/create", {
            "General": {"Name": name("profile"), "AssignmentType": "Optional",
                        "ManagedLocationGroupID": self.demo["id"],
                        "AssignedSmartGroups": [{"SmartGroupId": self["smartGroup"]["id"]}]}})
        found = self.console.ask("GET", f"/api/mdm/profiles/{made}")["General"]
        return {"id": made, "uuid": found.get("ProfileUuid", "")}

    # --- The device -------------------------------------------------------------------------------------------

    def device(self):
        """A device that has signed in and says everything a client says."""
        udid, suffix, number = secrets.token_hex(20), secrets.token_hex(4), secrets.randbelow(10**13)
        # A case may have taken away what the group overrides, and the root asks for an enrollment with MDM.
        self.console.ask("PATCH", "/_mock/groups/demo/settings", {"requireMDMEnrollment": False})
        answer = self.console.ask("POST", "/deviceservices/AuthenticationEndpoint.aws", {
            "Username": self["owner"]["username"], "Password": "s3cret", "ActivationCode": "demo", "Udid": udid,
            "DeviceType": IOS,
            "BundleId": "com.example.demo", "RequestingApp": "com.example.demo",
            "AuthenticationGroup": "com.example.demo", "AuthenticationType": "2"})
        if "AccessToken" not in answer:
            raise Unexpected(f"The sign-in of a device answered {answer}")
        self.console.ask("PATCH", f"/_mock/devices/{udid}", {
            "serialNumber": f"S{suffix}", "imei": f"35{number}", "easId": f"E{suffix}", "macAddress": f"02{suffix}"})
        self.console.ask("POST", "/deviceservices/AirWatchBeacon.svc/checkin", {"payLoad": {
            "DeviceIdentifier": udid, "DeviceType": IOS, "IsCompromised": "0", "BundleId": "com.example.demo",
            "Model": "iPhone", "OsVersion": "17.3"}}, bearer=answer["AccessToken"])
        found = self.console.ask("GET", f"/api/mdm/devices/udid/{udid}")
        return {"id": found["Id"]["Value"], "uuid": found["Uuid"], "udid": udid, "bearer": answer["AccessToken"],
                "userId": answer["UserId"], "bundle": "com.example.demo", "Serialnumber": f"S{suffix}",
                "ImeiNumber": f"35{number}", "EasId": f"E{suffix}", "MacAddress": f"02{suffix}"}

    def say(self, method, path, body=None, kind="application/json"):
        """Sends something as the device."""
        device = self["device"]
        return self.console.ask(method, path.replace("{uid}", device["udid"]), body, bearer=device["bearer"], kind=kind)

    def record(self, family):
        """The newest record of a family, of this device where there are several."""
        for path in (f"/_mock/{family}?device={self['device']['udid']}", f"/_mock/{family}"):
            found = self.console.ask("GET", path)["items"]
            if found:
                return {"id": found[0]["id"]}
        raise Unexpected(f"There is nothing in /_mock/{family}.")

    def journalEntry(self):
        """The newest request that was answered."""
        self.say("GET", "/deviceservices/awmdmsdk/v1/platform/2/uid/{uid}/status")
        return {"id": self.console.ask("GET", "/_mock/journal")["items"][0]["id"]}

    def fault(self):
        """A fault that no request meets."""
        return self.console.ask("POST", "/_mock/faults", {"match": NOTHING, "action": {"status": 503}})

    def scenario(self):
        """A scenario that no request meets."""
        return self.console.ask("POST", "/_mock/scenarios", {
            "name": name("scenario"), "match": NOTHING, "states": {"busy": {}, "calm": {}}})

    def sandbox(self):
        """A customer of its own."""
        return {"id": self.console.ask("POST", "/_mock/sandboxes", {})["id"]}

    def snapshot(self):
        """The state as it is, under a name: going back to it takes away little."""
        self.console.ask("PUT", "/_mock/snapshots/conformance")
        return {"name": "conformance"}

    def beacon(self):
        self.say("POST", "/deviceservices/AirWatchBeacon.svc/checkin", {"payLoad": {
            "DeviceIdentifier": self["device"]["udid"], "DeviceType": IOS, "IsCompromised": "0",
            "BundleId": self["device"]["bundle"], "FriendlyName": "Dana's phone", "Model": "iPhone",
            "OsVersion": "17.3", "APNSToken": secrets.token_hex(16), "Latitude": 52.5, "Longitude": 13.4,
            "SampleTime": "2026-03-05 10:20:30 +0000"}})
        return self.record("beacons")

    def pushToken(self):
        self.beacon()
        return self.record("push-tokens")

    def location(self):
        self.console.ask("PATCH", "/_mock/groups/demo/settings", {"collectLocation": True})
        self.beacon()
        return self.record("locations")

    def analyticsEvent(self):
        self.say("POST", "/deviceservices/analytics", {"events": [{"name": "open_report", "value": 42}]})
        return self.record("analytics")

    def sample(self):
        self.say("POST", "/deviceservices/analytics", {"samples": [{"kind": "memory", "load": 50}]})
        return self.record("samples")

    def dataUsage(self):
        self.say("POST", "/deviceservices/awmdmsdk/v3/samples/datausageperapp", {"wifi": 17})
        return self.record("data-usage")

    def log(self):
        self.say("POST", PLATFORM + "{uid}/logging", {
            "BundleId": self["device"]["bundle"], "AppVersion": "1.0", "LogType": "2", "LogLevel": "3",
            "LogData": "One line"})
        return self.record("logs")

    def message(self):
        self.console.ask("POST", f"/api/mdm/devices/{self['device']['id']}/messages/email", {"MessageBody": "Hello"})
        return self.record("messages")

    def acceptance(self):
        terms = self.console.ask("POST", "/_mock/groups/demo/terms-of-use", {
            "content": "Be kind.", "applications": [self["device"]["bundle"]]})
        self.say("POST", PLATFORM + "{uid}/eula/accepteula", {"EulaContentId": terms["eulaContentId"]})
        return {**self.record("terms-of-use/acceptances"), "content": terms["eulaContentId"],
                "bundle": self["device"]["bundle"]}

    def pinReport(self):
        self.console.ask("GET", "/deviceservices/CertificatePinningReportingEndpoint?url=localhost")
        return self.record("pin-reports")

    def command(self):
        made = self.console.ask("POST", f"/_mock/devices/{self['device']['udid']}/commands", {
            "requestType": "ShowMessage", "bundleId": self["device"]["bundle"], "settings": {"Text": "Hello"}})
        return made["commands"][0]

    def note(self):
        made = self.console.ask("POST", f"/api/mdm/devices/{self['device']['id']}/notes", {"Note": "One"})
        if isinstance(made, dict) and "Value" in made:
            return {"id": made["Value"]}
        return {"id": first_id(self.console.ask("GET", f"/api/mdm/devices/{self['device']['id']}/notes"))}

    def escrow(self):
        self.say("POST", PLATFORM + "{uid}/keystore/storekey", {
            "DeviceType": IOS, "Uid": self["device"]["udid"], "EnrollmentUserId": "-1", "DeviceKeyUsage": 2,
            "Algorithm": "AES256", "KeySize": 4, "Base64EncodedKey": "QUJD"})
        return {"usage": 2, "user": "-1"}


# The console tells itself, where a body of any kind is answered with 200.
ANSWERS_EVERYTHING = "/deviceservices/enrollment/airwatchenroll.aws/validategroupidentifier"
# What is gone, or said by another device, once there is another device.
DEVICE_PARTS = ["beacon", "pushToken", "location", "analyticsEvent", "sample", "dataUsage", "log", "message",
                "acceptance", "pinReport", "command", "note", "escrow", "tag"]
# A certificate for pushing to com.example.demo, valid until 2036, with its key; made up for tests.
PUSH_CERTIFICATE = """\
-----BEGIN CERTIFICATE-----
MIICTzCCAfSgAwIBAgICEAAwCgYIKoZIzj0EAwIwMzExMC8GA1UEAwwoQXBwbGUg
V29ybGR3aWRlIERldmVsb3BlciBSZWxhdGlvbnMgVGVzdDAeFw0yNjAxMDEwMDAw
MDBaFw0zNjAxMDEwMDAwMDBaMFIxIDAeBgoJkiaJk/IsZAEBDBBjb20uZXhhbXBs
ZS5kZW1vMS4wLAYDVQQDDCVBcHBsZSBQdXNoIFNlcnZpY2VzOiBjb20uZXhhbXBs
ZS5kZW1vMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE65V86OlcKBC8XZ1bgPnK
N6Fdo6/SKBh4M0YmvTZPB7aRjK98OVeGere1gz8sumD6CmcsgtapsVb9d2GdLJuG
TqOB2DCB1TAQBgoqhkiG92NkBgMCBAIFADBIBgoqhkiG92NkBgMGBDowOAwQY29t
LmV4YW1wbGUuZGVtbzAFDANhcHAMFWNvbS5leGFtcGxlLmRlbW8udm9pcDAGDAR2
b2lwMB0GA1UdDgQWBBQsL7pZ/em2FsgdJUEOmgxcdabMQjBYBgNVHSMEUTBPoTek
NTAzMTEwLwYDVQQDDChBcHBsZSBXb3JsZHdpZGUgRGV2ZWxvcGVyIFJlbGF0aW9u
cyBUZXN0ghQI/kO5P9yKCxsluSuU2h6DUf6rhjAKBggqhkjOPQQDAgNJADBGAiEA
kJa5SVN8sGtVfd/XN3eQeEDbJmeJhPHvy0RvANHifdwCIQCDprZKTo4+HcIn2lR3
q/DUbmkLhh+y25OTPh4UL+ixXA==
-----END CERTIFICATE-----
-----BEGIN EC PRIVATE KEY-----
MHcCAQEEIHIsmwftw6+7ODMLiCzvuACDRcBzoSl54ytDTcV2Sh0noAoGCCqGSM49
AwEHoUQDQgAE65V86OlcKBC8XZ1bgPnKN6Fdo6/SKBh4M0YmvTZPB7aRjK98OVeG
ere1gz8sumD6CmcsgtapsVb9d2GdLJuGTg==
-----END EC PRIVATE KEY-----
"""
# A certificate for uem.example.test, valid until 2046.
CERTIFICATE = base64.b64decode(
    "MIIBbzCCARagAwIBAgICEAQwCgYIKoZIzj0EAwIwDjEMMAoGA1UEAwwDdHdvMB4XDTI2MDEwMTAwMDAwMFoXDTQ2MDEwMTAwMDAw"
    "MFowDjEMMAoGA1UEAwwDdHdvMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE1Sq5w3tmSS7YSkTawECDoUb90R56zo9a9hiO2ET9"
    "Q+/G1kFTqTl0Bz7azpAavoQA9dQ/+iFeVOHm+tzNIDZnv6NkMGIwCQYDVR0TBAIwADA2BgNVHREELzAtghBVRU0uZXhhbXBsZS50"
    "ZXN0ghMqLmFwcHMuZXhhbXBsZS50ZXN0hwTAAAIBMB0GA1UdDgQWBBR0ACkki6EoX97vR0IQIqqEBcz/kTAKBggqhkjOPQQDAgNH"
    "ADBEAiBQ2PhajuptwE52ybnHfC3Jd+Yuo8VVPOYT+yDphu9PnQIgINu3MgfRF5Q8gZzeygGIyzcjxmXt3GiHSgvVjtj/y9U=")
# The smallest picture: PNG, 1 by 1.
PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==")


def name(kind):
    return f"{kind} {secrets.token_hex(4)}".replace(" ", "-")


def bundle():
    return f"com.example.a{secrets.token_hex(6)}"


def package():
    """The smallest app package, with a bundle identifier nobody had before."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr("Payload/Demo.app/Info.plist", plistlib.dumps({
            "CFBundleIdentifier": bundle(), "CFBundleName": "Demo", "CFBundleDisplayName": "Demo",
            "CFBundleShortVersionString": "1.0", "CFBundleVersion": "1", "MinimumOSVersion": "16.0",
            "UIDeviceFamily": [1, 2], "DTPlatformName": "iphoneos"}))
        archive.writestr("Payload/Demo.app/Demo", b"")
    return content.getvalue()


def first_id(value):
    """The first member called Id or id, however deep: {"Id": {"Value": 1}} or {"id": 1}."""
    if isinstance(value, list):
        return next(filter(None, map(first_id, value)), None)
    if not isinstance(value, dict):
        return None
    for key in ("Id", "id", "ID", "NoteId", "ItemId"):
        if key in value:
            return value[key]["Value"] if isinstance(value[key], dict) else value[key]
    return next(filter(None, map(first_id, value.values())), None)
