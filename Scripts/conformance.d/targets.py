"""Which of what fill.py makes the path, query and body of an operation are about."""

import copy
import re
import secrets

import fill

# Paths, and what their parameters are: the kind, then its names, of which one is taken by turns.
PATHS = [
    (r"^/api/system/admins/", {"id": "administrator id uuid"}),
    (r"^/api/system/v2/groups/", {"ogUuid": "group uuid"}),
    (r"^/api/mam/apps/internal/", {"id": "application id uuid", "smartGroupId": "smartGroup id"}),
    (r"^/api/mam/apps/public/", {"id": "publicApplication id uuid", "smartGroupId": "smartGroup id"}),
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
    (r"^/api/mdm/devices/", {"id": "device id uuid", "userId": "user id uuid", "groupId": "group code id uuid",
                             "tagUuid": "tag uuid", "noteId": "note id"}),
    (r"^/api/mdm/ogs/", {"groupCode": "group code"}),
    (r"^/api/(system|mdm)/groups/", {"id": "group id uuid", "tokenUuid": "registration uuid"}),
    (r"^/api/(system|mdm)/enrollment/restriction-policies/", {"id": "restrictionPolicy uuid"}),
    (r"^/api/system/eventnotifications/", {"id": "target id"}),
    (r"^/api/mdm/profiles/", {"id": "deviceProfile id uuid"}),
    (r"^/api/mdm/smartgroups/", {"id": "smartGroup id uuid"}),
    (r"^/api/mdm/tags/", {"id": "tag id uuid"}),
    (r"^/api/system/users/", {"id": "user id uuid"}),
    (r"^/api/system/usergroups/", {"id": "userGroup id uuid", "userId": "user id uuid"}),
    (r"^/deviceservices/", {"uid": "device udid", "bundle": "device bundle", "userId": "device userId",
                            "eulaContentId": "acceptance content", "usage": "escrow usage", "euid": "escrow user"}),
    (r"^/_mock/api-keys/", {"uuid": "apiKey uuid"}),
    (r"^/_mock/oauth-clients/", {"uuid": "oauthClient uuid"}),
    (r"^/_mock/administrators/", {"uuid": "administrator uuid"}),
    (r"^/_mock/devices/.*/logs/", {"udid": "device udid", "id": "log id"}),
    (r"^/_mock/devices/", {"udid": "device udid", "profile": "deviceProfile uuid id"}),
    (r"^/_mock/commands/", {"id": "command id"}),
    (r"^/_mock/compliance-rules/", {"uuid": "rule uuid"}),
    (r"^/_mock/groups/.*/terms-of-use", {"groupId": "demo code", "uuid": "terms uuid"}),
    (r"^/_mock/groups/.*/images", {"groupId": "demo code", "name": "image name"}),
    (r"^/_mock/groups/", {"groupId": "group code"}),
    (r"^/_mock/users/", {"username": "signInToken username", "id": "signInToken id"}),
    (r"^/_mock/notification-deliveries/", {"id": "delivery id"}),
    (r"^/_mock/profiles/.*/versions/", {"profile": "profileVersion uuid", "version": "profileVersion version"}),
    (r"^/_mock/profiles/", {"profile": "profile uuid id name"}),
    (r"^/_mock/applications/purchased/", {"application": "purchasedApplication uuid id"}),
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
]
# Values of path parameters that are no ids.
WORDS = {"command": "Lock", "platform": "Apple", "dt": fill.IOS, "what": "applist", "domain": "example.test",
         "article": "Operations", "file": "console.css", "family": "tags"}


class Target:
    """What one case is about. `kinds` is what it has used."""

    def __init__(self, stock, label, turn):
        self.stock, self.label, self.turn = stock, label, turn
        self.kinds = set()
        path = label.split(" ")[1]
        self.parameters = next((names for pattern, names in PATHS if re.search(pattern, path)), {})

    def __getitem__(self, kind):
        if kind == "demo":
            return self.stock.demo
        self.kinds.add(kind)
        return self.stock[kind]

    def path(self, parameter):
        """The value of a path parameter, or None if nothing is known about it."""
        if parameter not in self.parameters:
            return WORDS.get(parameter)
        kind, *names = self.parameters[parameter].split()
        return self[kind][names[self.turn % len(names)]]

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


QUERIES = {}
BODIES = {}
