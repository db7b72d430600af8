"""Sign-ins of users and of administrators: locking out, guessing, and floods of both (lines 5, 6 and 10)."""

import json
import secrets
import statistics

from client import JSON, LOGIN, Administrator, Device, basic, login_body
from trial import attack
from wire import NEIGHBOUR, ask, flood, request

HEADERS = {"Content-Type": "application/json"}
# A third address, of which the console has heard nothing.
STRANGER = "127.0.0.3"
# A line of its own, not one for each refusal.
LOGGED = [r" (warning|notice) .*(passwords\.|signIns?\.|logins?\.|[Ss]ign-in|[Ll]ogin)"]


def login(trial, person, source="127.0.0.1", device=None, **fields):
    """One login on a connection of its own."""
    body = login_body(person, device or secrets.token_hex(20), **fields)
    return ask(trial.console.https, "POST", LOGIN, HEADERS, body, source, timeout=30)


def code(answer):
    """The code of a login's answer, or its status."""
    return answer.json().get("StatusCode") or str(answer.status)


@attack("lock-out", [5], "Wrong passwords for a user, then the right one from elsewhere and from the same address",
        is_load=False, log_public=LOGGED)
def lock_out(trial):
    person = trial.console.people["north"]
    wrong = [code(login(trial, person, Password=f"wrong-{number}")) for number in range(25)]
    right = login(trial, person, source=NEIGHBOUR)
    trial.did(f"25 wrong passwords: {summed(wrong)}; the right one from elsewhere: {code(right)}")
    if trial.setup.is_public:
        trial.check("the right person gets in", code(right) == "AUTH-0", f"answered {code(right)}")
        trial.check("no lock-out", "AUTH-1002" not in wrong, summed(wrong))
    else:
        # The local profile locks, as the product does; not for ever, and nobody else.
        trial.check("one locked user is no other",
                    code(login(trial, trial.console.people["south"], NEIGHBOUR)) == "AUTH-0")
    other = {**person, "user": "north-other", "password": person["password"] + "x"}
    trial.check("others of the customer get in", code(login(trial, other, STRANGER)) == "AUTH-0")


@attack("own-tokens", [14], "A user signs in for tokens until there are more than may be", is_load=False,
        settings={"quotas.entries": "20"})
def own_tokens(trial):
    person = trial.console.people["north"]
    codes = [code(login(trial, person, NEIGHBOUR, AuthenticationType="1")) for _ in range(30)]
    trial.check("the user still signs in", codes[-1] == "AUTH-0", summed(codes))
    trial.did(f"30 logins for a token, of which 20 are kept: {summed(codes)}")


@attack("known-names", [5], "Whether a name is known, by the answer and by its time", is_load=False)
def known_names(trial):
    person, times, answers = trial.console.people["south"], {}, {}
    rounds = 8 if trial.setup.is_short else 20
    for number in range(rounds):
        for kind, name in (("known", "south-other"), ("unknown", f"nobody-{number}")):
            # Below what locks anybody, and from changing addresses.
            source = f"127.0.1.{number + 1}"
            answer = login(trial, {**person, "user": name}, source, Password=f"wrong-{number}")
            times.setdefault(kind, []).append(answer.spent)
            said = answer.json()
            answers.setdefault(
                kind, set()).add(json.dumps({key: said[key]
                                             for key in sorted(said)}) if said else answer.text)
    trial.did(f"{rounds} wrong passwords of a name that is known, and of names that are not: "
              f"{statistics.median(times['known']):.0f} and {statistics.median(times['unknown']):.0f} ms")
    if trial.setup.is_public or rounds < 10:
        trial.check("one answer for both", answers["known"] == answers["unknown"],
                    f"{sorted(answers['known'])} and {sorted(answers['unknown'])}"[:300])
    ratio = statistics.median(times["known"]) / max(1.0, statistics.median(times["unknown"]))
    trial.check("one time for both", 0.5 < ratio < 2, f"{ratio:.2f} times as long for a known name")


def summed(codes):
    """How often each code occurs."""
    return ", ".join(f"{codes.count(code)} × {code}" for code in sorted(set(codes)))


def guess(trial, connections, source="127.0.0.1"):
    """A flood of wrong passwords of many names."""
    place, person = trial.console.plain, trial.console.people["south"]

    def make(number):
        return request(place, "POST", LOGIN, HEADERS, login_body(
            {**person, "user": f"user-{number % 500}"}, secrets.token_hex(20), Password=f"wrong-{number}"))
    tally = flood(place, make, connections, trial.seconds, source=source, pause=0.005, patience=30)
    trial.did(f"{tally}; {tally.requests / trial.seconds:.0f} a second")
    errors = sum(count for status, count in tally.statuses.items() if isinstance(status, int) and status == 500)
    trial.check("no error of the console", not errors, tally)


@attack("login-flood-64", [6], "64 connections of wrong passwords", is_short=False, login=1000, log_public=LOGGED,
        settings={"passwords.scryptCost": None})
def login_flood_64(trial):
    guess(trial, 64)


@attack("login-flood-400", [6], "400 connections of wrong passwords", login=1000, log=LOGGED,
        settings={"passwords.scryptCost": None})
def login_flood_400(trial):
    guess(trial, 400)


@attack("login-flood-widespread", [6],
        "Wrong passwords from 64 addresses, one name and many",
        is_short=False,
        login=1000,
        settings={"passwords.scryptCost": None})
def login_flood_addresses(trial):
    place, person = trial.console.plain, trial.console.people["south"]
    whole, rounds = trial.seconds, 8
    trial.seconds = whole / rounds
    for number in range(rounds):
        tally = flood(place,
                      lambda index: request(place, "POST", LOGIN, HEADERS,
                                            login_body(person, secrets.token_hex(20), Password=f"wrong-{index}")),
                      16,
                      trial.seconds,
                      source=f"127.0.2.{number + 1}",
                      pause=0.005)
        trial.did(str(tally))
    trial.seconds = whole
    # The person whose name was guessed comes from an address of their own.
    answer = login(trial, person, STRANGER)
    if trial.setup.is_public:
        trial.check("the right person gets in", code(answer) == "AUTH-0", f"{answer.status} {answer.text[:120]}")


@attack("administrator-guessing", [10], "100 failed administrator sign-ins, then a right token and a right password",
        log=LOGGED)
def administrator_guessing(trial):
    console, place = trial.console, trial.console.administration
    root = Administrator(place, console.token)
    before = root.get("/_mock/events?pageSize=1").get("total") or 0

    def make(number):
        return request(place, "GET", "/api/mdm/devices/search", {
            **basic(f"guess-{number}", "wrong"), "aw-tenant-code": console.ready["tenantCode"]})
    tally = flood(place, make, 16, trial.seconds, most=400)
    trial.did(str(tally))
    token = root.ask("GET", "/api/mdm/devices/search")
    trial.check("a right token is taken", token.status == 200, f"{token.status} {token.text[:120]}")
    right = {**basic(console.ready["adminUser"], console.password), "aw-tenant-code": console.ready["tenantCode"]}
    elsewhere = ask(place, "GET", "/api/mdm/devices/search", right, source=NEIGHBOUR)
    trial.check("a right password from elsewhere is taken", elsewhere.status == 200,
                f"{elsewhere.status} {elsewhere.text[:120]}")
    failures = (root.get("/_mock/events?action=administrator.signInFailed&pageSize=1").get("total") or 0)
    trial.check("failures are gathered in the event log", failures <= 30,
                f"{failures} rows for {tally.requests} failures")
    lied = flood(place, lambda number: request(place, "GET", "/_mock/devices", {
        **basic("admin", f"wrong-{number}"), "X-Forwarded-For": f"192.0.2.{number % 250}",
        "Forwarded": f"for=192.0.2.{number % 250}"}), 4, 3, most=40)
    trial.check("an address that the client makes up is not believed", lied.statuses[401] <= 12, str(lied))
    trial.did(f"with made-up addresses: {lied}; the event log grew by "
              f"{(root.get('/_mock/events?pageSize=1').get('total') or 0) - before} rows")


@attack("altered-tokens", [17], "JWTs that are altered, padded, or of another kind", is_load=False)
def altered_tokens(trial):
    device = Device(trial.console.https, trial.console.people["north"])
    device.sign_in()
    target = f"/deviceservices/awmdmsdk/v1/platform/2/uid/{device.device}/user"
    good = device.with_bearer("GET", target)
    trial.check("the token itself is taken", good.status == 200, good.status)
    head, body, proof = device.bearer.split(".")
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    # The last character of base64 has bits that count for nothing.
    twin = letters[letters.index(proof[-1]) ^ 1]
    forms = {
        "unused bits": f"{head}.{body}.{proof[:-1]}{twin}",
        "padding": f"{head}.{body}.{proof}=",
        "a blank": f"{head}.{body}.{proof} x",
        "a line": f"{head}.{body}.{proof[:10]}.{proof[10:]}",
        "no proof": f"{head}.{body}.",
        "no algorithm": f"eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.{body}.",
        "another body": f"{head}.{body[:-2]}xx.{proof}",
        "plus and slash": f"{head}.{body}.{proof.replace('-', '+').replace('_', '/')}=" if set("-_")
        & set(proof) else "x.y.z",
        "the administrator's": trial.console.token
    }
    taken = []
    for name, token in forms.items():
        answer = ask(trial.console.https, "GET", target, {"Authorization": f"Bearer {token}", "Content-Type": JSON})
        if answer.status < 400:
            taken.append(name)
    trial.did(f"{len(forms)} forms of a token")
    trial.check("no other form is taken", not taken, ", ".join(taken))
    used = ask(trial.console.administration, "GET", "/_mock/devices", {"Authorization": f"Bearer {device.bearer}"})
    trial.check("a device is no administrator", used.status == 401, used.status)
