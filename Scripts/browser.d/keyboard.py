"""The console with the keys alone."""

from selenium.common.exceptions import NoAlertPresentException
from selenium.webdriver.common.keys import Keys

from browser import Browser
from filled import filled
from walks import beacon, walk
from world import Console


@walk
def palette():
    """A few letters lead to anything that has a name: things, settings, pages and routes, with the keys alone."""
    with Console() as console, Browser(console) as browser:
        filled(console)
        device, stock = console.device(), console.stock
        device.sign_in()
        beacon(device, FriendlyName="Kitchen tablet")
        app = console.made("GET", f"/_mock/applications?text={stock['application']['bundle']}")["items"][0]
        group = console.made("GET", f"/api/mdm/smartgroups/{stock['smartGroup']['id']}", **console.tenant)
        browser.sign_in()
        for text, words, expected in (
                ("kitchen", "Kitchen tablet", f"/console/devices/{device.device}"),
                (stock["user"]["username"], "User", "/console/users/"),
                (stock["group"]["code"], "Group", f"/console/groups/{stock['group']['code']}"),
                (app["bundleId"], app["name"], "/console/app"),
                (group["Name"], "Smart group", "/console/smart-groups/"),
                (stock["profile"]["name"], "SDK profile", f"/console/profiles/{stock['profile']['uuid']}"),
                ("require mdm", "Content Locker", "/console/settings/"), ("journal", "Journal", "/console/journal"),
                ("AirWatchBeacon", "AirWatchBeacon", "eacon")):
            browser.go("/console/")
            browser.chord(Keys.CONTROL, "k") if expected.startswith("/console/settings") else browser.keys("/")
            browser.wait(lambda: browser.focused.get_attribute("id") == "palette")
            browser.keys(text)
            browser.wait(lambda: browser.all("#found [role=option]"), f"what \"{text}\" finds")
            browser.wait(lambda: words.lower() in browser.one("#found").text.lower(), f"\"{words}\" for \"{text}\"")
            options = [one.text for one in browser.all("#found [role=option]")]
            at = next(at for at, one in enumerate(options) if words.lower() in one.lower())
            browser.keys(*[Keys.ARROW_DOWN] * at, Keys.ENTER)
            browser.wait(lambda: expected in browser.driver.current_url, f"{expected} for \"{text}\" among {options}")
            # A page about it, and no refusal.
            browser.wait(lambda: text.split()[0].lower() in browser.driver.page_source.lower(), f"\"{text}\" on its page")
        said = browser.complaints()
        assert not said, said


@walk
def keyboard_alone():
    """Signing in, a form, a device, tagging chosen devices and a question, without a pointer; the focus is always seen."""
    with Console() as console, Browser(console) as browser:
        devices = []
        for name in ("Phone of a walk", "Tablet of a walk"):
            device = console.device()
            device.sign_in()
            beacon(device, FriendlyName=name)
            devices.append(device.device)
        console.made("POST", "/api/mdm/tags/addtag", {
            "TagName": "Kept", "LocationGroupId": console.group("demo"), "TagType": 1}, **console.tenant)
        browser.go("/console/")
        assert browser.focused.get_attribute("id") == "name", "The sign-in page does not begin at the name."
        browser.keys("admin", Keys.TAB, "admin", Keys.ENTER)
        browser.wait(lambda: browser.path == "/console/")
        add_user(browser)
        browser.go("/console/devices")
        browser.keys(Keys.TAB)
        assert browser.focused.text == "Skip to content", browser.focused.text
        browser.keys(Keys.ENTER)
        browser.wait(lambda: browser.focused.get_attribute("id") == "content")
        browser.tab_to("Phone of a walk")
        browser.keys(Keys.ENTER)
        browser.wait(lambda: devices[0] in browser.path)
        browser.tab_to("Beacons")
        browser.keys(Keys.ENTER)
        browser.wait(lambda: "beacons" in browser.driver.current_url)
        browser.reads("Phone of a walk")
        tag_chosen(browser, console, devices)
        delete_device(browser, console, devices[1])
        assert not browser.complaints()


def add_user(browser):
    """A form: what is missing is said beside the field and what was typed stays, then the user is there."""
    browser.go("/console/users")
    browser.tab_to("Add User")
    browser.keys(Keys.ENTER)
    browser.wait(lambda: browser.path == "/console/users/new")
    browser.tab_to("User name")
    browser.keys("kim")
    browser.tab_to("First Name")
    browser.keys("Kim")
    browser.tab_to("E-mail")
    browser.keys("no address", Keys.ENTER)
    browser.wait(lambda: browser.all("[role=alert], #notice"))
    assert browser.field("User name").get_attribute("value") == "kim" or "kim" in browser.text
    if browser.path == "/console/users/new":
        browser.tab_to("Password")
        browser.keys("kim-password-1")
        browser.tab_to("E-mail")
        browser.keys(Keys.CONTROL + "a" + Keys.NULL, "kim@example.test", Keys.ENTER)
    browser.reads("was added")


def tag_chosen(browser, console, devices):
    """A bulk action: two rows are ticked, the tag is chosen on the page that asks."""
    browser.go("/console/devices")
    for name in ("Phone of a walk", "Tablet of a walk"):
        browser.tab_to(f"Choose {name}")
        browser.keys(Keys.SPACE)
        assert browser.focused.is_selected(), f"{name} is not chosen by the space key."
    browser.tab_to("Add tag")
    browser.keys(Keys.ENTER)
    browser.wait(lambda: browser.path == "/console/devices/chosen")
    browser.reads("Phone of a walk", "Tablet of a walk")
    browser.tab_to("Tag")
    browser.keys("Kept")
    browser.tab_to("Add tag (2)")
    browser.keys(Keys.SPACE)
    browser.reads("Add tag: 2 devices.")
    for device in devices:
        assert "Kept" in str(console.made("GET", f"/_mock/devices/{device}")), f"{device} has no tag."


def answer(browser, is_yes):
    """Answers a question, which is the page's own, or the browser's."""
    def asked():
        try:
            return browser.driver.switch_to.alert
        except NoAlertPresentException:
            return next(iter(browser.all("dialog:modal")), None)
    question = browser.wait(asked, "a question")
    if hasattr(question, "accept"):
        return question.accept() if is_yes else question.dismiss()
    if not is_yes:
        return browser.keys(Keys.ESCAPE)
    for _ in range(4):
        if browser.focused.get_attribute("value") == "agree":
            break
        browser.keys(Keys.TAB)
    assert browser.focused.get_attribute("value") == "agree", "The tab key does not lead to a yes."
    browser.keys(Keys.ENTER)


def delete_device(browser, console, device):
    """A question: saying no changes nothing, saying yes does it."""
    browser.go(f"/console/devices/{device}")
    browser.tab_to("Delete Device")
    browser.keys(Keys.ENTER)
    answer(browser, False)
    assert console.made("GET", f"/_mock/devices/{device}"), "The device was deleted without a yes."
    assert browser.focused.text == "Delete Device", f"After a no the focus is on {browser.focused.text}."
    browser.keys(Keys.ENTER)
    answer(browser, True)
    browser.wait(lambda: browser.path == "/console/devices")
    browser.reads("Phone of a walk")
    browser.wait(lambda: console.administrator.ask("GET", f"/_mock/devices/{device}").status == 404)
