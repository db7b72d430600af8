"""Texts that devices, users and administrators send stay texts, wherever they are shown."""

import json
import urllib.parse

from browser import Browser
from every_page import look_around, report
from fill import bundle
from filled import filled
from walks import walk
from world import Console

# What a page makes of texts: which have become more than that, and what is read on it, also in fields.
LOOK = """
    const wrong = [];
    if (window.hit) wrong.push(`ran: ${window.hit}`);
    for (const one of document.querySelectorAll("img[src='x'], script:not([src]), [onerror], iframe, a[href^='javascript:' i]")) {
        wrong.push(one.outerHTML.slice(0, 100));
    }
    const fields = [...document.querySelectorAll("input, textarea, option")].map((one) => one.value || one.textContent);
    return [wrong, [document.title, document.body.textContent, ...fields].join("\\n")];"""


def evil(kind):
    """A text that does something wherever it is taken for more than a text, and says what it was sent as."""
    return f"<script>window.hit='{kind}'</script><img src=x onerror=\"window.hit='{kind}'\">'\"&amp;{{{{x}}}}"


def sow(console, owned):
    """Has everything that has a text have an evil one: the kinds, and pages that show the less obvious ones."""
    stock, kinds = console.stock, []
    demo, device = stock.demo["id"], stock["device"]

    def made(kind, method, path, /, *members, **more):
        kinds.append(kind)
        return console.made(method, path, {**{member: evil(kind) for member in members}, **more}, **console.tenant)
    made("user", "POST", "/api/system/users/adduser", "FirstName", "LastName", UserName="kim", Password="kim-password-1",
         SecurityType="2", Email="kim@example.test", LocationGroupId=str(demo))
    made("user group", "POST", "/api/system/usergroups/createcustomusergroup", "GroupName", "Description",
         OrganizationGroupId=str(demo))
    person = made("administrator", "POST", "/_mock/administrators", "username", password="evil-password-1",
                  role="Read Only", group="demo")
    made("group", "POST", f"/api/system/groups/{demo}", "Name", GroupId="evil", LocationGroupType="Container")
    made("smart group", "POST", "/api/mdm/smartgroups", "Name", CriteriaType="All", ManagedByOrganizationGroupId=str(demo))
    tag = made("tag", "POST", "/api/mdm/tags/addtag", "TagName", LocationGroupId=str(demo), TagType=1)
    console.made("POST", f"/api/mdm/tags/{tag['Value']}/adddevices", {"BulkValues": {"Value": [str(device["id"])]}})
    profile = made("profile", "POST", "/_mock/profiles", "name", "description", group="demo", payloads=[
        {"PayloadType": "LoggingSettingsV2", "LoggingLevel": 2},
        {"PayloadType": "CustomSettingsV2", "CustomSettings": evil("custom settings")}])
    kinds.append("custom settings")
    made("app", "POST", "/api/mam/apps/internal/begininstall", "ApplicationName", BlobId=str(stock.blob()["id"]),
         FileName="Demo.ipa", DeviceType="2", PushMode="Auto", LocationGroupId=str(demo),
         SupportedModels={"Model": [{"ModelId": 1}]})
    made("public app", "POST", "/api/mam/apps/public", "ApplicationName", Platform="APPLE", BundleId=bundle(),
         LocationGroupId=str(demo))
    made("terms", "POST", "/_mock/groups/demo/terms-of-use", "content", applications=["com.example.nobody"])
    made("rule", "POST", "/_mock/groups/demo/compliance-rules", "name", kind="osVersion", operator=">=", version="10.0",
         action="block")
    made("geofence", "POST", "/_mock/geofences", "name", group="demo", latitude=52.52, longitude=13.405, radius=500)
    made("fault", "POST", "/_mock/faults", name=evil("fault").replace("/", ""), match={"path": "/nowhere"}, action={"status": 503})
    made("scenario", "POST", "/_mock/scenarios", "title", name="evil", match={"path": "/nowhere"}, states={"calm": {}})
    made("sandbox", "POST", "/_mock/sandboxes", "name")
    made("note", "POST", f"/api/mdm/devices/{device['id']}/notes", "Note")
    made("api key", "POST", "/_mock/api-keys", "name", group="demo")
    made("oauth client", "POST", "/_mock/oauth-clients", "name", group="demo", role="Device Manager")
    made("target", "POST", "/api/system/eventnotifications", "TargetName", TargetUrl=f"{console.url}/nowhere", Format="Json",
         IsActive=True, OrganizationGroupId=str(demo), DeviceEvents={"Enrollment": True})
    made("command", "POST", f"/_mock/devices/{device['udid']}/commands", requestType="ShowMessage",
         bundleId=device["bundle"], settings={"Text": evil("command")})
    # What devices send, for the device of the portal's user as well.
    own = {"udid": owned.device, "bearer": owned.bearer, "bundle": owned.person["bundle"]}
    for name, one in (("device", device), ("own device", own)):
        stock.things["device"] = {**device, **one}
        stock.say("POST", "/deviceservices/AirWatchBeacon.svc/checkin", {"payLoad": {
            "DeviceIdentifier": one["udid"], "DeviceType": "2", "IsCompromised": "0", "BundleId": one["bundle"],
            "FriendlyName": evil(name), "Model": evil("model"), "OsVersion": "17.3"}})
        stock.say("POST", f"/deviceservices/awmdmsdk/v1/platform/2/uid/{one['udid']}/logging", {
            "BundleId": one["bundle"], "AppVersion": "1.0", "LogType": "2", "LogLevel": "1",
            "LogData": f"10:20:30.123 ERROR {evil('log')}\n{evil('log')}"})
        stock.say("POST", "/deviceservices/analytics", {"events": [{"name": evil("event"), "value": evil("event")}]})
    stock.things["device"] = device
    kinds += ["device", "own device", "model", "log"]
    path = urllib.parse.quote(evil("path"), safe="")
    owned.connection.ask("POST", f"/deviceservices/awmdmsdk/v1/{path}", {
        "Content-Type": "application/json", "User-Agent": evil("header")}, json.dumps({"a": evil("body")}).encode())
    kinds += ["header", "body"]
    entry = next(one["id"] for one in console.made("GET", "/_mock/journal?pageSize=50")["items"] if "script" in one["path"])
    # The name of the group stands on every page of the portal.
    made("own group", "PUT", f"/api/system/groups/{demo}", "Name")
    return kinds, [f"/console/administrators/{person['uuid']}", f"/console/profiles/{profile['uuid']}",
                   f"/console/profiles/{profile['uuid']}/payload?type=CustomSettingsV2", f"/console/journal/{entry}"]


@walk
def texts_stay_texts():
    """Scripts in names of everything, in logs, terms and requests are shown on every page, and never run."""
    with Console() as console:
        owned = filled(console)
        kinds, starts = sow(console, owned)
        with Browser(console) as browser:
            problems, read = [], []

            def look(path):
                wrong, text = browser.driver.execute_script(LOOK)
                problems.extend(f"{path}: {one}" for one in [*wrong, *browser.complaints()])
                read.append((path, text))
            count = len(look_around(browser, owned, look, starts))
            browser.go("/console/")
            browser.keys("/")
            browser.wait(lambda: browser.focused.get_attribute("id") == "palette")
            browser.keys("script")
            browser.wait(lambda: "<script>" in browser.text, "what is found")
            look("the palette")
            report(problems)
            where = {kind: [path for path, text in read if evil(kind)[:21 + len(kind)] in text] for kind in kinds}
            print(f"    {len(kinds)} kinds of texts on {count} pages")
            unseen = [kind for kind, paths in where.items() if not paths]
            assert not unseen, f"No page shows the text of: {', '.join(unseen)}"
            for kind in ("own device", "own group"):
                assert any(path.startswith("/mydevice/") for path in where[kind]), f"The portal does not show the {kind}."
