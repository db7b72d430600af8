"""Pages that follow what happens, questions, and what is said afterwards."""

import time

from selenium.webdriver.common.keys import Keys

from browser import Browser
from walks import beacon, walk
from world import Console


def arrived(console, name):
    """A device that has just sent its first beacon."""
    device = console.device()
    device.sign_in()
    beacon(device, FriendlyName=name)
    return device


@walk
def live_list_keeps():
    """A live list keeps ticked rows, the keyboard's place and selected text, and marks only rows that are new."""
    with Console() as console, Browser(console) as browser:
        script = browser.driver.execute_script
        arrived(console, "First phone")
        browser.sign_in(at="/console/devices")
        browser.reads("Live", "First phone", "1 devices")
        browser.one("main td.pick input").click()
        link = script("const one = document.querySelector('main tbody a'); one.focus(); return one.getAttribute('href')")
        arrived(console, "Second phone")
        browser.reads("Second phone", "2 devices", "With 1 chosen row:")
        assert script("return document.activeElement.getAttribute('href')") == link, "The focus has gone."
        assert script("return document.querySelectorAll('[name=key]:checked').length") == 1, "Rows are not ticked any more."
        fresh = script("return [...document.querySelectorAll('tr.fresh')].map((row) => row.textContent)")
        assert all("Second phone" in row for row in fresh), fresh
        # Whoever selects text keeps it, and sees what has arrived afterwards.
        script("getSelection().selectAllChildren(document.querySelector('main tbody td:nth-child(3)'))")
        arrived(console, "Third phone")
        time.sleep(1.5)
        assert script("return String(getSelection())") and "Third phone" not in browser.text
        script("getSelection().removeAllRanges()")
        browser.reads("Third phone")
        browser.one("th.pick input").click()
        browser.reads("With 3 chosen rows:")
        assert script("return document.querySelectorAll('[name=key]:checked').length") == 3
        assert not browser.complaints()


@walk
def closed_branches_stay():
    """A branch that somebody closed stays closed when the page is made anew."""
    with Console() as console, Browser(console) as browser:
        device = arrived(console, "Phone of a walk")
        browser.sign_in(at=f"/console/devices/{device.device}/profile")
        browser.reads("Live", "Rules that were checked")
        path = "document.evaluate(\"//summary[contains(., 'Rules that were checked')]\", document).iterateNext()"
        browser.driver.execute_script(f"{path}.click()")
        console.made("PUT", f"/_mock/devices/{device.device}/compliance", {"blocked": True})
        browser.reads("The device is blocked")
        assert browser.driver.execute_script(f"return !{path}.parentElement.open"), "The branch is open again."


@walk
def many_tabs():
    """Eight tabs with live pages are all read: those that nobody sees hold no connection."""
    with Console() as console, Browser(console) as browser:
        browser.sign_in(at="/console/journal")
        browser.reads("Live")
        for _ in range(7):
            browser.driver.switch_to.new_window("tab")
            browser.go("/console/journal")
            browser.reads("Live")
        browser.driver.switch_to.window(browser.driver.window_handles[0])
        arrived(console, "Phone of a walk")
        browser.reads("Live", "AirWatchBeacon.svc")


@walk
def session_over():
    """A page whose session is over says so, and leads to where one signs in and back."""
    with Console() as console, Browser(console) as browser:
        browser.sign_in(at="/console/journal")
        browser.reads("Live")
        browser.driver.delete_all_cookies()
        arrived(console, "Phone of a walk")
        browser.reads("Signed out", "Sign in again")
        browser.press("Sign in again")
        browser.type("User name", "admin")
        browser.type("Password", "admin")
        browser.press("Sign in")
        browser.wait(lambda: browser.path == "/console/journal")


@walk
def questions():
    """Before a device is wiped a dialog asks, which Escape leaves; afterwards a word is said, with the keys alone."""
    with Console() as console, Browser(console) as browser:
        device = arrived(console, "Phone of a walk")
        browser.sign_in(at=f"/console/devices/{device.device}")
        browser.press("Device Wipe")
        browser.wait(lambda: browser.question)
        assert "Erase this device" in browser.question, browser.question
        assert browser.focused.text == "Cancel", browser.focused.text
        browser.keys(Keys.ESCAPE)
        browser.wait(lambda: not browser.question)
        assert browser.focused.text == "Device Wipe", "The focus is not back where it was."
        assert console.made("GET", "/_mock/devices?status=DeviceWipePending")["total"] == 0
        browser.keys(Keys.ENTER)
        browser.wait(lambda: browser.question)
        assert not browser.barriers(), browser.barriers()
        browser.chord(Keys.SHIFT, Keys.TAB)
        browser.keys(Keys.ENTER)
        browser.wait(lambda: browser.all(".toast[role=status]") and browser.one(".toast").text)
        assert console.made("GET", "/_mock/devices?status=DeviceWipePending")["total"] == 1
        browser.press("Dismiss")
        assert not browser.all(".toast")
        assert not browser.complaints()


@walk
def questions_without_a_script():
    """Without a script a page asks before a device is wiped; its other way leads back."""
    with Console() as console, Browser(console, script=False) as browser:
        device = arrived(console, "Phone of a walk")
        browser.go(f"/console/devices/{device.device}")
        for name in ("name", "password"):
            browser.one(f"#{name}").send_keys("admin")
        browser.one("main form button").click()
        wipe = f"form[action='/console/devices/{device.device}/device-wipe'] button"
        browser.wait(lambda: browser.all(wipe))
        browser.one(wipe).click()
        browser.wait(lambda: "Erase this device" in browser.text)
        browser.one(".asked a").click()
        browser.wait(lambda: browser.all(wipe))
        assert console.made("GET", "/_mock/devices?status=DeviceWipePending")["total"] == 0
        browser.one(wipe).click()
        browser.wait(lambda: browser.all(".asked button"))
        browser.one(".asked button").click()
        browser.wait(lambda: browser.all("#notice"))
        assert console.made("GET", "/_mock/devices?status=DeviceWipePending")["total"] == 1


@walk
def nothing_found():
    """The palette says when it finds nothing; Enter leads to the page that says what to try."""
    with Console() as console, Browser(console) as browser:
        browser.sign_in()
        browser.keys("/")
        browser.keys("zzzqqq")
        browser.reads("Nothing found")
        browser.keys(Keys.ENTER)
        browser.wait(lambda: browser.path == "/console/find")
        browser.reads("Nothing has")


@walk
def running_clock():
    """A clock that runs goes on while somebody looks at it."""
    with Console() as console, Browser(console) as browser:
        console.made("PUT", "/_mock/clocks/demo", {"set": "2030-01-01T00:00:00Z"})
        browser.sign_in(at="/console/clocks/demo")
        browser.reads("2030-01-01 00:0")
        before = browser.one("[data-clock]").text
        browser.wait(lambda: browser.one("[data-clock]").text != before, "another second")
        assert not browser.complaints()
