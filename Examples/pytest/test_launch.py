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


def test_an_order_shows_the_step_that_is_missing(sandbox, device):
    sign_in(sandbox, device)
    login = {"method": "POST", "path": "/deviceservices/AuthenticationEndpoint.aws"}
    sandbox.verify_order(login)
    with pytest.raises(AssertionError) as failure:
        sandbox.verify_order(login, {"method": "GET", "path": "/deviceservices/AuthenticationEndpoint.aws"})
    assert "2 requests in this order, and 1 of them came" in str(failure.value)
    assert '"method": "GET"' in str(failure.value)


def test_an_order_shows_a_request_that_came_too_early(sandbox, device):
    sign_in(sandbox, device)
    sandbox.fault({"status": 503}, {"path": "/deviceservices/**"}, times=1)
    with pytest.raises(urllib.error.HTTPError):
        sign_in(sandbox, device)
    path = "/deviceservices/AuthenticationEndpoint.aws"
    with pytest.raises(AssertionError, match=f"POST {path} was answered 200"):
        sandbox.verify_order({"path": path, "status": 503}, {"path": path, "status": 200})


def test_a_failure_ends_at_the_test_and_not_in_the_fixture(sandbox):
    for check in (lambda: sandbox.verify({"path": "/never"}), lambda: sandbox.verify({"pfad": "/never"})):
        with pytest.raises(Exception) as failure:
            check()
        inside = [entry for entry in failure.traceback if "mockuem_fixture" in str(entry.path)]
        assert inside and all(entry.locals.get("__tracebackhide__") for entry in inside)
