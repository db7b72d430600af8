"""A headless Chromium as a person uses it, and what it complains of."""

import functools
import pathlib
import re
import shutil
import time
import urllib.parse

import axe_playwright_python
from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException, TimeoutException
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

PATIENCE = 20
WIDE, PHONE = 1280, 390


def again(act):
    """Repeats what came upon an element that a new page, or a live line, has just replaced."""
    @functools.wraps(act)
    def acting(self, *arguments, **named):
        for _ in range(5):
            try:
                return act(self, *arguments, **named)
            except StaleElementReferenceException:
                time.sleep(0.1)
        return act(self, *arguments, **named)
    return acting


class Browser:
    """One window on a console."""

    def __init__(self, console, width=WIDE, dark=False, script=True):
        self.console, self.width = console, width
        options = webdriver.ChromeOptions()
        for flag in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
                     "--disable-background-networking", "--no-first-run"):
            options.add_argument(flag)
        options.binary_location = shutil.which("chromium")
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        if not script:
            options.add_experimental_option("prefs", {"profile.managed_default_content_settings.javascript": 2})
        self.driver = webdriver.Chrome(
            options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))
        self.driver.set_page_load_timeout(3 * PATIENCE)
        # axe-core takes long on long pages, and longer beside others.
        self.driver.set_script_timeout(6 * PATIENCE)
        self.command("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce"}])
        self.resize(width, 900)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.driver.quit()

    def command(self, name, **arguments):
        """A command of the protocol of developer tools."""
        return self.driver.execute_cdp_cmd(name, arguments)

    def resize(self, width, height):
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                     mobile=width == PHONE)

    # --- Going about ----------------------------------------------------------------------------------------------

    def go(self, path):
        """Opens a page."""
        self.driver.get(path if "://" in path else self.console.url + path)

    def sign_in(self, name="admin", password="admin", at="/console/"):
        """Signs in as somebody who was sent to the sign-in page."""
        self.go(at)
        self.type("User name", name)
        self.type("Password", password)
        self.press("Sign in")
        self.wait(lambda: "sign-in" not in self.path)

    def sign_in_to_portal(self, group, name, password):
        """Signs in as a user of the self-service portal."""
        self.go("/mydevice/sign-in")
        self.type("Group ID", group)
        self.type("User name", name)
        self.type("Password", password)
        self.press("Sign in")
        self.wait(lambda: "sign-in" not in self.path)

    @property
    def path(self):
        return urllib.parse.urlsplit(self.driver.current_url).path

    @property
    def text(self):
        """What is read on the page; nothing while another one is on its way."""
        return self.driver.execute_script("return document.body?.innerText ?? ''")

    def wait(self, condition, what=""):
        """Waits until something holds, which may look at elements that come and go."""
        def holds(_):
            try:
                return condition()
            except StaleElementReferenceException:
                return False
        try:
            return WebDriverWait(self.driver, PATIENCE, 0.05).until(holds)
        except TimeoutException:
            pass
        raise AssertionError(f"{what or 'It'} did not come about on {self.path}: {self.text[:1500]}")

    def reads(self, *texts):
        """Waits until texts are read on the page."""
        for text in texts:
            self.wait(lambda text=text: text in self.text, f"\"{text}\"")

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector):
        found = self.all(selector)
        assert found, f"There is no {selector} on {self.path}: {self.text[:800]}"
        return found[0]

    def field(self, label):
        """A field by its label, as people find it."""
        script = """
            const wanted = arguments[0].toLowerCase();
            const clean = (text) => text.replace("*", "").trim().toLowerCase();
            const labels = [...document.querySelectorAll("label")].filter((one) => one.checkVisibility());
            const label = labels.find((one) => clean(one.textContent) === wanted)
                ?? labels.find((one) => clean(one.textContent).startsWith(wanted));
            for (let node = label?.parentElement; node && node.tagName === "DETAILS" ; node = node.parentElement) node.open = true;
            return label?.control ?? null;"""
        found = self.driver.execute_script(script, label)
        assert found, f"There is no field \"{label}\" on {self.path}: {self.text[:800]}"
        return found

    @again
    def type(self, label, text):
        """Types into a field, or chooses in it."""
        field = self.field(label)
        if field.tag_name == "select":
            for option in field.find_elements(By.TAG_NAME, "option"):
                if option.text.strip() == text:
                    option.click()
                    return
            raise AssertionError(f"\"{label}\" offers no \"{text}\": {field.text}")
        if field.get_attribute("type") == "checkbox":
            if field.is_selected() != bool(text):
                field.click()
            return
        if field.get_attribute("type") != "file":
            field.clear()
        field.send_keys(text)

    @again
    def press(self, name, within="body"):
        """Presses a button or follows a link by its words, in a part of the page."""
        script = """
            const root = document.querySelector(arguments[1]);
            const all = [...(root?.querySelectorAll("button, a, summary") ?? [])].filter((one) => one.checkVisibility());
            return all.find((one) => one.textContent.trim() === arguments[0])
                ?? all.find((one) => one.textContent.trim().startsWith(arguments[0])) ?? null;"""
        found = self.driver.execute_script(script, name, within)
        assert found, f"There is no \"{name}\" on {self.path}: {self.text[:800]}"
        self.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", found)
        found.click()

    def agree(self):
        """Says yes to a question."""
        self.wait(lambda: self.question is not None, "a question")
        self.one("dialog:modal button[value=agree]").click()

    @property
    def question(self):
        """What is being asked; None if nothing is."""
        found = self.all("dialog:modal")
        return found[0].text if found else None

    def keys(self, *keys):
        """Presses keys wherever the focus is."""
        webdriver.ActionChains(self.driver).send_keys(*keys).perform()

    def chord(self, modifier, key):
        webdriver.ActionChains(self.driver).key_down(modifier).send_keys(key).key_up(modifier).perform()

    @property
    def focused(self):
        """What has the focus."""
        return self.driver.switch_to.active_element

    def tab_to(self, name, most=120):
        """Goes with the tab key to what is called so; everything on the way has to show that it has the focus."""
        for _ in range(most):
            self.keys(Keys.TAB)
            said = self.driver.execute_script("""
                const one = document.activeElement;
                const style = getComputedStyle(one);
                const isSeen = style.outlineStyle !== "none" || style.boxShadow !== "none";
                const text = (one.labels?.[0]?.textContent ?? one.ariaLabel ?? one.textContent ?? "").replace("*", "").trim();
                return [one.tagName, text, isSeen];""")
            assert said[2] or said[0] == "BODY", f"{said[0]} \"{said[1][:60]}\" does not show the focus on {self.path}"
            if said[1] == name:
                return self.focused
        raise AssertionError(f"The tab key does not lead to \"{name}\" on {self.path}")

    # --- What is wrong --------------------------------------------------------------------------------------------

    def complaints(self):
        """What the browser has said, and requests to anybody but the console."""
        said = [f"{line['message'][:300]}" for line in self.driver.get_log("browser")
                if line["level"] in ("SEVERE", "WARNING")]
        for line in self.driver.get_log("performance"):
            found = re.search(r'"method":"Network.requestWillBeSent".*?"request":\{.*?"url":"([^"]+)"', line["message"])
            if found and not found.group(1).startswith((self.console.url, "data:", "blob:", "about:", "chrome")):
                said.append(f"asked {found.group(1)[:200]}")
        return said

    @property
    def is_page(self):
        """Whether this is a page, and no image or text of its own."""
        return self.driver.execute_script("return document.contentType") == "text/html"

    def scrolls_sideways(self):
        """By how many pixels the page is too wide."""
        return max(0, self.driver.execute_script("return document.documentElement.scrollWidth") - self.width)

    def barriers(self):
        """What keeps people out, as axe-core finds it: serious and critical, by WCAG 2.1 AA."""
        folder = pathlib.Path(axe_playwright_python.__file__).parent
        source = next(folder.rglob("axe.min.js")).read_text(encoding="utf-8")
        # Through the driver, since the pages' policy runs no script that is not theirs.
        self.driver.execute_script(source)
        found = self.driver.execute_async_script("""
            const done = arguments[arguments.length - 1];
            axe.run(document, {runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]})
                .then((result) => done(result.violations), (error) => done([{id: String(error), nodes: [], impact: "critical"}]));
            """)
        return [f"{one['id']} ({one['impact']}): "
                + "; ".join(" ".join(map(str, node["target"])) + " " + node["failureSummary"].split("\n")[1].strip()[:160]
                            for node in one["nodes"][:3])
                for one in found if one["impact"] in ("serious", "critical")]

    def picture(self, file):
        """The whole page, at most 2400 pixels of it."""
        height = self.driver.execute_script("return document.documentElement.scrollHeight")
        self.resize(self.width, min(2400, max(900, height)))
        self.driver.save_screenshot(str(file))
        self.resize(self.width, 900)
