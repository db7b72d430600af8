"""Every page there is: reached by links, as wide as a phone and in the dark, without barriers."""

import re
import time
import urllib.parse

from browser import PHONE, Browser
from filled import filled
from walks import walk
from world import Console

# So many pages of one shape, such as those of devices, are looked at.
MOST_ALIKE = 2
# What is no page, or leaves the console.
NO_PAGE = re.compile(r"/(download|stream|file|text|raw|qr|export|report)(\b|$)|\.(har|ndjson|json|csv|yaml|plist|pem|der|log|gz|zip)$")
# Looking at a page for longer is worth a line, in seconds.
SLOW = 10
# Pages that are reached only if there is something to show: links have to lead to each of these shapes.
REACHED = [
    "/console/administrators/*", "/console/app-logs/*", "/console/compliance/*", "/console/compliance/new",
    *(f"/console/devices/*{part}" for part in (
        "", "/apps", "/beacons", "/beacons/*", "/commands", "/commands/*", "/compliance", "/events", "/locations", "/logs",
        "/profile", "/requests", "/user")),
    "/console/devices/chosen", "/console/event-notifications/*", "/console/event-notifications/*/edit",
    "/console/event-notifications/deliveries", "/console/event-notifications/deliveries/*", "/console/geofences/*",
    "/console/groups/*", "/console/groups/demo", "/console/journal/*", "/console/profiles/*", "/console/profiles/*/payload",
    "/console/profiles/*/preview", "/console/profiles/*/versions/*", "/console/sandboxes/*", "/console/scenarios/*",
    "/console/settings/security-policies", "/console/smart-groups/*", "/console/smart-groups/*/edit",
    "/console/smart-groups/new", "/console/terms-of-use/acceptances", "/console/terms-of-use/demo/*",
    "/console/user-groups/*", "/console/users/*", "/console/users/new", "/console/sign-in",
    "/mydevice/", "/mydevice/devices/*", "/mydevice/sign-in", "/mydevice/tokens",
]


def shape(path):
    """A path whose identifiers are left out."""
    path, _, query = path.partition("?")
    parts = ["*" if re.search(r"\d|^[0-9a-f-]{12,}$|\.|@|%", part) else part for part in path.split("/")]
    tab = re.search(r"(?:^|&)(tab|show)=([a-z-]+)", query)
    return "/".join(parts) + (f"?{tab.group(0).lstrip('&')}" if tab else "")


def links(browser, root):
    """Pages of the console that a page leads to."""
    found = browser.driver.execute_script(
        "return [...document.querySelectorAll('a[href]')].filter((a) => !a.download).map((a) => a.href)")
    for link in found:
        parts = urllib.parse.urlsplit(link)
        if f"{parts.scheme}://{parts.netloc}" == browser.console.url and parts.path.startswith(root) \
                and not NO_PAGE.search(parts.path):
            yield parts.path + (f"?{parts.query}" if parts.query else "")


def crawl(browser, starts, root, look):
    """Looks at every page that links lead to from some pages, a few of each shape; their addresses."""
    todo, seen, alike, visited = list(starts), set(starts), {}, []
    while todo:
        path = todo.pop(0)
        kind = shape(path)
        if alike.get(kind, 0) >= MOST_ALIKE or kind.partition("?")[0].endswith(("sign-out", "sign-in")):
            continue
        alike[kind] = alike.get(kind, 0) + 1
        browser.go(path)
        if not browser.is_page:
            # What an image or a text says to the browser is nobody's concern.
            browser.complaints()
            continue
        visited.append(path)
        began = time.monotonic()
        look(path)
        if time.monotonic() - began > SLOW:
            print(f"    {path} took {time.monotonic() - began:.0f} s to look at", flush=True)
        for link in links(browser, root):
            if link not in seen:
                seen.add(link)
                todo.append(link)
    return visited


def beginnings(console, owned):
    """Where a look around begins: pages of what has most to show, and pages that only a form leads to."""
    device, other = console.stock["device"], console.made("GET", f"/_mock/devices/{owned.device}")
    chosen = f"ids={device['id']},{other['id']}"
    return ["/console/", f"/console/devices/{device['udid']}", f"/console/devices/{owned.device}",
            f"/console/devices/chosen?action=tag&{chosen}", f"/console/devices/chosen?action=deviceWipe&{chosen}",
            # Lists of one group, which is chosen in a form.
            *(f"/console/{room}?group=demo" for room in (
                "compliance", "terms-of-use", "settings/security-policies", "settings/app-settings"))]


def look_around(browser, owned, look, more=()):
    """Looks at both sign-in pages and at every page behind them, as the administrator and as the demo user."""
    console, visited = browser.console, []
    for sign_in_page, root, starts, sign_in in (
            ("/console/sign-in", "/console/", [*beginnings(console, owned), *more], browser.sign_in),
            ("/mydevice/sign-in", "/mydevice/", ["/mydevice/"], lambda: browser.sign_in_to_portal(
                *(console.ready[name] for name in ("groupId", "user", "password"))))):
        browser.go(sign_in_page)
        look(sign_in_page)
        sign_in()
        visited += [sign_in_page, *crawl(browser, starts, root, look)]
    return visited


def every_page(browser, owned):
    """Notes what is wrong with any page; fails if there is something, or if something was not reached."""
    problems = []
    visited = look_around(browser, owned, look_for_faults(browser, problems))
    print(f"    {len(visited)} pages")
    report(problems)
    shapes = {shape(path).partition("?")[0] for path in visited}
    missing = [path for path in REACHED if path not in shapes]
    assert not missing, f"No link leads to {', '.join(missing)}; reached were {', '.join(sorted(shapes))}"


def look_for_faults(browser, problems, accessible=True):
    """A look at a page that notes what is wrong."""
    def look(path):
        title = browser.driver.title
        if not title or browser.all("main.problem") or "could not be" in title:
            problems.append(f"{path}: {browser.text[:200]}")
        if wide := browser.scrolls_sideways():
            problems.append(f"{path} is {wide} pixels too wide")
        problems.extend(f"{path}: {said}" for said in browser.complaints())
        if accessible:
            problems.extend(f"{path}: {barrier}" for barrier in browser.barriers())
    return look


def report(problems):
    """Fails with what was found, each kind once."""
    assert not problems, f"{len(problems)} problems:\n    " + "\n    ".join(dict.fromkeys(problems))


@walk
def every_page_on_a_phone():
    """Every page at 390 pixels: nothing scrolls sideways, axe-core finds no barrier, the browser says nothing."""
    with Console() as console:
        owned = filled(console)
        with Browser(console, PHONE) as browser:
            every_page(browser, owned)


@walk
def every_page_in_the_dark():
    """Every page in dark colours: contrast and names as axe-core sees them."""
    with Console() as console:
        owned = filled(console)
        with Browser(console, dark=True) as browser:
            every_page(browser, owned)
