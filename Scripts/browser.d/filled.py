"""A console that has one of everything that pages can show, and people of every role who look at it."""

from world import Console  # noqa: F401  (puts its neighbours' folders on the path)

from fill import name as named

# Things by the names that Scripts/conformance.d/fill.py has for them. A new kind of page gets its thing there and here.
THINGS = [
    "group", "administrator", "user", "userGroup", "signInToken", "registration", "apiKey", "oauthClient",
    "smartGroup", "profile", "profileVersion", "deviceProfile", "geofence", "application", "pushedApplication",
    "publicApplication", "purchasedApplication", "applicationGroup", "image", "rule", "terms", "target", "delivery",
    "tag", "beacon", "pushToken", "location", "analyticsEvent", "sample", "dataUsage", "log", "message", "acceptance",
    "pinReport", "command", "note", "escrow", "fault", "scenario", "sandbox",
]
# Administrators by their names: their roles and groups. The last one signs in to no page.
PEOPLE = {
    "looker": ("Read Only", "demo"), "manager": ("Device Manager", "demo"), "owner": ("Console Administrator", "demo"),
    "stranger": ("Console Administrator", None), "program": ("API Only", "demo"),
}
SHUT_OUT = "program"


def password(name):
    """What somebody of PEOPLE signs in with."""
    return f"{name}-password-1"


def filled(console):
    """Lets devices arrive, makes one of everything, and somebody of each role; the device of the demo user."""
    console.simulate()
    stock = console.stock
    for kind in THINGS:
        stock[kind]
    # Who administers a group beside the demo group sees nothing of it.
    for name, (role, group) in PEOPLE.items():
        console.made("POST", "/_mock/administrators", {
            "username": name, "password": password(name), "role": role, "group": group or stock["group"]["code"]})
    # A device that breaks a rule, since what is wrong shows too; the others are judged with their next beacon.
    owned = console.device()
    owned.sign_in()
    console.made("POST", "/_mock/groups/demo/compliance-rules", {
        "name": named("rule"), "kind": "osVersion", "operator": ">=", "version": "99.0", "action": "block"})
    owned.with_bearer("POST", "/deviceservices/AirWatchBeacon.svc/checkin", owned.beacon_body(FriendlyName="Dana's phone"))
    console.made("POST", f"/_mock/users/{console.ready['user']}/tokens", {"expiresInMinutes": 60})
    console.made("PUT", "/_mock/snapshots/before")
    return owned
