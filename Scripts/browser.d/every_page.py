"""Every page there is, for every role: reached by links, as wide as a phone, without barriers."""

import re
import time
import urllib.parse

from browser import PHONE, Browser
from walks import walk
from world import Console

# So many pages of one shape, such as those of devices, are looked at.
MOST_ALIKE = 2
# What is no page, or leaves the console.
NO_PAGE = re.compile(r"/(download|stream|file|text|raw|qr|export|report)(\b|$)|\.(har|ndjson|json|csv|yaml|plist|pem|der|log|gz|zip)$")
# Looking at a page for longer is worth a line, in seconds.
SLOW = 10
ROLES = {"Read Only": "looker", "Device Manager": "manager", "API Only": "program"}
# Those of a role that signs in to no page.
SHUT_OUT = "program"


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


def crawl(browser, start, root, look):
    """Looks at every page that links lead to from a page, a few of each shape; their addresses."""
    todo, seen, alike, visited = [start], {start}, {}, []
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


def filled(console):
    """A console in which something has happened."""
    console.simulate()
    console.made("POST", "/_mock/faults", {"match": {"path": "/nowhere"}, "action": {"status": 503}})
    console.made("POST", "/api/mam/apps/public", {
        "Platform": "Apple", "ExternalId": "361285480", "ApplicationName": "Keynote", "BundleId": "com.example.keynote"},
        **console.tenant)
    for role, name in ROLES.items():
        console.made("POST", "/_mock/administrators", {
            "username": name, "password": f"{name}-password-1", "role": role, "group": "demo"})


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
        filled(console)
        with Browser(console, PHONE) as browser:
            problems = []
            browser.sign_in()
            pages = crawl(browser, "/console/", "/console/", look_for_faults(browser, problems))
            print(f"    {len(pages)} pages")
            assert len(pages) > 40, pages
            report(problems)


@walk
def every_page_in_the_dark():
    """Every page in dark colours: contrast and names as axe-core sees them."""
    with Console() as console:
        filled(console)
        with Browser(console, dark=True) as browser:
            problems = []
            browser.sign_in()
            crawl(browser, "/console/", "/console/", look_for_faults(browser, problems))
            report(problems)


@walk
def every_page_for_every_role():
    """What each role is led to is a page that it may see, and nothing that it may not."""
    with Console() as console:
        filled(console)
        everything, counts = None, {}
        people = [name for name in ROLES.values() if name != SHUT_OUT]
        for name, password in [("admin", "admin")] + [(name, f"{name}-password-1") for name in people]:
            with Browser(console) as browser:
                problems = []
                browser.sign_in(name, password)
                pages = crawl(browser, "/console/", "/console/", look_for_faults(browser, problems, accessible=False))
                counts[name] = len(pages)
                everything = everything or {shape(page).partition("?")[0] for page in pages}
                # Pages of the administrator that this one was not led to are refused in words, or shown; never an error.
                for path in sorted(everything - {shape(page).partition("?")[0] for page in pages}):
                    if "*" not in path:
                        browser.go(path)
                        assert "The console failed" not in browser.text, f"{name} at {path}: {browser.text[:200]}"
                assert not [said for said in browser.complaints() if " 500 " in said], name
                report([f"{name}: {problem}" for problem in problems])
        print(f"    pages by role: {counts}")
        with Browser(console) as browser:
            browser.go("/console/")
            for label, text in (("User name", SHUT_OUT), ("Password", f"{SHUT_OUT}-password-1")):
                browser.type(label, text)
            browser.press("Sign in")
            browser.reads("signs in to no page")
        assert counts["looker"] < counts["admin"], counts
