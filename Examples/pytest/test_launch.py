"""What tests with a sandbox look like. Instead of an app, these sign in by themselves."""

import json
import urllib.error
import urllib.request
import uuid

import pytest


def sign_in(console, device):
    """What an app does first: it signs in a user of a group."""
    body = {
        "Username": console.user, "Password": console.password, "ActivationCode": console.group_id, "Udid": device,
        "DeviceType": "2", "BundleId": console.bundle_id, "AuthenticationType": "2",
    }  # fmt: skip
    url = console.http + "/deviceservices/AuthenticationEndpoint.aws"
    request = urllib.request.Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as response:
        return json.load(response)


@pytest.fixture
def device():
    return uuid.uuid4().hex + "00000000"


def test_an_app_signs_in(sandbox, device):
    assert sign_in(sandbox, device)["AccessToken"]
    sandbox.wait(state={"device": device, "enrollment": "enrolled"})
    sandbox.verify({"method": "POST", "path": "/deviceservices/**", "device": device}, exactly=1)


def test_another_test_sees_nothing_of_it(sandbox):
    sandbox.verify({"path": "/deviceservices/**"}, never=True)
    assert sandbox.journal() == []


def test_an_app_meets_a_console_that_is_down(sandbox, device):
    sandbox.fault({"status": 503}, {"path": "/deviceservices/**"}, times=1)
    with pytest.raises(urllib.error.HTTPError, match="503"):
        sign_in(sandbox, device)
    assert sign_in(sandbox, device)["AccessToken"]


def test_a_failure_shows_the_nearest_miss(sandbox, device):
    sign_in(sandbox, device)
    with pytest.raises(AssertionError, match="method: expected \"GET\", was \"POST\""):
        sandbox.verify({"method": "GET", "path": "/deviceservices/AuthenticationEndpoint.aws"})
