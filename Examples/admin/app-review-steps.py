#!/usr/bin/env python3
"""The App Review chapter of the product guides, step by step, from an empty console; and what a client meets without a step.

    Examples/admin/app-review-steps.py [READY_FILE] [--leave-out STEP] [--output FILE]

READY_FILE is what `mockuem serve --ready-file FILE` writes; without it the console that was started in this folder is
asked. The steps are done over the admin REST API, and below /_mock where that cannot do them; then an app starts for the
first time, in the order of an SDK client in app-review mode, with the bearer token of its login in place of signatures.
Nothing of the demo environment is used.

With --leave-out everything is done once more without STEP, in a group of its own that is removed again, and what the client
then meets is shown; `each` leaves out every step once, with a group for each, which takes a minute or two. Steps: group,
user, smart-group, member, profile, upload, app-profile, assignment, mdm-enrollment, server-url, group-id. With --output,
what a device needs to sign in is written to FILE, for Examples/first-launch.sh. Needs Python 3.9 and nothing else. The first
answer that is not as it has to be ends the script with a sentence and exit code 1.
"""
import argparse, base64, http.client, io, json, os, plistlib, secrets, ssl, sys, urllib.parse, zipfile

if sys.argv[1:2] in (["-h"], ["--help"]):
    sys.exit(print(__doc__.strip()))

SERVER_KEY = "com.vmware.air-watch.enrollment.test-server-url"
GROUP_KEY = "com.vmware.air-watch.enrollment.test-org-group-id"
LOGIN = "/deviceservices/AuthenticationEndpoint.aws"

# What the codes of a refused login mean to a client (DeviceServices, section 7.3.1).
REFUSALS = {
    "AUTH--1": "the group is unknown, or none is named",
    "AUTH-1001": "user name or password is wrong",
    "AUTH-1004": "the group requires MDM enrollment",
}

# Every step: its number in the chapter, what it does, and what a client meets without it.
STEPS = {
    "group": ("1", "Organization group", "AUTH--1"),
    "user": ("2", "User with credentials", "AUTH-1001"),
    "smart-group": ("3", "Smart group", "notAssigned"),
    "member": ("3", "User added to the smart group", "notAssigned"),
    "profile": ("4", "SDK profile", "noDefaultProfile"),
    "upload": ("5", "App uploaded", "noApplication"),
    "app-profile": ("5", "SDK profile of the app", "noDefaultProfile"),
    "assignment": ("5", "Smart group of the app", "notAssigned"),
    "mdm-enrollment": ("6", "Require MDM Enrollment off", "AUTH-1004"),
    "server-url": ("7", "Server URL in the app's PLIST", SERVER_KEY),
    "group-id": ("7", "Group ID in the app's PLIST", GROUP_KEY),
}


def fail(text):
    sys.exit(f"app-review-steps: {text}")


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
    for key in ["adminUser", "adminPassword", "tenantCode", "adminToken"]:
        if key not in console:
            fail(f"{path} does not say the {key}.")
    return console


class Answer:
    """What a request was answered."""

    def __init__(self, request, response):
        self.request, self.status, self.body = request, response.status, response.read()
        self.version = response.getheader("x-aw-version")

    def json(self):
        try:
            return json.loads(self.body) if self.body else {}
        except ValueError:
            fail(f"{self.request} answered no JSON: {self.body[:200]!r}")

    def expect(self, *wanted):
        if self.status not in wanted:
            fail(f"{self.request} answered {self.status} instead of {wanted[0]}: {self.body[:500].decode(errors='replace')}")
        return self


class Console:
    """The origin of a console, and its administrator."""

    def __init__(self, ready):
        self.origin = ready["https"].rstrip("/")
        try:
            self.tls = ssl.create_default_context(cafile=ready["ca"])
        except OSError:
            fail(f"The certificate {ready['ca']} cannot be read.")
        basic = base64.b64encode(f"{ready['adminUser']}:{ready['adminPassword']}".encode()).decode()
        self.credentials = {"Authorization": f"Basic {basic}", "aw-tenant-code": ready["tenantCode"]}
        self.bearer = {"Authorization": f"Bearer {ready['adminToken']}"}

    def send(self, method, path, headers, body=b"", origin=None):
        server = urllib.parse.urlsplit(origin or self.origin)
        connection = http.client.HTTPSConnection(server.hostname, server.port or 443, context=self.tls, timeout=60)
        try:
            connection.request(method, f"{server.path}{path}", body or None, headers)
            return Answer(f"{method} {server.path}{path}", connection.getresponse())
        except OSError as problem:
            fail(f"{method} {path} got no answer. Is MockUEM running at {origin or self.origin}? ({problem})")
        finally:
            connection.close()

    def api(self, method, path, value=None, raw=None, version=1):
        """A call of the admin REST API, as a client of a real console makes it."""
        media = "application/octet-stream" if raw else "application/json"
        headers = {**self.credentials, "Accept": f"application/json;version={version}", "Content-Type": media}
        return self.send(method, f"/api/{path}", headers, raw or (json.dumps(value).encode() if value else b""))

    def mock(self, method, path, value=None):
        """A call below /_mock, for what the admin REST API cannot do."""
        headers = {**self.bearer, "Content-Type": "application/json"}
        return self.send(method, f"/_mock/{path}", headers, json.dumps(value).encode() if value else b"")


def package(bundle):
    """The smallest package the console takes for an app."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("Payload/Review.app/Info.plist", plistlib.dumps({
            "CFBundleIdentifier": bundle, "CFBundleName": "Review", "CFBundleDisplayName": "Review",
            "CFBundleShortVersionString": "1.0.0", "CFBundleVersion": "1", "MinimumOSVersion": "16.0",
            "UIDeviceFamily": [1, 2], "DTPlatformName": "iphoneos"}, fmt=plistlib.FMT_BINARY))
        file.writestr("Payload/Review.app/Review", bytes(4096))
    return archive.getvalue()


class Environment:
    """An App Review environment, and the settings plist of an app that points to it."""

    def __init__(self, console, left_out=None, report=lambda *_: None):
        self.console, self.left_out, self.report = console, left_out, report
        self.name = secrets.token_hex(3)
        self.code, self.user, self.password = f"review-{self.name}", "reviewer", secrets.token_hex(8)
        self.bundle = f"com.example.review{self.name}"
        self.group = self.user_id = self.smart_group = self.profile = self.app = self.app_uuid = None
        self.plist = {}

    def set_up(self):
        """Does every step of the chapter that can be done without the one left out."""
        # Everything lies in the group: without it there is nowhere to put a user, a profile or an app.
        if self.does("group"):
            self.make_group()
            self.make_user()
            self.make_smart_group()
            self.make_profile()
            self.make_app()
            self.switch_off_mdm_enrollment()
        self.write_plist()
        return self

    def does(self, step):
        return step != self.left_out

    def done(self, step, answer, finding):
        self.report(*STEPS[step][:2], answer.status if answer else "", finding)

    def make_group(self):
        answer = self.console.api("POST", "system/groups/7", {
            "Name": f"App Review {self.name}", "GroupId": self.code, "LocationGroupType": "Customer",
            "Country": "United States", "Locale": "English (United States)"}).expect(200)
        self.group = answer.json()["Value"]
        self.done("group", answer, f"{self.code}, id {self.group}")

    def make_user(self):
        if not self.does("user"):
            return
        answer = self.console.api("POST", "system/users/adduser", {
            "UserName": self.user, "Password": self.password, "SecurityType": "2", "Status": "true",
            "FirstName": "App", "LastName": "Review", "Email": "reviewer@example.test",
            "LocationGroupId": str(self.group)}).expect(200)
        self.user_id = answer.json()["Value"]
        self.done("user", answer, f"{self.user}, id {self.user_id}")

    def make_smart_group(self):
        if not self.does("smart-group"):
            return
        body = {"Name": f"App Review {self.name}", "CriteriaType": "UserDevice",
                "ManagedByOrganizationGroupId": str(self.group)}
        answer = self.console.api("POST", "mdm/smartgroups", body).expect(201)
        self.smart_group = answer.json()["Value"]
        self.done("smart-group", answer, f"id {self.smart_group}")
        if self.does("member") and self.user_id is not None:
            body["UserAdditions"] = [{"Id": str(self.user_id)}]
            answer = self.console.api("PUT", f"mdm/smartgroups/{self.smart_group}", body).expect(204)
            self.done("member", answer, f"the devices of {self.user}")

    def make_profile(self):
        if not self.does("profile"):
            return
        answer = self.console.mock("POST", "profiles", {"name": "App Review", "group": self.code, "payloads": [
            {"PayloadType": "PasscodePoliciesV2", "AuthenticationType": 0, "PasscodeMode": 0, "EnableSingleSignOn": False},
            {"PayloadType": "AppTunnelingPoliciesV2", "EnableAppTunnel": False, "AppTunnelMode": 0},
            {"PayloadType": "LoggingSettingsV2", "LoggingLevel": 2}]}).expect(201)
        self.profile = answer.json()["uuid"]
        self.done("profile", answer, "no passcode, no single sign-on, no tunnel")

    def make_app(self):
        if not self.does("upload"):
            return
        query = f"fileName=Review.ipa&organizationGroupId={self.group}"
        blob = self.console.api("POST", f"mam/blobs/uploadblob?{query}", raw=package(self.bundle)).expect(200).json()
        answer = self.console.api("POST", "mam/apps/internal/begininstall", {
            "BlobId": str(blob["Value"]), "FileName": "Review.ipa", "DeviceType": "Apple", "ApplicationName": "Review",
            "SupportedModels": {"Model": [{"ModelId": 1, "ModelName": "iPhone"}]}, "PushMode": "Auto",
            "LocationGroupId": str(self.group)}).expect(200)
        self.app, self.app_uuid = answer.json()["Id"]["Value"], answer.json()["Uuid"]
        self.done("upload", answer, f"{self.bundle}, id {self.app}")
        if self.does("app-profile") and self.profile:
            answer = self.console.mock("PUT", f"applications/{self.app_uuid}/profile", {"profile": self.profile})
            self.done("app-profile", answer.expect(200), "App Review")
        if self.does("assignment") and self.smart_group is not None:
            answer = self.console.api("POST", f"mam/apps/internal/{self.app}/assignments", {
                "SmartGroupIds": [self.smart_group],
                "DeploymentParameters": {"PushMode": "Auto", "RemoveOnUnEnroll": True}}).expect(201)
            self.done("assignment", answer, f"smart group {self.smart_group}")

    def switch_off_mdm_enrollment(self):
        if self.does("mdm-enrollment"):
            answer = self.console.mock("PATCH", f"groups/{self.code}/settings", {"requireMDMEnrollment": False}).expect(200)
            self.done("mdm-enrollment", answer, f"in {self.code}")
            return
        settings = self.console.mock("GET", f"groups/{self.code}/settings").expect(200).json()
        if not settings["requireMDMEnrollment"]["value"]:
            # The root of this console has been told not to ask for it; a new group begins as a real one does.
            self.console.mock("PATCH", f"groups/{self.code}/settings", {"requireMDMEnrollment": True}).expect(200)

    def write_plist(self):
        # The device services server: with https, and without /deviceservices, which the SDK appends.
        for step, key, value in [("server-url", SERVER_KEY, self.console.origin), ("group-id", GROUP_KEY, self.code)]:
            if self.does(step):
                self.plist[key] = value
                self.done(step, None, value)

    def remove(self, device):
        """Leaves nothing of it but events."""
        self.console.mock("DELETE", f"devices/{device}").expect(204, 404)
        if self.user_id is not None:
            self.console.api("DELETE", f"system/users/{self.user_id}/delete").expect(200)
        if self.group is not None:
            self.console.api("DELETE", f"system/groups/{self.group}").expect(200)


class Met(Exception):
    """What kept a client from starting: the call, its status, and a word and a sentence for the reason."""

    def __init__(self, call, status, word, sentence):
        super().__init__(word)
        self.call, self.status, self.word, self.sentence = call, status, word, sentence


class Client:
    """The first launch of an app in app-review mode, on a device without previous data (ClientSequence, section 7.1)."""

    def __init__(self, environment):
        self.environment, self.console = environment, environment.console
        self.device, self.bundle = secrets.token_hex(20), environment.bundle

    def launch(self):
        """Answers how many payloads the app got; throws what it met instead."""
        plist = plistlib.loads(plistlib.dumps(self.environment.plist))
        for key in [SERVER_KEY, GROUP_KEY]:
            if key not in plist:
                raise Met("no call", "", key, "the PLIST lacks this key, so the app asks its user")
        self.origin, self.group = plist[SERVER_KEY], plist[GROUP_KEY]
        if self.send("HEAD", LOGIN).expect(200).version is None:
            fail(f"{self.origin} answers without x-aw-version")
        for authentication_group in [f"ABCDE12345.{self.bundle}", self.bundle]:
            self.log_in(authentication_group)
        payloads = self.fetch_profile()
        self.report()
        return payloads

    def send(self, method, path, value=None, token=None):
        headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
        return self.console.send(method, path, headers, json.dumps(value).encode() if value else b"", self.origin)

    def log_in(self, authentication_group):
        answer = self.send("POST", LOGIN, {
            "Username": self.environment.user, "Password": self.environment.password, "ActivationCode": self.group,
            "Udid": self.device, "DeviceType": "2", "BundleId": self.bundle, "RequestingApp": self.bundle,
            "AuthenticationType": "2", "AuthenticationGroup": authentication_group}).expect(200)
        code = answer.json()["StatusCode"]
        if code != "AUTH-0":
            raise Met(f"POST {LOGIN}", answer.status, code, REFUSALS.get(code, "the login was refused"))
        self.token = answer.json()["AccessToken"]

    def fetch_profile(self):
        path = "/DeviceServices/iOS/SettingsEndpoint.aspx"
        answer = self.send("GET", f"{path}?bundleid={self.bundle}&configtypeid=21&uid={self.device}", token=self.token)
        if answer.expect(200).body:
            return len(plistlib.loads(answer.body)["PayloadContent"])
        # The console knows which rule did not hold.
        why = self.console.mock("GET", f"devices/{self.device}/explain?bundleId={self.bundle}").expect(200).json()
        raise Met(f"GET {path}", f"{answer.status} without a body: EmptyProfiles (4)", why["outcome"],
                  why["steps"][-1]["finding"])

    def report(self):
        beacon = {"payLoad": {"DeviceIdentifier": self.device, "BundleId": self.bundle, "Name": "Example iPhone",
                              "DeviceType": "2", "IsCompromised": "0"}}
        answer = self.send("POST", "/deviceservices/AirWatchBeacon.svc/checkin", beacon, self.token).expect(200)
        if answer.json() != {"d": {"Status": 1}}:
            fail(f"the beacon was answered {answer.body!r}")
        path = f"/deviceservices/awmdmsdk/v1/platform/2/uid/{self.device}/status"
        status = {entry["DeviceSetting"]: str(entry["SettingValue"]) for entry in self.send("GET", path).expect(200).json()}
        if status["enrollmentstatus"] != "4":
            fail(f"the status of the device is {status}")


def leave_out(console, step):
    """Does everything but a step, and says what the client meets."""
    environment = Environment(console, left_out=step).set_up()
    client = Client(environment)
    try:
        client.launch()
    except Met as met:
        if met.word != STEPS[step][2]:
            fail(f"without {step} a client met {met.word} ({met.sentence}) instead of {STEPS[step][2]}")
        number, title, _ = STEPS[step]
        print(f"{number:>2}  {title:<31} {met.call} {met.status}".rstrip())
        print(f"    {'':<31} {met.word}: {met.sentence}")
    else:
        fail(f"without {step} a client starts all the same")
    finally:
        environment.remove(client.device)


def write_ready(path, ready, environment):
    """What a device needs to sign in, in the form of a ready file."""
    made = dict(ready, groupId=environment.code, user=environment.user, password=environment.password,
                bundleId=environment.bundle)
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        json.dump(made, file, indent=2)
        file.write("\n")


def main():
    parser = argparse.ArgumentParser(description="Does the App Review chapter of the guides, step by step.")
    parser.add_argument("ready", nargs="?", help="the ready file of a console")
    parser.add_argument("--leave-out", choices=[*STEPS, "each"], metavar="STEP",
                        help=f"a step to leave out once: {', '.join(STEPS)}; or each, which sets up a group for every "
                             "step and takes a minute or two")
    parser.add_argument("--output", help="where to write what a device needs to sign in")
    arguments = parser.parse_args()
    ready = read_console(arguments.ready)
    console = Console(ready)

    print(f"An environment for App Review at {console.origin}\n")
    environment = Environment(console, report=lambda number, title, status, finding: print(
        f"{number:>2}  {title:<31} {status!s:<4} {finding}")).set_up()
    try:
        payloads = Client(environment).launch()
    except Met as met:
        fail(f"a client met {met.word} with {met.call}: {met.sentence}")
    print(f" 8  {'First launch':<31} 200  signed in, {payloads} payloads, enrolled: the initial check is finished")

    if arguments.leave_out:
        print("\nWhat a client meets without a step\n")
        if arguments.leave_out == "each":
            print(f"    {len(STEPS)} environments are set up and tried one after the other, which takes a minute or two.\n",
                  flush=True)
        for step in STEPS if arguments.leave_out == "each" else [arguments.leave_out]:
            leave_out(console, step)
    if arguments.output:
        write_ready(arguments.output, ready, environment)
    print(f"\nThe environment is ready: {environment.user} signs in to {environment.code} with {environment.password}.")


main()
