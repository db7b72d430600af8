"""Which of what fill.py makes the path, query and body of an operation are about."""

import base64
import copy
import re
import struct

import fill

# Paths and methods, and what the parameters are: the kind, then its names, of which one is taken by turns. The first
# that fits counts.
PATHS = [
    (r"^/api/mam/apps/internal/{id}/(assignments|smartgroups/{smartGroupId}) POST$",
     {"id": "looseApplication id uuid", "smartGroupId": "smartGroup id"}),
    (r"^/api/mam/apps/public/{id}/smartgroups/{smartGroupId} POST$",
     {"id": "loosePublicApplication id", "smartGroupId": "smartGroup id"}),
    (r"^/api/mam/apps/purchased/{id}/assignment POST$", {"id": "loosePurchasedApplication id uuid"}),
    (r"^/api/system/groups/{id} POST$", {"id": "top id uuid"}),
    (r"^/api/mdm/smartgroups/{id} DELETE$", {"id": "looseSmartGroup id uuid"}),
    (r"^/api/system/users/{id}/activate POST$", {"id": "inactiveUser id uuid"}),
    (r"/addusertogroup POST$", {"id": "userGroup id uuid", "userId": "strangeUser id"}),
    (r"^/api/(system|mdm)/groups/{id}/enrollment-tokens", {"id": "demo uuid id", "tokenUuid": "registration uuid"}),
    (r"/eula/fetcheula/", {"uid": "device udid", "bundle": "acceptance bundle", "eulaContentId": "acceptance content"}),
    (r"^/deviceservices/branding/", {"uuid": "image uuid"}),
    (r"^/deviceservices/publicblob/", {"uuid": "icon uuid"}),
    (r"^/api/system/admins/", {"id": "administrator id uuid"}),
    (r"^/api/system/v2/groups/", {"ogUuid": "group uuid"}),
    (r"^/api/mam/apps/internal/", {"id": "application id uuid", "smartGroupId": "application smartGroup"}),
    (r"^/api/mam/apps/public/", {"id": "publicApplication id uuid", "smartGroupId": "publicApplication smartGroup"}),
    (r"^/api/mam/apps/purchased/", {"id": "purchasedApplication id uuid"}),
    (r"^/api/mam/apps/appgroups/", {"id": "applicationGroup id uuid", "itemId": "applicationGroup item"}),
    (r"^/api/mam/apps/", {"id": "application uuid id"}),
    (r"^/api/mam/groups/", {"id": "group uuid id"}),
    (r"^/api/mam/blobs/", {"id": "blob id uuid"}),
    (r"^/api/mdm/devices/udid/", {"value": "device udid"}),
    (r"^/api/mdm/devices/serialnumber/", {"value": "device Serialnumber"}),
    (r"^/api/mdm/devices/macaddress/", {"value": "device MacAddress"}),
    (r"^/api/mdm/devices/imeinumber/", {"value": "device ImeiNumber"}),
    (r"^/api/mdm/devices/easid/", {"value": "device EasId"}),
    (r"^/api/mdm/devices/assetnumber/", {"value": "device udid"}),
    (r"^/api/mdm/devices/commands/{command}/device/", {"value": "device udid"}),
    (r"^/api/mdm/devices/messages/{value}/message", {"value": "device id uuid"}),
    (r"/sources/{sourceUuid}/logs ", {"id": "device id uuid", "sourceUuid": "application uuid"}),
    (r"^/api/system/users/registereddevices/", {"value": "awaitedDevice number"}),
    (r"^/api/mdm/devices/", {"id": "device id uuid", "userId": "user id uuid", "groupId": "group code id uuid",
                             "tagUuid": "tag uuid", "noteId": "note id"}),
    (r"^/api/mdm/ogs/", {"groupCode": "group code"}),
    (r"^/api/(system|mdm)/groups/", {"id": "group id uuid"}),
    (r"^/api/(system|mdm)/enrollment/restriction-policies/", {"id": "restrictionPolicy uuid"}),
    (r"^/api/system/eventnotifications/", {"id": "target id"}),
    (r"^/api/mdm/profiles/", {"id": "deviceProfile id uuid"}),
    (r"^/api/mdm/smartgroups/", {"id": "smartGroup id uuid"}),
    (r"^/api/mdm/tags/", {"id": "tag id uuid"}),
    (r"^/api/system/users/", {"id": "user id uuid"}),
    (r"^/api/system/usergroups/", {"id": "userGroup id uuid", "userId": "user id uuid"}),
    (r"^/deviceservices/", {"uid": "device udid", "bundle": "device bundle", "userId": "device userId",
                            "usage": "escrow usage", "euid": "escrow user"}),
    (r"^/_mock/api-keys/", {"uuid": "apiKey uuid"}),
    (r"^/_mock/oauth-clients/", {"uuid": "oauthClient uuid"}),
    (r"^/_mock/administrators/", {"uuid": "administrator uuid"}),
    (r"^/_mock/devices/.*/logs/", {"udid": "device udid", "id": "log id"}),
    (r"^/_mock/devices/", {"udid": "device udid", "profile": "deviceProfile uuid id"}),
    (r"^/_mock/commands/", {"id": "command id"}),
    (r"^/_mock/compliance-rules/", {"uuid": "rule uuid"}),
    (r"^/_mock/groups/.*/terms-of-use", {"groupId": "demo code", "uuid": "terms uuid"}),
    (r"^/_mock/groups/.*/images", {"groupId": "demo code", "name": "image name"}),
    (r"^/_mock/groups/.*/sign-in-trial", {"groupId": "demo code"}),
    (r"^/_mock/groups/", {"groupId": "group code"}),
    (r"^/_mock/users/", {"username": "signInToken username", "id": "signInToken id"}),
    (r"^/_mock/notification-deliveries/", {"id": "delivery id"}),
    (r"^/_mock/geofences/", {"geofence": "geofence uuid id"}),
    (r"^/_mock/profiles/.*/versions/", {"profile": "profileVersion uuid", "version": "profileVersion version"}),
    (r"^/_mock/profiles/", {"profile": "profile uuid id"}),
    (r"^/_mock/applications/purchased/", {"application": "purchasedApplication uuid id"}),
    (r"^/_mock/applications/.*/push/certificates/", {
        "application": "pushedApplication uuid id", "environment": "pushedApplication environment"}),
    (r"^/_mock/applications/", {"application": "application uuid id"}),
    (r"^/_mock/mdm-profiles/", {"profile": "deviceProfile uuid id"}),
    (r"^/_mock/beacons/", {"id": "beacon id"}),
    (r"^/_mock/analytics/", {"id": "analyticsEvent id"}),
    (r"^/_mock/samples/", {"id": "sample id"}),
    (r"^/_mock/data-usage/", {"id": "dataUsage id"}),
    (r"^/_mock/push-tokens/", {"id": "pushToken id"}),
    (r"^/_mock/locations/", {"id": "location id"}),
    (r"^/_mock/logs/", {"id": "log id"}),
    (r"^/_mock/messages/", {"id": "message id"}),
    (r"^/_mock/terms-of-use/acceptances/", {"id": "acceptance id"}),
    (r"^/_mock/pin-reports/", {"id": "pinReport id"}),
    (r"^/_mock/event-notifications/", {"id": "target id"}),
    (r"^/_mock/journal/", {"id": "journalEntry id"}),
    (r"^/_mock/faults/", {"name": "fault id"}),
    (r"^/_mock/scenarios/", {"name": "scenario name"}),
    (r"^/_mock/clocks/", {"group": "group code"}),
    # One is taken under a name that is free.
    (r"^/_mock/snapshots/\{name\} POST$", {}),
    (r"^/_mock/snapshots/", {"name": "snapshot name"}),
    (r"^/_mock/sandboxes/", {"id": "sandbox id"}),
]
# Values of path parameters that are no ids.
WORDS = {"command": "Lock", "searchBy": "Udid", "adminAction": "sync", "platform": "Apple", "dt": fill.IOS, "what": "applist", "domain": "example.test",
         "article": "Operations", "file": "console.css", "family": "tags"}


class Target:
    """What one case is about. `kinds` is what it has used."""

    def __init__(self, stock, label, turn):
        self.stock, self.label, self.turn = stock, label, turn
        self.kinds = set()
        place = " ".join(reversed(label.split(" ")))
        self.parameters = next((names for pattern, names in PATHS if re.search(pattern, place)), {})

    def __getitem__(self, kind):
        if kind in ("demo", "top"):
            return getattr(self.stock, kind)
        self.kinds.add(kind)
        return self.stock[kind]

    def made(self, kind):
        """One that is used up by the request."""
        return getattr(self.stock, kind)()

    def path(self, parameter):
        """The value of a path parameter, or None if nothing is known about it."""
        if parameter not in self.parameters:
            return WORDS.get(parameter)
        kind, *names = self.parameters[parameter].split()
        return self[kind][names[self.turn % len(names)]]

    def authorization(self, token, as_device):
        """The header field: of the device, of a client that asks for a token, or of the administrator."""
        if self.label in TOKENS:
            client = self["oauthClient"]
            return "Basic " + base64.b64encode(f"{client['clientId']}:{client['clientSecret']}".encode()).decode()
        return f"Bearer {self['device']['bearer'] if as_device else token}"

    def query(self, names):
        """The query: what says which device is meant, and nothing else."""
        query = {}
        if {"searchby", "id"} <= names:
            query = {"searchby": "Udid", "id": self["device"]["udid"]}
        elif "searchby" in names:
            query = {"searchby": "Udid"}
        return {**query, **QUERIES.get(self.label, lambda target: {})(self)}

    def body(self, example):
        """The body and its media type; None leaves what there is."""
        if self.label in BODIES:
            made = BODIES[self.label](self)
            return made if isinstance(made, tuple) else (made, "application/json")
        if example is None:
            return None, None
        return self.fitting(copy.deepcopy(example)), "application/json"

    def fitting(self, value):
        """The document's example, about what is there."""
        if not isinstance(value, dict):
            return value
        for key, content in value.items():
            word = key.lower().replace("_", "")
            if word == "organizationgroupuuid":
                value[key] = self["demo"]["uuid"]
            elif word in ("locationgroupid", "organizationgroupid", "managedbyorganizationgroupid"):
                value[key] = str(self["demo"]["id"])
            elif word in ("username", "clientid") and self.label.startswith("POST"):
                value[key] = fill.name("name")
            elif word in ("udid", "uid", "internalidentifier", "deviceidentifier", "identifier",
                          "appinternalidentifier") and isinstance(content, str):
                value[key] = self["device"]["udid"]
            elif word == "smartgroupids":
                value[key] = [self["smartGroup"]["id"]]
            elif word == "bulkvalues":
                value[key] = {"Value": [self["device"]["udid"] if "devices" in self.label else self["user"]["id"]]}
            elif isinstance(content, dict):
                self.fitting(content)
        return value


def everything(target):
    return {"all": "true"}


def host(target):
    return {"url": "localhost"}


def app(target):
    return {"bundleId": target["device"]["bundle"]}


def upload(target):
    return {"fileName": "Demo.ipa", "organizationGroupId": str(target["demo"]["id"])}


# Queries of requests that need one to succeed.
QUERIES = {
    "GET /_mock/devices/{udid}/explain": app,
    "GET /_mock/devices/{udid}/installation": app,
    "GET /_mock/devices/{udid}/profile": app,
    "GET /_mock/saml/signin": lambda target: {"request": target["samlRequest"]["request"]},
    "GET /api/mdm/devices/appstatus": lambda target: {"bundleId": target["device"]["bundle"]},
    "GET /api/mam/apps/internal/{id}/status": lambda target: {"udid": target["device"]["udid"]},
    "GET /api/mam/apps/managementstatus": lambda target: {
        "managementid": target["device"]["udid"], "bundleid": target["application"]["bundle"]},
    "GET /autodiscovery/HostRegistry.aws": host,
    "GET /deviceservices/CertificatePinningReportingEndpoint": host,
    "GET /deviceservices/TrustService/SSLPinning/Settings": host,
    "POST /_mock/notification-deliveries/redeliver": everything,
    "POST /api/mam/blobs/chunk": lambda target: {"chunk_sequence_number": "1"},
    "POST /api/mam/blobs/uploadblob": upload,
    "POST /api/mdm/devices/commands": lambda target: {"command": "Lock"},
    "POST /api/mdm/devices/commands/bulk": lambda target: {"command": "LockDevice"},
    "POST /api/mdm/devices/commands/bulk/scheduleosupdate": lambda target: {"installaction": "InstallASAP"},
    "POST /api/mdm/devices/commands/scheduleosupdate": lambda target: {
        "osupdateproductversion": "17.4", "installaction": "InstallASAP"},
    "POST /api/mdm/devices/{id}/commands/installprofile": lambda target: {
        "profileid": str(target["deviceProfile"]["id"])},
    "POST /api/system/users/registereddevices/delete": lambda target: {"searchby": "SerialNumber"},
    "POST /api/mdm/devices/commands/changeorganizationgroup": lambda target: {"ogid": str(target["group"]["id"])},
    "POST /api/mdm/devices/{id}/commands": lambda target: {"command": "Lock"},
    "POST /api/system/users/{id}/changelocationgroup": lambda target: {"targetLG": str(target["group"]["id"])},
}
for family in ("analytics", "beacons", "commands", "data-usage", "locations", "logs", "messages",
               "notification-deliveries", "pin-reports", "push-tokens", "samples", "terms-of-use/acceptances"):
    QUERIES[f"DELETE /_mock/{family}"] = everything

# Where OAuth clients ask for tokens.
TOKENS = ("POST /connect/token", "POST /oauth/token")
FORM = "application/x-www-form-urlencoded"
BYTES = "application/octet-stream"


def one_device(target):
    return {"Udid": target["device"]["udid"]}


def chunk(target):
    return {"TransactionId": "", "ChunkData": "Ag==", "ChunkSequenceNumber": 1}


def install(target):
    return {"BlobId": str(target.made("blob")["id"]), "FileName": "Demo.ipa", "DeviceType": fill.IOS,
            "ApplicationName": fill.name("app"), "PushMode": "Auto", "LocationGroupId": str(target["demo"]["id"]),
            "SupportedModels": {"Model": [{"ModelId": 1}]}}


def application(target):
    return {"blob_id": str(target.made("blob")["id"]), "file_name": "Demo.ipa", "device_type": "APPLE",
            "application_name": fill.name("app"), "push_mode": "ON_DEMAND",
            "organization_group_uuid": target["demo"]["uuid"], "supported_models": {"Model": [{"model_id": 1}]}}


def rules(target):
    return {"assignments": [{"priority": 0, "distribution": {
        "name": "Pilot", "smart_groups": [target["application"]["smartGroupUuid"]]}}], "excluded_smart_groups": []}


def mac_application(target):
    made = target.made("propertyList")
    return {"pkgInfoBlobId": made["plist"], "applicationBlobId": made["pkg"], "version": "1.0"}


def smart_group(target):
    return {"Name": fill.name("smart group"), "CriteriaType": "All",
            "ManagedByOrganizationGroupId": str(target["demo"]["id"])}


def renamed_smart_group(target):
    """Under a name of its own: that of the example is taken once another smart group has got it."""
    return {"Name": fill.name("smart group"), "CriteriaType": "All"}


def tag(target):
    return {"TagName": fill.name("tag"), "name": fill.name("tag"), "LocationGroupId": str(target["demo"]["id"]),
            "organization_group_uuid": target["demo"]["uuid"], "TagType": "1"}


def user(target):
    return {"UserName": fill.name("user"), "Password": "s3cret", "SecurityType": "Basic",
            "OrganizationGroupUuid": target["demo"]["uuid"]}


def decision(target):
    return {"EulaContentId": target["acceptance"]["content"]}


def new_device(target):
    return {"udid": fill.secrets.token_hex(20), "group": "demo", "platform": "Apple", "model": "iPhone"}


def processor(target):
    return ('<?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict><key>Status</key><integer>4</integer>'
            f"<key>UDID</key><string>{target['device']['udid']}</string><key>CommandUUID</key><string></string>"
            f"<key>Requestor</key><string>{target['device']['bundle']}</string></dict></plist>").encode(), BYTES


def first_packet(target):
    udid = target["device"]["udid"].encode("utf-16-le")
    payload = struct.pack("<Hi", 2, len(udid)) + udid
    return struct.pack("<BB16si", 0, 16, bytes(16), len(payload)) + payload, BYTES


# Bodies of requests for which the document's example is not about what is there.
BODIES = {
    "POST /_mock/commands": lambda target: {
        "requestType": "ShowMessage", "devices": [target["device"]["udid"]], "bundleId": target["device"]["bundle"],
        "settings": {"Text": "Hello"}},
    "POST /_mock/devices": new_device,
    "POST /_mock/devices/{udid}/check-out": lambda target: {"username": target["user"]["username"]},
    "POST /_mock/saml/signin": lambda target: (
        {"request": target["samlRequest"]["request"], "username": "demo", "password": "wrong"}, FORM),
    "POST /_mock/groups/{groupId}/ssl-pins": lambda target: (fill.CERTIFICATE, BYTES),
    "DELETE /api/mam/apps/internal/{id}/assignments": lambda target: {
        "SmartGroupIds": [target["application"]["smartGroup"]]},
    "POST /api/mam/apps/internal/application": application,
    "POST /api/mam/apps/internal/begininstall": install,
    "POST /api/mam/apps/internal/uploadchunk": chunk,
    "POST /api/mam/apps/internal/{id}/install": one_device,
    "POST /api/mam/apps/internal/{id}/uninstall": one_device,
    "POST /api/mam/blobs/chunk": lambda target: (b"123", BYTES),
    "POST /api/mam/blobs/mergechunk": lambda target: {
        "transaction_uuid": target.made("transaction")["uuid"], "filename_with_extension": "Demo.ipa",
        "organization_group_uuid": target["demo"]["uuid"]},
    "POST /api/mam/blobs/uploadblob": lambda target: (fill.package(), BYTES),
    "POST /api/mam/groups/{id}/macos/apps": mac_application,
    "POST /api/mdm/devices/admin-actions/{adminAction}": lambda target: {
        "assigned_devices": [{"device_uuid": target["device"]["uuid"]}]},
    "POST /api/system/customattributes/create": lambda target: {
        "Name": fill.name("attribute"), "ManagedByOrganizationGroupID": str(target["demo"]["id"])},
    "POST /api/mdm/devices/commands/{command}": lambda target: {"device_uuids": [target["device"]["uuid"]]},
    "POST /api/mdm/profiles/platforms/{platform}/update": lambda target: {
        "General": {"ProfileUuid": target["deviceProfile"]["uuid"], "CreateNewVersion": True}},
    "POST /api/mdm/smartgroups": smart_group,
    "POST /api/mdm/smartgroups/{id}/update": renamed_smart_group,
    "POST /api/mdm/tags": tag,
    "POST /api/mdm/tags/addtag": tag,
    "POST /api/mdm/tags/{id}/update": tag,
    "POST /api/system/groups/{id}": lambda target: {
        "Name": fill.name("group"), "GroupId": fill.name("group"), "LocationGroupType": "Customer"},
    "POST /api/system/usergroups/createcustomusergroup": lambda target: {
        "GroupName": fill.name("user group"), "Name": fill.name("user group")},
    "POST /api/system/users": user,
    "POST /api/system/users/{id}/registerdevice": lambda target: {
        "LocationGroupId": str(target["demo"]["id"]), "FriendlyName": "Named", "Ownership": "E",
        "Udid": fill.secrets.token_hex(20)},
    **{label: lambda target: ({"grant_type": "client_credentials"}, FORM) for label in TOKENS},
    "POST /deviceservices/Interrogator/InterrogatorHandler.ashx": first_packet,
    "POST /deviceservices/awmdmsdk/v1/platform/{dt}/uid/{uid}/logging": lambda target: {
        "BundleId": target["device"]["bundle"], "AppVersion": "1.0", "LogType": "2", "LogLevel": "3", "LogData": "x"},
    "POST /deviceservices/awmdmsdk/v1/platform/{dt}/uid/{uid}/eula/accepteula": decision,
    "POST /deviceservices/awmdmsdk/v1/platform/{dt}/uid/{uid}/eula/rejecteula": decision,
    "POST /deviceservices/awmdmsdk/v3/processor": processor,
    "PUT /_mock/applications/{application}/profile": lambda target: {
        "mode": "custom", "profile": target["profile"]["uuid"]},
    "PUT /_mock/devices/{udid}/mdm-profiles/{profile}": lambda target: {"status": "Installed", "version": 1},
    "PUT /_mock/geofences/{geofence}": lambda target: {
        "name": fill.name("geofence"), "latitude": -33.86, "longitude": 151.21, "radius": 250.5},
    "PUT /_mock/groups/{groupId}/images/{name}": lambda target: (fill.PIXEL, BYTES),
    "PUT /_mock/profiles/{profile}": lambda target: {
        "name": fill.name("profile"), "group": "demo", "payloads": []},
    "PUT /api/mam/apps/{id}/assignment-rule": rules,
    "PUT /api/mam/apps/{id}/assignment-rules": rules,
    "PUT /api/mdm/smartgroups/{id}": renamed_smart_group,
}
