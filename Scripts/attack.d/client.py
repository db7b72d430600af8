"""A device and an administrator who behave, as clients of the protocol pages: they share no code with the console."""

import base64
import datetime
import hashlib
import hmac
import json
import secrets

from wire import ATTACKER, Connection, ask

JSON = "application/json; charset=utf-8"
LOGIN = "/deviceservices/AuthenticationEndpoint.aws"
BEACON = "/deviceservices/AirWatchBeacon.svc/checkin"


def login_body(person, device, **fields):
    """The body of a login."""
    return json.dumps({
        "Username": person["user"], "Password": person["password"], "ActivationCode": person["group"], "Udid": device,
        "DeviceType": "2", "BundleId": person["bundle"], "RequestingApp": person["bundle"],
        "AuthenticationGroup": person["bundle"], "AuthenticationType": "2", **fields}).encode()


def platform(device, rest):
    """A path of a device."""
    return f"/deviceservices/awmdmsdk/v1/platform/2/uid/{device}/{rest}"


def signature_headers(origin, token, device, group, method, target, body=b"", kind=JSON, date=None):
    """Headers of a signed request (DeviceServices, section 4.2)."""
    if date is None:
        date = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S")
    resource = f"{origin.authority}{target.split('?')[0]}".lower()
    digest = base64.b64encode(hashlib.sha256(body).digest()).decode() if body else ""
    lines = [method, "", "", kind, date, "", "", "", "", "", f"aw-device-uid:{device}", resource + digest]
    made = base64.b64encode(hmac.new(token.encode(), "\n".join(lines).encode(), hashlib.sha256).digest()).decode()
    return {"Content-Type": kind, "DATE": date, "aw-device-uid": device, "aw-auth-group-id": group,
            "AW-AUTH-SIGNATURE-VERSION": "1", "AW-AUTH-REALM": "device", "AW-AUTH-SIGNATURE-METHOD": "HMAC-SHA256",
            "AUTHORIZATION": f"{device}:{made}"}


class Device:
    """A device with an app, on a connection that is kept open."""

    def __init__(self, origin, person, source=ATTACKER, device=None):
        self.origin, self.person, self.device = origin, person, device or secrets.token_hex(20)
        self.connection = Connection(origin, source)
        self.token = self.bearer = None

    def sign_in(self, **fields):
        """Signs in; the answer."""
        answer = self.connection.ask(
            "POST", LOGIN, {"Content-Type": "application/json"}, login_body(self.person, self.device, **fields))
        said = answer.json()
        if said.get("StatusCode") == "AUTH-0":
            self.token, self.bearer = said.get("AWHMACKey"), said.get("AccessToken")
        return answer

    def signed(self, method, target, body=b"", kind=JSON, date=None):
        """A request under a signature."""
        headers = signature_headers(
            self.origin, self.token, self.device, self.person["bundle"], method, target, body, kind, date)
        return self.connection.ask(method, target, headers, body or None)

    def with_bearer(self, method, target, body=b"", kind=JSON):
        """A request under a bearer token."""
        headers = {"Authorization": f"Bearer {self.bearer}", "Content-Type": kind}
        return self.connection.ask(method, target, headers, body or None)

    def profile_target(self):
        return (
            f"/DeviceServices/iOS/SettingsEndpoint.aspx?bundleid={self.person['bundle']}&configtypeid=21&deviceType=2"
            f"&uid={self.device}")

    def beacon_body(self, **fields):
        return json.dumps({"payLoad": {
            "DeviceIdentifier": self.device, "BundleId": self.person["bundle"], "FriendlyName": "Dana's phone",
            "Model": "iPhone", "OsVersion": "17.3", "DeviceType": "2", "IsCompromised": "0",
            "TransactionIdentifier": secrets.token_hex(6), **fields}}).encode()

    def log_body(self, lines=20):
        return json.dumps({
            "BundleId": self.person["bundle"], "AppVersion": "1.0.0", "LogType": "1", "LogLevel": "1",
            "LogData": f"A log {secrets.token_hex(4)}\n" + "10:20:30.123 INFO  A line of a log.\n" * lines}).encode()


class Administrator:
    """Calls of an administrator; each has a connection of its own."""

    def __init__(self, origin, token, source=ATTACKER):
        self.origin, self.source, self.headers = origin, source, {"Authorization": f"Bearer {token}"}

    def ask(self, method, target, value=None, **headers):
        """Sends a value as JSON, or bytes as they are."""
        body = value if isinstance(value, (bytes, type(None))) else json.dumps(value).encode()
        return ask(self.origin, method, target, {**self.headers, "Content-Type": "application/json", **headers}, body,
                   self.source, timeout=60)

    def get(self, target):
        return self.ask("GET", target).json()


def basic(user, password):
    """The header of a name and a password."""
    return {"Authorization": "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode()}
