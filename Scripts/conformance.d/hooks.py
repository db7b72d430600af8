"""Has the tester ask for things that are there: hooks of schemathesis, named in SCHEMATHESIS_HOOKS.

A generated id is nobody's, so that nearly every answer would be "not found". Of the cases of an operation

  * those from the document's examples, every eighth of the others, and the first few until one succeeds, become
    requests that ought to succeed: with ids that exist, and the query and the body of targets.py or of the example;
  * of the rest, three of four get ids that exist and keep everything else that was generated;
  * one of four stays as it was generated.

But for the first few, which is which depends on the case alone, so that a case that fails is sent in the same way
again. What a request has changed is not used for the next one: what is deleted has been made for that.

Environment: CONFORMANCE_TOKEN (of an administrator), CONFORMANCE_ORIGIN, CONFORMANCE_AS (administrator or device),
CONFORMANCE_TALLY (a file to which a line of JSON is added: the statuses each operation answered).
"""

import atexit
import json
import os
import re
import sys
import zlib

import schemathesis

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import fill  # noqa: E402
import targets  # noqa: E402

TOKEN = os.environ["CONFORMANCE_TOKEN"]
AS_DEVICE = os.environ["CONFORMANCE_AS"] == "device"
stock = fill.Stock(os.environ["CONFORMANCE_ORIGIN"], TOKEN)
statuses = {}
# How often an operation has been sent what ought to succeed before it did.
attempts = {}
# Paths after whose success a device is not what it was.
ENDS_DEVICE = re.compile("unenroll|wipe|check-out|command|delete|bulk|enrollmentuser", re.IGNORECASE)
# What would make the requests of other cases go wrong: its matcher is one that no request meets.
HARMFUL = re.compile("^POST /_mock/(faults|scenarios)$")
# Paths after whose success nothing of what was made is there.
REPLACES_ALL = re.compile("/_mock/reset$|/_mock/snapshots/.*/restore$")
# The kinds each case has used, by its id, and whether it ought to succeed.
used = {}


def write_tally():
    with open(os.environ["CONFORMANCE_TALLY"], "a", encoding="utf-8") as file:
        file.write(json.dumps(statuses) + "\n")


atexit.register(write_tally)


def label(case):
    return f"{case.operation.method.upper()} {case.operation.path}"


def fate(case):
    """0 to 7: how a case is sent."""
    phase = case.meta.phase if case.meta else None
    if phase is not None:
        if phase.name.value == "examples" or getattr(phase.data, "description", "") == "Default positive test case":
            return 0
    parts = [label(case), case.path_parameters, dict(case.query or {}), case.body, case.media_type]
    return zlib.crc32(repr(parts).encode("utf-8", "surrogatepass")) % 8


# Answers that have a body in one version or for one command, and none in another; the tester would ask for one always.
BODY_IS_OPTIONAL = [
    ("/api/mdm/devices/commands/{command}/device/{searchBy}/{value}", "post", "202"),
    ("/api/mdm/groups/{id}/enrollment-tokens", "post", "201"),
]


@schemathesis.hook
def before_load_schema(context, raw_schema):
    """The document says that a stream of events is a text; the tester would hold each event against that."""
    for path, method, status in BODY_IS_OPTIONAL:
        raw_schema["paths"][path][method]["responses"][status].pop("content", None)
    for item in raw_schema.get("paths", {}).values():
        for operation in item.values():
            for answer in operation.get("responses", {}).values() if isinstance(operation, dict) else []:
                if "text/event-stream" in answer.get("content", {}):
                    answer["content"]["text/event-stream"] = {}


@schemathesis.hook
def before_call(context, case, kwargs):
    number = fate(case)
    if number != 0 and case.method.upper() == case.operation.method.upper() and needs_success(case):
        number = 0
    turn = zlib.crc32(repr(case.path_parameters).encode("utf-8", "surrogatepass")) + attempts.get(label(case), 0)
    target = targets.Target(stock, label(case), turn)
    is_aimed = case.method.upper() == case.operation.method.upper() and number not in (3, 7)
    case.headers = case.headers or {}
    try:
        case.headers["Authorization"] = target.authorization(TOKEN, AS_DEVICE)
        if is_aimed:
            aim(case, target, whole=number == 0)
    except fill.Unexpected as problem:
        # A case has spoilt what is needed; this one is sent as it is, and the next gets something new.
        print(f"hooks: {problem}", file=sys.stderr)
        stock.things.clear()
    if HARMFUL.match(label(case)) and isinstance(case.body, dict):
        case.body = {**case.body, "match": fill.NOTHING}
    used[case.id] = target.kinds if is_aimed else set(), number == 0


def needs_success(case):
    """Whether an operation has not succeeded yet, which only so many cases are spent on."""
    if any(status.startswith("2") for status in statuses.get(label(case), {})):
        return False
    attempts[label(case)] = attempts.get(label(case), 0) + 1
    return attempts[label(case)] <= 3


def aim(case, target, whole):
    """Puts what exists into a case; with whole, everything else it needs to succeed as well."""
    for parameter in case.path_parameters or {}:
        value = target.path(parameter)
        if value is not None:
            case.path_parameters[parameter] = str(value)
    if not whole:
        return
    case.query = target.query({parameter.name for parameter in case.operation.query})
    body, kind = target.body(example(case))
    if body is not None:
        case.body, case.media_type = body, kind


def example(case):
    """The document's example of a JSON body."""
    for alternative in case.operation.body:
        if alternative.media_type == "application/json":
            content = alternative.definition
            found = content.get("example")
            if found is not None:
                return found
    return None


@schemathesis.hook
def after_call(context, case, response):
    kinds, whole = used.pop(case.id, (set(), False))
    if response.status_code == 501 and case.method.upper() != case.operation.method.upper():
        # A real console has this method, and the answer says that it is not served: as good as 405.
        response.status_code = 405
        response.headers.setdefault("allow", [case.operation.method.upper()])
    if case.method.upper() == case.operation.method.upper():
        count = statuses.setdefault(label(case), {})
        count[str(response.status_code)] = count.get(str(response.status_code), 0) + 1
    if response.status_code < 300 and REPLACES_ALL.search(case.path):
        stock.things.clear()
    for kind in kinds:
        if is_spoilt(kind, case, response.status_code, whole):
            stock.forget(kind)


def is_spoilt(kind, case, status, whole):
    """Whether the next case needs another one. A device takes long to make, so that it is kept if it may be."""
    if status < 300:
        if kind == "device" and case.method.upper() == "POST" or case.method.upper() in ("GET", "HEAD"):
            return bool(ENDS_DEVICE.search(case.path))
        return True
    if kind == "device":
        return status in (401, 403) or whole
    return whole or status in (404, 409, 410, 412)
