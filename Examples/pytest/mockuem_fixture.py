"""MockUEM for pytest: a console for the session, and a sandbox of it for each test.

Copy this file beside your tests, and name it in conftest.py:

    pytest_plugins = ["mockuem_fixture"]

    def test_sign_in(sandbox):
        my_app.sign_in(sandbox.http, sandbox.group_id, sandbox.user, sandbox.password)
        sandbox.verify({"method": "POST", "path": "/deviceservices/**", "status": "2xx"}, atLeast=1)

The console is the one that MOCKUEM_READY_FILE names, or MOCKUEM_URL with MOCKUEM_ADMIN_TOKEN; without these variables
`mockuem` (or what MOCKUEM_BINARY names) is started on free ports and stopped at the end. Needs Python 3.9 and pytest.
"""

import json
import os
import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

import pytest


class Refused(Exception):
    """The console refused a call; status and reason are its own."""

    def __init__(self, status, reason):
        super().__init__(f"{status}: {reason}")
        self.status, self.reason = status, reason


class Console:
    """A console, or a sandbox of it: where it is, whom to sign in, and what a test does with it."""

    def __init__(self, values):
        self.values = values
        self.http, self.https, self.ca = (values.get(key, "") for key in ("http", "https", "ca"))
        self.group_id, self.user, self.password = (values.get(key, "") for key in ("groupId", "user", "password"))
        self.bundle_id, self.admin_token = values.get("bundleId", ""), values.get("adminToken", "")

    @property
    def environment(self):
        """Variables for the app under test; no credential of an administrator is among them."""
        names = {
            "MOCKUEM_URL": self.http, "MOCKUEM_HTTPS_URL": self.https, "MOCKUEM_CA": self.ca,
            "MOCKUEM_GROUP_ID": self.group_id, "MOCKUEM_USER": self.user, "MOCKUEM_PASSWORD": self.password,
            "MOCKUEM_BUNDLE_ID": self.bundle_id,
        }  # fmt: skip
        return {name: value for name, value in names.items() if value}

    def call(self, method, path, body=None, timeout=60):
        """Calls a route below /_mock or /api; answers its JSON, or None if there is no body."""
        __tracebackhide__ = True
        request = urllib.request.Request(self.http + path, method=method)
        request.add_header("Authorization", f"Bearer {self.admin_token}")
        if body is not None:
            request.add_header("Content-Type", "application/json")
            request.data = json.dumps(body).encode()
        try:
            with urllib.request.urlopen(request, timeout=timeout) as response:
                text = response.read()
        except urllib.error.HTTPError as error:
            text = error.read().decode(errors="replace")
            try:
                text = json.loads(text)["message"]
            except (ValueError, KeyError, TypeError):
                pass
            raise Refused(error.code, text) from None
        return json.loads(text) if text else None

    def verify(self, match, **count):
        """Fails unless so many requests were made: exactly=1, atLeast=1 (goes without saying), atMost=3, never=True."""
        __tracebackhide__ = True
        return self._expect("/_mock/verify", {"match": match, **count})

    def verify_order(self, *matches):
        """Fails unless these requests were answered one after the other."""
        __tracebackhide__ = True
        return self._expect("/_mock/verify", {"sequence": list(matches)})

    def wait(self, match=None, state=None, timeout=10, **count):
        """Waits for requests, or for a state such as {"device": …, "enrollment": "enrolled"}; fails after the timeout."""
        __tracebackhide__ = True
        what = {"state": state} if match is None else {"match": match, **count}
        return self._expect("/_mock/wait", {**what, "timeoutSeconds": timeout}, timeout + 60)

    def _expect(self, path, body, timeout=60):
        __tracebackhide__ = True
        found = self.call("POST", path, body, timeout)
        if not found["passed"]:
            raise AssertionError(explanation(body, found))
        return found

    def journal(self, **filters):
        """Entries of the journal, the latest first: journal(path="/deviceservices/**", status="4xx")."""
        __tracebackhide__ = True
        return self.call("GET", "/_mock/journal?" + urllib.parse.urlencode(filters))["items"]

    def fault(self, action, match=None, **how):
        """Lets requests fail: fault({"status": 503}, {"path": "/deviceservices/**"}, times=1)."""
        __tracebackhide__ = True
        return self.call("POST", "/_mock/faults", {"match": match or {}, "action": action, **how})

    def advance_clock(self, seconds):
        """Moves the clock of the group on; answers what fell due."""
        __tracebackhide__ = True
        return self.call("POST", f"/_mock/clocks/{self.group_id}/advance", {"seconds": seconds})


def explanation(body, found):
    """What was expected, what there is, and the requests that come nearest."""
    count, sequence = found.get("count", 0), body.get("sequence")
    if sequence:
        lines = [f"expected {len(sequence)} requests in this order, and {count} of them came",
                 f"next should have come {json.dumps(sequence[count])}"]  # fmt: skip
    else:
        lines = [f"expected {json.dumps(body)}", f"there are {count}"]
    if found.get("evicted"):
        lines.append(f"the journal has lost {found['evicted']} entries that may have counted")
    if found.get("state"):
        lines.append(f"it is {found['state']}")
    for miss in found.get("nearest", []):
        lines.append(f"  #{miss['id']} {miss['method']} {miss['target']} was answered {miss['status']}")
        for differs in miss["differs"]:
            # A request that came too early differs in its place alone: there is a reason, and nothing to compare.
            expected = [f"expected {json.dumps(differs['expected'])}"] if "expected" in differs else []
            actual = f"was {json.dumps(differs['actual'])}" if "actual" in differs else "there is none"
            reason = f" ({differs['reason']})" if "reason" in differs else ""
            lines.append(f"      {differs['member']}: {', '.join(expected + [actual])}{reason}")
    return "\n".join(lines)


@pytest.fixture(scope="session")
def mockuem():
    """The console of the session."""
    if os.environ.get("MOCKUEM_READY_FILE"):
        with open(os.environ["MOCKUEM_READY_FILE"], encoding="utf-8") as file:
            yield Console(json.load(file))
    elif os.environ.get("MOCKUEM_URL"):
        yield Console({"http": os.environ["MOCKUEM_URL"], "adminToken": os.environ["MOCKUEM_ADMIN_TOKEN"]})
    else:
        yield from _launched()


def _launched():
    binary = os.environ.get("MOCKUEM_BINARY") or shutil.which("mockuem")
    if not binary:
        pytest.fail("mockuem is not on the path: name it with MOCKUEM_BINARY, or a console with MOCKUEM_READY_FILE")
    with tempfile.TemporaryDirectory() as folder:
        ready, log = os.path.join(folder, "ready.json"), os.path.join(folder, "log")
        command = [binary, "--ephemeral", "--http-port", "0", "--https-port", "0", "--ready-file", ready]
        with open(log, "wb") as output:
            process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT)
        try:
            deadline = time.monotonic() + 60
            while not os.path.exists(ready):
                if process.poll() is not None or time.monotonic() > deadline:
                    with open(log, encoding="utf-8", errors="replace") as text:
                        pytest.fail(f"the console does not get ready: {text.read()}")
                time.sleep(0.02)
            with open(ready, encoding="utf-8") as file:
                yield Console(json.load(file))
        finally:
            process.terminate()
            process.wait()


@pytest.fixture
def sandbox(mockuem):
    """A customer group of the test's own, with user, app and profile; nothing of it stays."""
    values = mockuem.call("POST", "/_mock/sandboxes", {})
    yield Console(values)
    mockuem.call("DELETE", f"/_mock/sandboxes/{values['id']}")
