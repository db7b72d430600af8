"""What people do in the console, from the first visit on."""

import json
import os
import plistlib
import re
import threading
import time
import urllib.error
import urllib.request
import zipfile

from browser import Browser
from selenium.webdriver.common.keys import Keys
from world import Connection, Console

WALKS = []


def walk(run):
    """Makes a function a walk."""
    WALKS.append(run)
    return run


def rested(device):
    """A device whose connection has been idle for so long that the console may have closed it."""
    device.connection.close()
    device.connection = Connection(device.origin, device.connection.source)
    return device


def fetched(device):
    """The property list that a device gets, as text."""
    answer = device.signed("GET", device.profile_target())
    assert answer.status == 200, f"{answer.status} {answer.text[:200]}"
    return answer.text


def beacon(device, **fields):
    answer = device.with_bearer("POST", "/deviceservices/AirWatchBeacon.svc/checkin", device.beacon_body(**fields))
    assert answer.status == 200, f"{answer.status} {answer.text[:200]}"


@walk
def first_visit():
    """The server's own address leads to the console, which says what to type; nobody is let in without it."""
    with Console() as console, Browser(console) as browser:
        browser.go("/")
        browser.driver.find_element("css selector", 'a[href^="/console"]').click()
        browser.wait(lambda: browser.path == "/console/sign-in")
        browser.reads("admin", "demo environment")
        browser.type("User name", "admin")
        browser.type("Password", "wrong")
        browser.press("Sign in")
        browser.wait(lambda: browser.all("[role=alert]"))
        browser.type("User name", "admin")
        browser.type("Password", "admin")
        browser.press("Sign in")
        browser.wait(lambda: browser.path == "/console/")
        # The three values to type, and a picture of the address to scan.
        browser.reads("Live", "demo", console.ready["bundleId"].split(".")[0])
        assert browser.all("main img.qr"), "There is no QR code."
        browser.press("Sign out")
        browser.go("/console/devices")
        assert browser.path == "/console/sign-in", browser.path
        # The refusal of the wrong password is all that the browser has to tell.
        assert not [said for said in browser.complaints() if " 422 " not in said]


@walk
def cookie():
    """The session's cookie is no script's business, stays on this site, and is gone after signing out."""
    with Console() as console, Browser(console) as browser:
        browser.sign_in()
        found = [one for one in browser.driver.get_cookies() if one["name"].startswith("mockuem-console")]
        assert len(found) == 1 and found[0]["httpOnly"] and found[0]["sameSite"] == "Strict", found
        assert found[0]["path"] == "/console", found
        assert browser.driver.execute_script("return document.cookie") == ""
        browser.press("Sign out")
        browser.wait(lambda: "sign-in" in browser.path)
        assert not [one for one in browser.driver.get_cookies() if one["value"] == found[0]["value"]]


@walk
def live_beacon():
    """A beacon appears on Monitor without a reload, and the list of devices counts it."""
    with Console() as console, Browser(console) as browser:
        browser.sign_in()
        browser.reads("Live")
        browser.driver.execute_script("window.isStillHere = true")
        device = console.device()
        device.sign_in()
        beacon(device, FriendlyName="Phone of a walk")
        browser.wait(lambda: device.device[:12] in browser.driver.page_source, "the device")
        browser.reads("AirWatchBeacon.svc")
        assert browser.driver.execute_script("return window.isStillHere === true"), "The page was loaded anew."
        browser.go("/console/devices")
        browser.reads("Phone of a walk")
        assert not browser.complaints()


def authentication_type(text):
    """The authentication type that a property list asks for."""
    return re.search(r"<key>AuthenticationType</key>\s*<integer>(\d)</integer>", text).group(1)


@walk
def authentication_type_changes():
    """The authentication type is changed on its page; a device fetches it, and a simulated one shows it."""
    with Console() as console, Browser(console) as browser:
        device = console.device()
        device.sign_in()
        wanted, words = ("2", "Username and Password") if authentication_type(fetched(device)) == "1" else ("1", "Passcode")
        browser.sign_in()
        browser.go("/console/settings/security-policies?group=demo")
        browser.type("Authentication Type", words)
        browser.press("Save", within="form[action='/console/settings/security-policies/authentication']")
        browser.wait(lambda: browser.all("#notice"))
        browser.reads("was saved")
        assert authentication_type(fetched(rested(device))) == wanted
        browser.go("/console/")
        browser.press("Let a simulated device arrive")
        browser.wait(lambda: browser.all("form button") and "arrive" in browser.text)
        browser.press("Let it arrive")
        browser.reads("has arrived")
        browser.go(browser.path + "/profile")
        browser.reads("Property list")
        assert authentication_type(browser.text) == wanted
        assert not browser.complaints()


def package(console, bundle, version="1.2.3"):
    """An IPA in the folder of a console."""
    file = os.path.join(console.folder.name, f"{bundle}-{version}.ipa")
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("Payload/Walk.app/Info.plist", plistlib.dumps({
            "CFBundleIdentifier": bundle, "CFBundleShortVersionString": version, "CFBundleVersion": "7",
            "CFBundleDisplayName": "Walk", "MinimumOSVersion": "16.0", "UIDeviceFamily": [1, 2]}))
        # More than a form without streaming may have, and nothing that can be packed.
        archive.writestr("Payload/Walk.app/Walk", os.urandom(3_000_000))
    return file


@walk
def upload_and_assign():
    """An IPA is uploaded and assigned on its pages, and a device gets its profile; a broken one is refused beside the field."""
    with Console() as console, Browser(console) as browser:
        file = package(console, "com.example.walk")
        broken = os.path.join(console.folder.name, "broken.ipa")
        with open(file, "rb") as whole, open(broken, "wb") as half:
            half.write(whole.read()[:1_500_000])
        device = console.device("com.example.walk")
        device.sign_in()
        assert "<key>" not in device.signed("GET", device.profile_target()).text
        browser.sign_in(at="/console/apps/internal")
        browser.reads("Demo app")
        browser.press("Add Application")
        browser.go("/console/apps/internal/new?group=demo")
        browser.type("Name", "Walking app")
        browser.type("Application File", broken)
        browser.press("Upload", within="main form[data-upload]")
        browser.wait(lambda: browser.all("#note-package .wrong"), "the refusal")
        assert "cannot be read" in browser.one("#note-package .wrong").text
        assert browser.field("Name").get_attribute("value") == "Walking app", "What was typed is lost."
        browser.type("Application File", file)
        browser.press("Upload", within="main form[data-upload]")
        browser.reads("Walking app 1.2.3 was uploaded")
        base = browser.path.removesuffix("/assignment")
        browser.press("Add Assignment")
        browser.type("Name", "Walkers")
        browser.type("All Devices", "yes")
        browser.type("Configuration Key", "server")
        browser.type("Configuration Value", "https://api.example.test")
        browser.press("Save", within="main form")
        browser.reads("The assignment Walkers was saved", "1 key")
        browser.go(base)
        browser.type("Devices get", "Everything (demo)")
        browser.press("Save", within=f"form[action='{base}/profile']")
        browser.reads("The SDK profile was set")
        assert "<key>" in fetched(rested(device))
        browser.go(base + "/devices")
        browser.reads("Assigned")
        assert browser.all(f"main a[href='/console/devices/{device.device}']"), browser.text
        browser.go(base + "/more")
        browser.press("Logs", within="main")
        browser.press("The app")
        browser.wait(lambda: browser.path == base)
        assert not browser.complaints()


@walk
def upload_without_a_script():
    """The same form uploads without JavaScript."""
    with Console() as console, Browser(console, script=False) as browser:
        file = package(console, "com.example.walk")
        browser.go("/console/apps/internal/new")
        for name, text in (("name", "admin"), ("password", "admin")):
            browser.one(f"#{name}").send_keys(text)
        browser.one("main form button").click()
        browser.wait(lambda: browser.path == "/console/apps/internal/new")
        browser.one("#field-package").send_keys(file)
        browser.one("main form[data-upload] button").click()
        browser.wait(lambda: "was uploaded" in browser.text, "the upload")


@walk
def request_logs():
    """Logs are requested of a device, which is seen to acknowledge; they are read in place."""
    with Console() as console, Browser(console) as browser:
        with console.simulating("--devices", "1", "--rate", "4"):
            browser.sign_in(at="/console/devices")
            browser.reads("Simulated")
            link = next(one for one in browser.all("main tbody a") if "/console/devices/" in one.get_attribute("href"))
            base = link.get_attribute("href").split("?")[0].removeprefix(console.url)
            browser.go(base + "/apps")
            browser.press("Request Logs", within=f"form[action='{base}/request-logs']")
            browser.wait(lambda: browser.all("#notice"))
            browser.go(base + "/commands")
            browser.reads("UploadLogs")
            browser.wait(lambda: "acknowledged" in browser.text.lower(), "the acknowledgement")
        browser.go("/console/app-logs")
        logs = {one.get_attribute("href") for one in browser.all("main tbody a")}
        found = []
        for log in sorted(one for one in logs if "/console/app-logs/" in one):
            browser.go(log)
            found.append("as a command has asked for them" in browser.text)
        assert any(found), f"None of {len(found)} logs is the one that was asked for: {logs}"
        assert not browser.complaints()


@walk
def analytics():
    """What a device reports of its use appears in SDK Analytics without a reload: a row, bars, and their numbers."""
    with Console() as console, Browser(console) as browser:
        browser.sign_in()
        browser.go("/console/analytics")
        browser.reads("No events yet")
        device = console.device()
        device.sign_in()
        events = [{"name": "open_report", "value": "42", "bundleVersion": "1.4"}] * 3 + [{"name": "<i>search</i>"}]
        answer = device.with_bearer("POST", "/deviceservices/analytics", json.dumps({"events": events}).encode())
        assert answer.status == 200, f"{answer.status} {answer.text[:200]}"
        browser.wait(lambda: browser.all("main figure svg rect"), "the charts")
        browser.reads("Events by hour", "open_report", "<i>search</i>", "version 1.4")
        browser.driver.find_element("css selector", "main figure details summary").click()
        browser.reads("UTC")
        browser.driver.find_element("link text", "open_report").click()
        browser.wait(lambda: "name=open_report" in browser.driver.current_url, "the filter")
        browser.reads("3 events")
        assert "<i>search</i>" not in browser.text
        browser.driver.find_element("xpath", "//summary[.='Copy as curl']").click()
        browser.reads("/_mock/analytics?name=open_report")
        assert not browser.complaints()


@walk
def pinned_certificate():
    """The console's own certificate is uploaded to be pinned; a device gets the pin, and what is none is refused."""
    with Console() as console, Browser(console) as browser:
        device = console.device()
        device.sign_in()
        with urllib.request.urlopen(f"{console.url}/ca.pem") as answer:
            certificate = answer.read()
        browser.sign_in()
        for name, content in (("no.pem", b"no certificate"), ("ca.pem", certificate)):
            path = os.path.join(console.folder.name, name)
            with open(path, "wb") as file:
                file.write(content)
            browser.go("/console/settings/ssl-pinning?group=demo")
            browser.one("#field-certificate").send_keys(path)
            browser.type("Host", "uem.example.test")
            browser.press("Pin", within="form[action='/console/settings/ssl-pinning/certificate']")
            browser.wait(lambda: browser.all("#notice"))
            browser.reads("The file is no certificate" if name == "no.pem" else "is pinned for uem.example.test")
        answer = device.signed("GET", "/deviceservices/CertificatePinningEndpoint")
        assert "uem.example.test" in answer.text, f"{answer.status} {answer.text[:200]}"
        assert not browser.complaints()


@walk
def branding():
    """The sketch of branding follows while somebody types: colours, name, logo and background, before anything is saved."""
    with Console() as console, Browser(console) as browser:
        browser.sign_in(at="/console/settings/app-settings?group=demo")

        def typed(name, text):
            browser.driver.find_element("name", f"BrandingSettingsV2.{name}").send_keys(text)

        def attribute(selector, name):
            return browser.driver.find_element("css selector", f".look {selector}").get_attribute(name)

        typed("ToolbarColor", "#aa3300")
        typed("OrganizationName", "Walkers")
        typed("CompanyLogoPhone", "image:logo")
        typed("BackroundImageiPhone", "image:logo")
        browser.wait(lambda: attribute("[data-shows~=BackroundImageiPhone]", "href"), "the background")
        assert attribute("[data-shows~=CompanyLogoPhone]", "href").endswith("/images/demo/logo")
        assert attribute("[data-follows=ToolbarColor]", "fill") == "#aa3300"
        assert attribute("[data-says=OrganizationName]", "textContent") == "Walkers"
        assert attribute("circle", "display") == "none"
        # One that is not there is not asked for, and another for the same place stays.
        typed("CompanyLogoPhoneHighRes", "image:nowhere")
        assert attribute("[data-shows~=CompanyLogoPhone]", "href").endswith("/images/demo/logo")
        typed("CompanyLogoPhone", Keys.BACKSPACE * len("image:logo"))
        browser.wait(lambda: attribute("circle", "display") == "inline", "the circle in place of a logo")
        assert not browser.complaints(), browser.complaints()


@walk
def portal_token():
    """A user makes a token in the self-service portal, with which an app signs in, once; the device then stands there."""
    with Console() as console, Browser(console) as browser:
        browser.go("/mydevice/")
        browser.type("Group ID", console.ready["groupId"])
        browser.type("User name", console.ready["user"])
        browser.type("Password", console.ready["password"])
        browser.press("Sign in")
        browser.reads("You have no devices yet")
        browser.go("/mydevice/tokens")
        browser.press("Make a token", within="form[action='/mydevice/tokens']")
        browser.reads("The token was made")
        token = browser.one(".copied").text
        device = console.device()
        said = device.sign_in(AuthorizationCode=token, Username="", Password="").json()
        assert said["StatusCode"] == "AUTH-0", said
        assert device.signed("GET", device.profile_target()).status == 200
        beacon(device, FriendlyName="Phone of a walk")
        again = console.device().sign_in(AuthorizationCode=token, Username="", Password="").json()
        assert again["StatusCode"] != "AUTH-0", again
        browser.go("/mydevice/")
        browser.reads("Phone of a walk")
        assert not browser.complaints()


@walk
def fault():
    """A fault set on its page changes what curl is answered, and is over when it is removed there."""
    with Console() as console, Browser(console) as browser:
        device = console.device()
        device.sign_in()
        browser.sign_in(at="/console/faults")
        browser.type("Name", "walk")
        browser.type("Route or path", "/deviceservices/AirWatchBeacon.svc/**")
        browser.type("Status", "507")
        browser.press("Put in force", within="form[action='/console/faults/add']")
        browser.wait(lambda: browser.all("#notice"))
        call = ("POST", "/deviceservices/AirWatchBeacon.svc/checkin", device.beacon_body())
        assert rested(device).with_bearer(*call).status == 507
        browser.go("/console/")
        browser.reads("walk")
        browser.go("/console/journal")
        browser.reads("507")
        browser.go("/console/faults")
        browser.press("Remove", within="main table")
        if browser.question:
            browser.agree()
        browser.wait(lambda: browser.all("#notice"))
        assert rested(device).with_bearer(*call).status == 200
        assert not browser.complaints()


@walk
def without_a_script():
    """Signing in, filtering, a form with its refusal and its success, all without JavaScript."""
    with Console() as console, Browser(console, script=False) as browser:
        device = console.device()
        device.sign_in()
        browser.go("/console/devices")
        for name, text in (("name", "admin"), ("password", "admin")):
            browser.one(f"#{name}").send_keys(text)
        browser.one("main form button").click()
        browser.wait(lambda: browser.path == "/console/devices")
        browser.go("/console/find?q=journal")
        assert "Journal" in browser.text
        browser.go("/console/faults")
        browser.one("#field-name").send_keys("walk")
        browser.one("#field-action").send_keys("no JSON")
        browser.one("form[action='/console/faults/add'] button").click()
        browser.wait(lambda: "JSON object" in browser.text)
        assert browser.one("#field-name").get_attribute("value") == "walk", "What was typed is lost."
        browser.one("#field-action").clear()
        browser.one("form[action='/console/faults/add'] button").click()
        # The page before has a notice, too.
        browser.wait(lambda: console.made("GET", "/_mock/faults")["items"])
        assert console.made("GET", "/_mock/faults")["items"][0]["name"] == "walk"


# Requests a second of the live page, and how many of the sender's own rate have to be left with the page open.
BUSY, LEFT = 200, 0.9


def busy(console, seconds):
    """Sends as many requests a second as a busy console gets, if the machine can; the rate."""
    end, counts = time.monotonic() + seconds, []

    def send(device):
        began, sent = time.monotonic(), 0
        while time.monotonic() < end:
            device.with_bearer("POST", "/deviceservices/AirWatchBeacon.svc/checkin", device.beacon_body())
            sent += 1
            time.sleep(max(0.0, began + sent * 4 / BUSY - time.monotonic()))
        counts.append(sent)
    devices = [console.device() for _ in range(4)]
    for device in devices:
        device.sign_in()
    end = time.monotonic() + seconds
    threads = [threading.Thread(target=send, args=[device]) for device in devices]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        yield None
    assert len(counts) == len(devices), "A sender was refused."
    yield sum(counts) / seconds


@walk
def busy_journal():
    """Two hundred requests a second leave the live page usable: it answers, and they are not slowed down by it."""
    with Console() as console:
        for alone in busy(console, 3):
            time.sleep(0.05)
        with Browser(console) as browser:
            browser.sign_in(at="/console/journal")
            browser.reads("Live")
            browser.driver.execute_script("window.isStillHere = true; performance.clearResourceTimings()")
            waits = []
            for rate in busy(console, 5):
                asked = time.monotonic()
                browser.driver.execute_script("return document.querySelectorAll('tbody tr').length")
                waits.append(time.monotonic() - asked)
                time.sleep(0.1)
            fetches = browser.driver.execute_script(
                "return performance.getEntriesByType('resource').filter((one) => one.initiatorType === 'fetch').length")
            print(f"    {rate:.0f} requests a second, {alone:.0f} without the page ({BUSY} were asked for); it answered "
                  f"within {1000 * max(waits):.0f} ms and was made anew {fetches} times")
            assert rate >= LEFT * alone, f"{rate:.0f} requests a second, {alone:.0f} without the page"
            assert max(waits) < 2, waits
            # Once in half a second at most, whatever arrives.
            assert 1 <= fetches <= 2 * 5 + 4, fetches
            browser.wait(lambda: len(browser.all("tbody tr")) >= 20)
            assert browser.driver.execute_script("return window.isStillHere === true"), "The page was loaded anew."
            assert not browser.complaints()


# Milliseconds in which the first paint has to come on loopback; on a slow machine, so many times a page of a sentence.
PAINT, SLOWER = 500, 10


@walk
def first_paint():
    """The first paint comes within half a second of the request, or a machine is slow with any page."""
    with Console() as console, Browser(console) as browser:
        browser.sign_in()

        def paints(*pages):
            times = []
            for path in pages:
                for _ in range(3):
                    browser.driver.get(path)
                    browser.wait(lambda: browser.driver.execute_script(
                        "return performance.getEntriesByName('first-contentful-paint').length"))
                    times.append(browser.driver.execute_script(
                        "return performance.getEntriesByName('first-contentful-paint')[0].startTime"))
            return sorted(times)
        bare = paints("data:text/html,<!DOCTYPE html><title>Bare</title><p>A sentence.")
        times = paints(*(f"{console.url}/console/{room}" for room in ("", "devices", "journal")))
        median, normal = times[len(times) // 2], bare[len(bare) // 2]
        print(f"    median {median:.0f} ms, most {times[-1]:.0f} ms, may be {PAINT} ms; {normal:.0f} ms for a sentence")
        assert median <= max(PAINT, SLOWER * normal), times


@walk
def assets():
    """The console's own files are small, and have ETags by which they are not sent twice."""
    with Console() as console:
        whole = 0
        for name in ("console.css", "console.js", "icon.svg"):
            with urllib.request.urlopen(f"{console.url}/public/{name}") as answer:
                whole += len(answer.read())
                tag = answer.headers["ETag"]
            request = urllib.request.Request(f"{console.url}/public/{name}", headers={"If-None-Match": tag})
            try:
                urllib.request.urlopen(request)
                raise AssertionError(f"{name} was sent again.")
            except urllib.error.HTTPError as error:
                assert error.code == 304, error.code
        print(f"    {whole / 1024:.0f} KiB")
        assert whole <= 60 * 1024, whole
