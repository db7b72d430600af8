"""Every role: which pages it is led to, and what becomes of forms that it may not send."""

import re

from browser import Browser
from every_page import beginnings, crawl, look_for_faults, report, shape
from filled import PEOPLE, SHUT_OUT, filled, password
from walks import walk
from world import Console

# Forms of pages that anybody may send: they change nothing, or what belongs to the sender.
HARMLESS = re.compile(r"/console/(sign-out$|parts/|smart-groups/(new|\*)/preview$|clocks/choose$)")
# Buttons that lead to a question, or only show something.
ASKS = re.compile(r"/console/devices/chosen$")
SHOWS = "download"
# Forms of a page, with what a person would send: what is typed in is "walk", every box is ticked, each button is pressed.
FORMS = """
    const made = [];
    for (const form of document.querySelectorAll("form[method=post]")) {
        const fields = [...form.querySelectorAll("input, textarea, select")].filter((one) => one.name && one.type !== "file"
            && !one.name.startsWith("form")).map((one) => [one.name, one.value
            || ({number: "7", "datetime-local": "2026-03-05T10:20", email: "a@example.test", hidden: ""}[one.type] ?? "walk")]);
        const buttons = [...form.querySelectorAll("button[name]")].map((one) => [[one.name, one.value]]);
        for (const button of buttons.length > 0 ? buttons : [[]]) {
            made.push({action: form.getAttribute("action"), upload: form.dataset.upload ?? null, fields: [...fields, ...button]});
        }
    }
    return made;"""
# Sends a form as a page would, with the token of whoever has signed in: status, address, class and words of the notice.
SEND = """
    const [form, done] = [arguments[0], arguments[arguments.length - 1]];
    const token = document.querySelector("meta[name=form-token]").content;
    const request = form.upload
        ? fetch(form.upload, {method: "PUT", headers: {"x-form-token": token}, body: "walk"})
        : fetch(form.action, {method: "POST", headers: {Accept: "text/html"}, body: new URLSearchParams(
            [...form.fields, ["formToken", token], ["formPage", "/console/"]])});
    request.then(async (answer) => {
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        const notice = page.getElementById("notice");
        done([answer.status, answer.url, notice?.className ?? "", (notice ?? page.querySelector("main"))?.textContent ?? ""]);
    }, (error) => done([0, "", "", String(error)]));"""


def gather(browser, forms, addresses):
    """A look at a page that keeps its forms by the kind of address and the button, and what they are sent to."""
    def look(_):
        for form in browser.driver.execute_script(FORMS):
            kind = shape(form["upload"] or form["action"]).partition("?")[0]
            button = dict(map(tuple, form["fields"])).get("action", "")
            if not HARMLESS.match(kind) and button != SHOWS:
                forms.setdefault((kind, button), form)
                addresses.add(form["upload"] or form["action"])
    return look


class Tour:
    """What somebody is led to: pages, forms, and what is wrong."""

    def __init__(self, console, name, word, starts):
        self.forms, self.addresses, self.problems = {}, set(), []
        with Browser(console) as browser:
            browser.sign_in(name, word)
            problems = []
            faults = look_for_faults(browser, problems, accessible=False)
            keep = gather(browser, self.forms, self.addresses)
            self.pages = crawl(browser, starts, "/console/", lambda path: (faults(path), keep(path)))
            self.problems = [f"{name}: {problem}" for problem in problems]

    @property
    def shapes(self):
        return {shape(page).partition("?")[0] for page in self.pages}


def send(browser, forms, name):
    """Sends forms; what came of those that were not refused, and how many were refused for want of a permission."""
    problems, told = [], 0
    for (kind, button), form in sorted(forms.items()):
        status, url, tone, words = browser.driver.execute_async_script(SEND, form)
        said = f"{name} sent {kind} {button}: {status} {' '.join(words.split())[:160]}"
        told += "permission" in words
        if status >= 500:
            problems.append(said)
        elif status < 400 and "bad" not in tone.split() and not (ASKS.match(kind) and "/chosen?" in url):
            problems.append(said)
    return problems, told


def changes(console, name):
    """What the event log says that somebody has changed."""
    events = console.made("GET", "/_mock/events?pageSize=500")["items"]
    return [f"{one['action']} {one.get('subject', '')}" for one in events
            if one.get("actor") == name and not re.search(r"sign|session", one["action"], re.IGNORECASE)]


def trespass(console, owned, name, own, everything):
    """Opens and sends what only the administrator is led to: what is wrong, how many forms were sent, how many refused."""
    (role, group), problems = PEOPLE[name], []
    with Browser(console) as browser:
        browser.sign_in(name, password(name))
        # Such pages are refused in words, or shown; never an error.
        for path in everything.pages:
            if shape(path).partition("?")[0] in own.shapes and group:
                continue
            browser.go(path)
            if "The console failed" in browser.text:
                problems.append(f"{name} at {path}: {browser.text[:200]}")
            if group is None and "Dana's phone" in browser.text:
                problems.append(f"{name} sees the demo group at {path}")
            if role == "Read Only":
                gather(browser, own.forms, own.addresses)(path)
        problems += [f"{name}: {said}" for said in browser.complaints() if " 500 " in said]
        # Who may do everything in a group may send the same forms about what is theirs, but not about what is not.
        if role == "Console Administrator":
            forms = {key: form for key, form in everything.forms.items()
                     if "*" in key[0] and (form["upload"] or form["action"]) not in own.addresses}
        else:
            forms = {key: form for key, form in everything.forms.items() if key not in own.forms}
        browser.go("/console/")
        wrong, told = send(browser, forms, name)
    return problems + wrong, len(forms), told


@walk
def every_page_for_every_role():
    """What each role is led to is a page that it may see; forms that it may not send are refused, and change nothing."""
    with Console() as console:
        owned = filled(console)
        starts = beginnings(console, owned)
        everything = Tour(console, "admin", "admin", starts)
        problems = everything.problems
        print(f"    admin: {len(everything.pages)} pages, {len(everything.forms)} forms")
        for name, (role, group) in PEOPLE.items():
            if name == SHUT_OUT:
                continue
            own = Tour(console, name, password(name), starts if group else ["/console/"])
            offered = len(own.forms)
            wrong, sent, told = trespass(console, owned, name, own, everything)
            problems += own.problems + wrong
            print(f"    {name}: {len(own.pages)} pages, {offered} forms; {sent} more sent, {told} without permission")
            if role == "Read Only":
                problems += [f"{name} is offered {kind} {button}" for kind, button in sorted(own.forms)]
                problems += [f"{name} has changed {one}" for one in changes(console, name)]
            if role != "Console Administrator" and told < 50:
                problems.append(f"{name} was refused only {told} forms for want of a permission")
        device = console.made("GET", f"/_mock/devices/{owned.device}")
        assert device["enrollmentStatus"] == "Enrolled" and device["friendlyName"] == "Dana's phone", device
        report(problems)
        with Browser(console) as browser:
            browser.go("/console/")
            for label, text in (("User name", SHUT_OUT), ("Password", password(SHUT_OUT))):
                browser.type(label, text)
            browser.press("Sign in")
            browser.reads("signs in to no page")
