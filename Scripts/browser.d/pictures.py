"""Pictures of the main pages, for people to look at."""

import re

from browser import PHONE, WIDE, Browser
from every_page import NO_PAGE, shape
from filled import filled
from world import Console

# The main pages. A * stands for the first thing that the page before it leads to; {device} for the one with most to show.
MAIN = [
    "/console/sign-in", "/console/", "/console/devices", "/console/devices/{device}", "/console/devices/{device}/profile",
    "/console/devices/{device}/apps", "/console/devices/{device}/commands", "/console/devices/{device}/beacons",
    "/console/devices/{device}/compliance", "/console/devices/{device}/requests",
    "/console/devices/chosen?action=deviceWipe&ids={id}", "/console/compliance?group=demo", "/console/users",
    "/console/users/*", "/console/users/new", "/console/user-groups/*", "/console/administrators", "/console/groups",
    "/console/groups/demo", "/console/settings", "/console/settings/security-policies?group=demo",
    "/console/settings/app-settings?group=demo", "/console/api-keys", "/console/profiles", "/console/profiles/*",
    "/console/profiles/{profile}/payload?type=LoggingSettingsV2", "/console/geofences", "/console/smart-groups",
    "/console/smart-groups/*", "/console/smart-groups/new", "/console/terms-of-use?group=demo",
    "/console/terms-of-use/acceptances", "/console/event-notifications", "/console/event-notifications/deliveries",
    "/console/event-notifications/deliveries/*", "/console/apps/internal",
    "/console/apps/internal/*", "/console/apps/internal/1/files", "/console/apps/internal/1/assignment",
    "/console/apps/internal/1/assignment/1", "/console/apps/internal/1/devices", "/console/apps/internal/1/more",
    "/console/apps/internal/new", "/console/apps/public/new", "/console/app-logs", "/console/app-logs/*", "/console/analytics",
    "/console/settings/ssl-pinning", "/console/devices/{device}/records", "/console/devices/{device}/management", "/console/journal",
    "/console/journal/*", "/console/lint", "/console/faults", "/console/scenarios", "/console/scenarios/*",
    "/console/clocks", "/console/clocks/demo", "/console/snapshots", "/console/sandboxes", "/console/sandboxes/*",
    "/console/review", "/console/documentation", "/console/find?q=demo", "/console/parts", "/mydevice/sign-in",
    "/mydevice/", "/mydevice/*", "/mydevice/tokens",
]


def name(path):
    """The file of a page."""
    parts = path.replace("*", "one").replace("{device}", "one").partition("&")[0].split("?")
    words = "/".join(part for part in parts if part != "group=demo").removeprefix("/console")
    return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-") or "monitor"


def open_page(browser, path):
    """Opens a page, after signing in where that is needed."""
    console = browser.console
    if path.endswith("/sign-in"):
        return browser.go(path)
    stock = console.stock
    path = path.format(device=stock["device"]["udid"], id=stock["device"]["id"], profile=stock["profile"]["uuid"])
    browser.go(path.rstrip("*"))
    if "sign-in" in browser.path:
        if path.startswith("/mydevice"):
            browser.sign_in_to_portal(*(console.ready[key] for key in ("groupId", "user", "password")))
            browser.go(path.rstrip("*"))
        else:
            browser.sign_in(at=path.rstrip("*"))
    if path.endswith("*"):
        links = browser.driver.execute_script(
            "return [...document.querySelectorAll('main a')].map((one) => one.getAttribute('href'))")
        found = [link for link in links if not NO_PAGE.search(link)
                 and (shape(link) == path or link.startswith(path[:-1]) and len(link) > len(path) + 5)]
        assert found, f"{browser.path} leads to no {path}."
        browser.go(found[0])


def take(folder, paths):
    """Takes pictures of pages into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    wide = 0
    with Console() as console:
        filled(console)
        for kind, width, dark in (("light", WIDE, False), ("dark", WIDE, True), ("phone", PHONE, False)):
            with Browser(console, width, dark) as browser:
                for path in paths or MAIN:
                    open_page(browser, path)
                    browser.picture(folder / f"{name(path)}.{kind}.png")
                    if too := browser.scrolls_sideways():
                        wide += 1
                        print(f"{path} ({kind}) is {too} pixels too wide.")
    print(f"{len(list(folder.glob('*.png')))} pictures are in {folder}.")
    return 1 if wide else 0
