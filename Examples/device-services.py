#!/usr/bin/env python3
"""Every call of device services, made by a client that shares no code with the console.

    Examples/device-services.py [READY_FILE]

READY_FILE is what `mockuem serve --ready-file FILE` writes; without it the console of a start with defaults in this
folder is asked. Needs Python 3.9 and nothing else. It works in an organization group of its own, below that of the console,
and removes it and the device at the end. The first answer that is not as the protocol says ends the script with a sentence
and exit code 1.
"""
import base64, datetime, hashlib, hmac, http.client, json, os, plistlib, re, secrets, ssl, struct, sys, urllib.parse, uuid

JSON = "application/json; charset=utf-8"
LOGIN = "/deviceservices/AuthenticationEndpoint.aws"
calls = 0


if sys.argv[1:2] in (["-h"], ["--help"]):
    sys.exit(print(__doc__.strip()))


def fail(text):
    sys.exit(f"device-services: {text}")


def read_console():
    """The ready file, or the credentials of a start in this folder."""
    if len(sys.argv) > 1:
        path = sys.argv[1]
    else:
        here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
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


console = read_console()
server = urllib.parse.urlsplit(console["https"])
tls = ssl.create_default_context(cafile=console["ca"])
bundle = console["bundleId"]
device = secrets.token_hex(20)
common = f"ABCDE12345.{bundle}"
# Organization group of this run: what it is called, and its id once it is there.
group_code, group_id = f"tour-{secrets.token_hex(4)}", None
tokens = {}
bearer = None


class Answer:
    def __init__(self, request, response):
        self.request, self.status, self.body = request, response.status, response.read()
        self.headers = {name.lower(): value for name, value in response.getheaders()}

    def json(self):
        try:
            return json.loads(self.body)
        except ValueError:
            fail(f"{self.request} answered no JSON: {self.body[:200]!r}")

    def expect(self, status, what=None):
        if self.status != status:
            fail(f"{self.request} answered {self.status} instead of {status}: {self.body[:400]!r}")
        if not re.match(r"^\d+\.\d+\.\d+", self.headers.get("x-aw-version", "")):
            fail(f"{self.request} answered without x-aw-version")
        if what is not None and not what:
            fail(f"{self.request} answered {self.body[:400]!r}")
        return self


def send(method, target, headers=None, body=b""):
    global calls
    calls += 1
    connection = http.client.HTTPSConnection(server.hostname, server.port, context=tls, timeout=60)
    connection.request(method, target, body or None, headers or {})
    answer = Answer(f"{method} {target}", connection.getresponse())
    connection.close()
    return answer


def string_to_sign(method, target, headers, body):
    """DeviceServices, section 4.2.2."""
    lower = {name.lower(): value for name, value in headers.items()}
    names = ["content-encoding", "content-language", "content-type", "date", "if-modified-since", "if-match",
             "if-none-match", "if-unmodified-since", "range"]
    lines = [method] + [lower.get(name, "") for name in names]
    lines += sorted(f"{name}:{value}" for name, value in lower.items()
                    if name.startswith("aw-") and not name.startswith("aw-auth-"))
    resource = f"{server.netloc}{target.split('?')[0]}".lower()
    digest = base64.b64encode(hashlib.sha256(body).digest()).decode() if body else ""
    return "\n".join(lines) + "\n" + resource + digest


def signed(method, target, body=b"", group=None, content_type=JSON, key=None, uid=None):
    group, uid = group or bundle, uid or device
    now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S")
    headers = {"Content-Type": content_type, "DATE": now, "aw-device-uid": uid, "aw-auth-group-id": group,
               "AW-AUTH-SIGNATURE-VERSION": "1", "AW-AUTH-REALM": "device", "AW-AUTH-SIGNATURE-METHOD": "HMAC-SHA256"}
    text = string_to_sign(method, target, headers, body)
    key = (key or tokens.get(group, "nothing")).encode()
    signature = base64.b64encode(hmac.new(key, text.encode(), hashlib.sha256).digest()).decode()
    return send(method, target, {**headers, "AUTHORIZATION": f"{uid}:{signature}"}, body)


def with_bearer(method, target, body=b"", content_type=JSON):
    return send(method, target, {"Authorization": f"Bearer {bearer}", "Content-Type": content_type}, body)


def admin(method, target, value=None):
    body = json.dumps(value).encode() if value is not None else b""
    return send(method, target, {"Authorization": f"Bearer {console['adminToken']}", "Content-Type": JSON}, body)


def settings(**values):
    admin("PATCH", f"/_mock/groups/{group_code}/settings", values).expect(200)


def make_group():
    global group_id
    found = admin("GET", f"/api/system/groups/search?groupid={console['groupId']}").expect(200).json()["LocationGroups"]
    if len(found) != 1:
        fail(f"the console has {len(found)} groups with the code {console['groupId']}")
    new = {"Name": "Tour of device services", "GroupId": group_code, "LocationGroupType": "Container"}
    group_id = admin("POST", f"/api/system/groups/{found[0]['Id']['Value']}", new).expect(200).json()["Value"]


def remove_group():
    if group_id is not None:
        admin("DELETE", f"/_mock/devices/{device}")
        admin("DELETE", f"/api/system/groups/{group_id}").expect(200)


def platform(rest, uid=None):
    return f"/deviceservices/awmdmsdk/v1/platform/2/uid/{uid or device}/{rest}"


def log_in(group, **fields):
    global bearer
    body = {"Udid": device, "DeviceType": "2", "BundleId": bundle, "RequestingApp": bundle, "AuthenticationType": "2",
            "AuthenticationGroup": group, **fields}
    answer = send("POST", LOGIN, {"Content-Type": "application/json", "Accept": "application/json"},
                  json.dumps(body, indent=2).encode()).expect(200).json()
    if answer["StatusCode"] == "AUTH-0":
        for name in ["AWHMACKey", "Username", "UserId", "IsEulaAcceptanceRequired"]:
            if not isinstance(answer.get(name), str):
                fail(f"the login answered no text as {name}")
        tokens[group], bearer = answer["AWHMACKey"], answer["AccessToken"]
    return answer


def password_login(group):
    return log_in(group, Username=console["user"], Password=console["password"], ActivationCode=group_code)


def discovery():
    send("HEAD", "/", {"User-Agent": "Airwatch"}).expect(200)
    send("GET", "/").expect(200)
    send("HEAD", LOGIN).expect(200)
    send("HEAD", platform("status", "abcdef1234567890abcdef1234567890abcdef12")).expect(200)
    send("GET", "/deviceservices/awhealth").expect(200)
    settings(emailDomains=["acme.example"], sslPins=["localhost=3082010A"])
    for path in ["awcredentials.aws/v2", "awcredentials.aws/v1"]:
        found = send("GET", f"/autodiscovery/{path}/domainlookup/domain/acme.example").expect(200).json()
        if found["GroupId"].lower() != group_code or not found["EnrollmentUrl"].startswith("https://"):
            fail(f"autodiscovery answered {found}")
    send("GET", "/autodiscovery/awcredentials.aws/v2/domainlookup/domain/nobody.example").expect(204)
    signed("GET", "/autodiscovery/DeviceRegistry.aws/v2/domainlookup/domain/acme.example",
           group="com.air-watch.mdm.6.4", key="built in").expect(200)
    pins = send("GET", "/autodiscovery/HostRegistry.aws?URL=localhost").expect(200).json()
    if pins.get("localhost", [""])[0].lower() != "3082010a":
        fail(f"the host registry answered {pins}")
    trust = send("GET", "/deviceservices/trustservicesettings").expect(200).json()["Uri"]
    path = urllib.parse.urlsplit(trust).path
    send("GET", f"{path}/SSLPinning/Settings?URL=localhost").expect(200).json()["localhost"]
    send("GET", "/DeviceServices/CertificatePinningReportingEndpoint?url=localhost",
         {"deviceType": "2", "aw-device-uis": device}).expect(200)


def agent_enrollment():
    zero = "00000000-0000-0000-0000-000000000000"
    def step(name, session, **fields):
        body = {"Header": {"SessionId": session}, "Device": {"InternalIdentifier": ""}, **fields}
        return send("POST", f"/deviceservices/enrollment/airwatchenroll.aws/{name}", {"Content-Type": JSON},
                    json.dumps(body).encode()).expect(200).json()
    refused = step("validategroupidentifier", zero, GroupId="nobody")
    if refused["Status"]["Code"] != 2 or refused["Header"]["SessionId"] != zero:
        fail(f"group validation answered {refused}")
    found = step("ValidateGroupIdentifier", zero, GroupId=group_code)
    if found["Status"]["Code"] != 1 or found["NextStep"]["Type"] != 4:
        fail(f"group validation answered {found}")
    session = found["Header"]["SessionId"]
    done = step("validatelogincredentials", session, Username=console["user"], Password=console["password"])
    if done["Status"]["Code"] != 1:
        fail(f"the agent's sign-in answered {done}")


def saml():
    def probe():
        return send("GET", LOGIN, {
            "ActivationCode": group_code, "Udid": device, "DeviceType": "2", "BundleId": bundle,
            "RequestingApp": bundle, "AuthenticationType": "1", "AuthenticationGroup": common,
            "RedirectUrl": "sdksampleApp://SAMLAuthentication?"})
    if not probe().expect(200).body:
        fail("the SAML probe has no body: a client crashes")
    settings(authenticationTypes=["usernameAndPassword", "token", "saml"])
    page = urllib.parse.urlsplit(probe().expect(401).json()["RedirectUrl"])
    html = send("GET", f"{page.path}?{page.query}", {"Accept": "text/html"}).expect(200).body.decode()
    form = re.search(r"<form[^>]*>", html).group()
    action = re.search(r'action="([^"]*)"', form)
    fields = {}
    for field in re.findall(r"<input[^>]*>", html):
        name, value = re.search(r'name="([^"]*)"', field), re.search(r'value="([^"]*)"', field)
        if name:
            fields[name.group(1)] = (value.group(1) if value else "").replace("&amp;", "&")
    for name in fields:
        if "user" in name.lower():
            fields[name] = console["user"]
        if "pass" in name.lower():
            fields[name] = console["password"]
    target = urllib.parse.urljoin(f"{page.path}?{page.query}", (action.group(1) if action else "").replace("&amp;", "&"))
    answer = send("POST", target, {"Content-Type": "application/x-www-form-urlencoded"},
                  urllib.parse.urlencode(fields).encode())
    place = answer.headers.get("location", "")
    found = re.match(r"(?i)sdksampleapp://SAMLAuthentication\?token=([^&=]+)$", place)
    if answer.status not in (302, 303) or not found:
        fail(f"{answer.request} answered {answer.status} to {place!r}: {answer.body[:300]!r}")
    for expected in ["AUTH-0", "AUTH-1005"]:
        code = log_in(common, AuthorizationCode=urllib.parse.unquote(found.group(1)))["StatusCode"]
        if code != expected:
            fail(f"the SAML token answered {code} instead of {expected}")
    body = {"AppBundleIdentifier": bundle, "AppInternalIdentifier": device,
            "Header": {"ProtocolRevision": "1", "Language": "en-US", "ProtocolType": "1", "Mode": "2"},
            "Device": {"Identifier": device, "Type": "2", "InternalIdentifier": device, "BundleIdentifier": bundle}}
    step = signed("POST", "/deviceServices/AirwatchEnroll.aws/Enrollment/RegisterApplication",
                  json.dumps(body).encode(), group=common).expect(200).json()["NextStep"]
    if step["Type"] != 27:
        fail(f"the registration answered {step}")
    settings(authenticationTypes=None)


def user_and_profile():
    for group in [common, bundle]:
        if password_login(group)["StatusCode"] != "AUTH-0":
            fail("the password login was refused")
    status = send("GET", platform("status")).expect(200).json()
    names = {entry["DeviceSetting"]: entry["SettingValue"] for entry in status}
    if str(names["enrollmentstatus"]) != "4" or len(names) != 6:
        fail(f"the status answered {names}")
    user = signed("GET", platform("user")).expect(200).json()
    details = signed("GET", f"/deviceservices/awmdmsdk/v3/users/userid/{user['UserId']}").expect(200).json()
    if not all(isinstance(value, str) for value in [*user.values(), *details.values()]):
        fail(f"the user answered {user} {details}")
    query = f"?bundleid={bundle}&configtypeid=21&deviceType=2&uid={device}"
    for call in [signed, with_bearer]:
        profile = plistlib.loads(call("GET", "/DeviceServices/iOS/SettingsEndpoint.aspx" + query).expect(200).body)
        if not profile["PayloadContent"]:
            fail("the profile has no payloads")
    signed("GET", platform("user", "ffff")).expect(404)
    signed("GET", platform("user"), key="wrong").expect(401)
    return profile


def terms_of_use():
    added = admin("POST", f"/_mock/groups/{group_code}/terms-of-use", {"content": "<p>Be kind.</p>"})
    if added.status not in (200, 201):
        fail(f"{added.request} answered {added.status} {added.body!r}")
    path = platform("eula/")
    if signed("GET", f"{path}checkeula/appid/{bundle}").expect(200).json()["IsEulaAcceptanceRequired"] is not True:
        fail("terms of use are not asked for")
    terms = signed("GET", f"{path}fetcheula/appid/{bundle}").expect(200).json()
    number = terms["EulaContentId"]
    if not isinstance(number, int) or terms["EulaContent"] != "<p>Be kind.</p>":
        fail(f"the terms of use are {terms}")
    signed("GET", f"{path}fetcheula/appid/{bundle}/eulacontentid/{number}").expect(200)
    if password_login(bundle)["IsEulaAcceptanceRequired"] != "1":
        fail("the login does not ask for terms of use")
    body = json.dumps({"EulaContentId": number}).encode()
    signed("POST", f"{path}rejecteula", body).expect(200)
    signed("POST", f"{path}accepteula", body).expect(200)
    if signed("GET", f"{path}checkeula/appid/{bundle}").expect(200).json()["IsEulaAcceptanceRequired"] is not False:
        fail("accepted terms of use are asked for again")
    if password_login(bundle)["IsEulaAcceptanceRequired"] != "false":
        fail("the login asks for accepted terms of use")
    signed("POST", f"{path}accepteula", b'{"EulaContentId": 99999}').expect(404)
    signed("POST", f"{path}accepteula", b'{"EulaContentId": "x"}').expect(400)


def commands():
    def post(status, identifier="", **more):
        message = {"Status": status, "UDID": device, "CommandUUID": identifier, "Requestor": bundle, **more}
        answer = signed("POST", "/deviceservices/awmdmsdk/v3/processor", plistlib.dumps(message)).expect(200)
        return plistlib.loads(answer.body) if answer.body else None
    queue = f"/_mock/devices/{device}/commands"
    for command in [{"requestType": "UploadLogs", "logLevel": "debug", "logPeriodSeconds": 0},
                    {"requestType": "RequestProfiles"}, {"requestType": "DeviceLockSso"},
                    {"requestType": "ShowMessage", "settings": {"Text": "Hello", "Count": 3}}]:
        answer = admin("POST", queue, {"bundleId": bundle, **command})
        if answer.status not in (200, 201):
            fail(f"{answer.request} answered {answer.status} {answer.body!r}")
    upload = post(4)
    if upload["Command"]["RequestType"] != "UploadLogs" or type(upload["Command"]["LogLevel"]) is not int:
        fail(f"the first command is {upload}")
    profiles = post(1, upload["CommandUUID"])
    lock = post(1, profiles["CommandUUID"], ProfileList=[{"PayloadContent": []}])
    message = post(2)
    if lock["Command"]["RequestType"] != "DeviceLockSso" or message["Command"].get("Count") != 3:
        fail(f"commands came as {lock} and {message}")
    if post(5, message["CommandUUID"]) is not None:
        fail("a command comes again at once after not now")
    again = post(4)
    if again["CommandUUID"] != message["CommandUUID"] or post(1, again["CommandUUID"]) is not None:
        fail("a command does not come again after not now")
    settings(encryptCommands=True)
    admin("POST", queue, {"bundleId": bundle, "requestType": "Secret"})
    sealed = signed("POST", "/deviceservices/awmdmsdk/v3/processor", plistlib.dumps(
        {"Status": 4, "UDID": device, "CommandUUID": "", "Requestor": bundle})).expect(200).body.decode()
    iv, text = sealed.split(":")
    if len(base64.b64decode(iv)) != 16 or len(base64.b64decode(text)) % 16:
        fail(f"the envelope is {sealed}")
    settings(encryptCommands=None)
    signed("POST", "/deviceservices/awmdmsdk/v3/processor", b"x", key="wrong").expect(400)


def beacon_and_logs():
    def beacon(**fields):
        load = {"DeviceIdentifier": device, "Name": "Dana's phone", "DeviceType": "2", "IsCompromised": "0",
                "BundleId": bundle, "FriendlyName": "Dana's phone", "Model": "iPhone", "OsVersion": "17.3", **fields}
        return signed("POST", "/deviceservices/AirWatchBeacon.svc/checkin", json.dumps({"payLoad": load}).encode())
    for fields in [{"APNSToken": "0a1b", "Latitude": 52.5, "Longitude": 13.4, "SampleTime": "2026-03-05 10:20:30 +0000",
                    "ComplianceData": [{"Status": 3, "PolicyIdentifier": "com.airwatch.compliance.compromisedPolicy"}]},
                   {"APNSToken": None}]:
        if beacon(**fields).expect(200).json() != {"d": {"Status": 1}}:
            fail("the beacon was not accepted")
    if beacon(Latitude="north", MemberOfTomorrow=[1]).expect(200).json() != {"d": {"Status": 1}}:
        fail("a member that is not understood refuses a beacon")
    if signed("POST", "/deviceservices/AirWatchBeacon.svc/checkin", b"{").expect(400).json() != {"d": {"Status": 0}}:
        fail("a malformed beacon is not refused in its own form")
    if "pushToken" in (admin("GET", f"/_mock/devices/{device}").expect(200).json()["installations"][0]):
        fail("a null does not clear the push token")
    log = {"BundleId": bundle, "AppVersion": "1.0", "LogType": "2", "LogLevel": "3", "LogData": "Zeile \u00fc\n" * 1000}
    signed("POST", platform("logging"), json.dumps(log, indent=2).encode()).expect(200)
    signed("POST", platform("logging"), json.dumps(log).encode(), group="com.air-watch.mdm.6.4",
           key="built in").expect(200)
    signed("POST", platform("logging"), json.dumps({**log, "LogType": "9"}).encode()).expect(400)
    logs = admin("GET", f"/_mock/logs?device={device}&type=crash").expect(200).json()
    text = admin("GET", f"/_mock/logs/{logs['items'][-1]['id']}/text").expect(200).body.decode()
    if text != log["LogData"]:
        fail("the log is not read back as it was sent")


def interrogator():
    url = "/deviceservices/Interrogator/InterrogatorHandler.ashx"
    name = device.encode("utf-16-le")
    def packet(flag, token, payload):
        return struct.pack("<BB16si", 0, flag, token, len(payload)) + payload
    ready = signed("POST", url, packet(16, bytes(16), struct.pack("<Hi", 2, len(name)) + name),
                   content_type="application/octet-stream").expect(200).body
    if ready[1] != 80 or len(ready) < 18:
        fail(f"the ready answer is {ready!r}")
    token = ready[2:18]
    texts = [b"open_report", b"42", bundle.encode(), b"1.4", b"FieldNotes"]
    content = struct.pack("<5HHH", *map(len, texts), 0, 1) + str(uuid.uuid4()).encode() + b"".join(texts)
    sample = struct.pack("<HH7H", 112, 18 + len(content), 2024, 3, 5, 10, 20, 30, 0) + content
    unknown = struct.pack("<HH7H", 999, 18, 2024, 3, 5, 10, 20, 30, 0)
    for samples in [sample + unknown, b""]:
        payload = struct.pack("<Hii", 2, len(name), len(samples)) + name + samples
        data = signed("POST", url, packet(128, token, payload), content_type="application/octet-stream")
        if data.status == 200 and data.body[1] not in (6, 64):
            fail(f"the data answer is {data.body!r}")
    for hostile in [b"", b"\0\x10", packet(128, token, struct.pack("<Hii", 2, -1, 2**31 - 1)), os.urandom(200)]:
        answer = signed("POST", url, hostile, content_type="application/octet-stream")
        if answer.status >= 500:
            fail(f"{answer.request} answered {answer.status}")
    events = {"events": [{"name": "open_report", "type": "custom", "value": "42", "valueType": "integer",
                          "session": str(uuid.uuid4()), "occurredAt": "2026-03-05T10:20:30.000Z"}]}
    with_bearer("POST", "/deviceservices/analytics", json.dumps(events).encode()).expect(200)
    found = admin("GET", f"/_mock/analytics?device={device}&name=open_report").expect(200).json()
    if found["total"] != 2:
        fail(f"there are {found['total']} analytics events, not 2")


def the_rest():
    signed("GET", f"/deviceservices/awmdmsdk/v3/samples/datausage?bundleid={bundle}").expect(200).json()
    signed("POST", "/deviceservices/awmdmsdk/v3/samples/datausageperapp", b'{"wifi": 17}').expect(200)
    silence = platform("donotdisturb")
    signed("POST", silence, b'{"IsDoNotDisturb": true}').expect(200)
    if signed("GET", silence).expect(200).json()["IsDoNotDisturb"]:
        fail("do-not-disturb is on though the group does not allow it")
    settings(allowDoNotDisturb=True, supportEmail="help@example.test", supportPhone="+1 555 0100")
    signed("POST", silence, b'{"IsDoNotDisturb": true}').expect(200)
    if signed("GET", silence).expect(200).json()["IsDoNotDisturb"] is not True:
        fail("do-not-disturb is not on")
    help = signed("POST", "/deviceservices/DeviceInfo.svc/GetSupportInfo",
                  json.dumps({"request": {"DeviceType": "2", "Uid": device}}).encode()).expect(200).json()["d"]
    if help["Email"] != "help@example.test" or help["HasErrors"] is not False:
        fail(f"the support information is {help}")
    signed("GET", "/deviceservices/CertificatePinningEndpoint").expect(200).json()
    key = base64.b64encode(os.urandom(32)).decode()
    stored = {"DeviceType": "2", "Uid": device, "EnrollmentUserId": "-1", "DeviceKeyUsage": 2, "Algorithm": "AES256",
              "KeySize": len(key), "Base64EncodedKey": key}
    signed("POST", platform("keystore/storekey"), json.dumps(stored).encode()).expect(200)
    asked = {"DeviceType": "2", "Uid": device, "EnrollmentUserId": "-1", "KeyUsage": 2}
    back = signed("POST", platform("keystore/retrievekey/devicekeyusage/2/enrollmentuserid/-1"),
                  json.dumps(asked).encode(), group=common).expect(200).json()
    if back["Base64EncodedKey"] != key:
        fail("the escrowed key does not come back")
    for what in ["applist", "deviceinfo", "profilesinfo", "securityinfo"]:
        answer = signed("GET", platform(f"requery/{what}")).expect(200).json()
        if answer.get("Status", answer.get("status")) not in (0, 1):
            fail(f"requery answered {answer}")
    signed("GET", platform("requery/everything")).expect(404)
    for target in ["//DeviceServices/ConnectionEndpoint.aws/v2?deviceType=2&uid=" + device]:
        send("GET", target).expect(404)
    signed("GET", "/deviceservices/policysigningcertificate?requestType=x5c").expect(404)


def enrollment_status():
    settings = send("GET", platform("status")).expect(200).json()
    return next(str(entry["SettingValue"]) for entry in settings if entry["DeviceSetting"] == "enrollmentstatus")


def unenrollment():
    path = platform("command/unenroll")
    send("GET", path).expect(401)
    signed("GET", path).expect(200)
    if enrollment_status() != "8":
        fail(f"after un-enrolling the status is {enrollment_status()}")
    signed("GET", platform("user")).expect(403)
    with_bearer("GET", platform("user")).expect(401)
    if password_login(bundle)["StatusCode"] != "AUTH-0":
        fail("a device that un-enrolled cannot enroll again")
    if admin("GET", f"/_mock/logs?device={device}").expect(200).json()["total"] < 1:
        fail("logs are gone after un-enrolling")
    admin("POST", f"/_mock/devices/{device}/commands/enterprise-wipe")
    if enrollment_status() != "5":
        fail(f"while an enterprise wipe is pending the status is {enrollment_status()}")
    signed("GET", platform("user")).expect(403)
    signed("GET", path).expect(200)
    if enrollment_status() != "8":
        fail(f"after an enterprise wipe the status is {enrollment_status()}")


try:
    make_group()
    for part in [discovery, agent_enrollment, saml, user_and_profile, terms_of_use, commands, beacon_and_logs,
                 interrogator, the_rest, unenrollment]:
        before = calls
        part()
        print(f"{part.__name__.replace('_', ' '):20} {calls - before:3} calls as they should be")
finally:
    remove_group()
print(f"All {calls} calls of device {device} were answered as the protocol says.")
