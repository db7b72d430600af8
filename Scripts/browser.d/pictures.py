"""Pictures of the main pages, for people to look at."""

import re

from browser import PHONE, WIDE, Browser
from every_page import filled
from world import Console

# The main pages; a path that ends in * leads to the first link there that begins so.
MAIN = [
    "/console/sign-in", "/console/", "/console/devices", "/console/devices/*", "/console/users", "/console/groups",
    "/console/settings", "/console/settings/security-policies", "/console/settings/app-settings", "/console/profiles",
    "/console/apps/internal", "/console/apps/internal/*", "/console/apps/internal/1/files",
    "/console/apps/internal/1/assignment", "/console/apps/internal/1/assignment/1", "/console/apps/internal/1/devices",
    "/console/apps/internal/1/more", "/console/apps/internal/new", "/console/apps/public/new", "/console/app-logs",
    "/console/smart-groups", "/console/compliance", "/console/terms-of-use",
    "/console/event-notifications", "/console/geofences", "/console/journal", "/console/journal/*", "/console/faults",
    "/console/review", "/console/documentation", "/console/parts", "/mydevice/sign-in",
]


def take(folder, paths):
    """Takes pictures of pages into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    wide = 0
    with Console() as console:
        filled(console)
        for kind, width, dark in (("light", WIDE, False), ("dark", WIDE, True), ("phone", PHONE, False)):
            with Browser(console, width, dark) as browser:
                for path in paths or MAIN:
                    if path.endswith("/sign-in"):
                        browser.go(path)
                    else:
                        browser.go(path.rstrip("*"))
                        if "sign-in" in browser.path:
                            browser.sign_in(at=path.rstrip("*"))
                    if path.endswith("*"):
                        browser.go(browser.driver.execute_script("""
                            return [...document.querySelectorAll("main a")].map((one) => one.getAttribute("href"))
                                .find((one) => one.startsWith(arguments[0]) && !one.includes("?")
                                    && one.length > arguments[0].length + 5) ?? location.pathname""", path.rstrip("*")))
                    name = re.sub(r"[^a-z0-9]+", "-", path.removeprefix("/console").lower()).strip("-") or "monitor"
                    browser.picture(folder / f"{name}.{kind}.png")
                    if too := browser.scrolls_sideways():
                        wide += 1
                        print(f"{path} ({kind}) is {too} pixels too wide.")
    print(f"{len(list(folder.glob('*.png')))} pictures are in {folder}.")
    return 1 if wide else 0
