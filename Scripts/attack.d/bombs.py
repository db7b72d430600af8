"""Bodies that unfold to far more than they are, and connections that are broken off by the thousand (lines 3 and 8)."""

import struct

from client import LOGIN, Administrator
from logs import processor
from trial import attack
from wire import flood, request

# How much more of a processor a bomb may take than any other body of its length that is refused.
COST = 5
# Entries that the journal makes of broken connections of one address in ten minutes, and one that counts the others.
ENTRIES = 200


def binary_list(objects):
    """A binary property list: offsets of four bytes, references of one."""
    content, offsets = b"bplist00", []
    for one in objects:
        offsets.append(len(content))
        content += one
    table = len(content)
    content += b"".join(struct.pack(">I", offset) for offset in offsets)
    return content + bytes(6) + b"\x04\x01" + struct.pack(">QQQ", len(objects), 0, table)


def short(text):
    """An object that is a short text."""
    return bytes([0x50 | len(text)]) + text.encode()


def doubling(levels, first):
    """Arrays in one another, each with two references to the next."""
    return [bytes([0xA2, number, number]) for number in range(first + 1, first + 1 + levels)] + [b"\x09"]


def bombs():
    """Lists by what they are."""
    text = b"\x5f\x12" + struct.pack(">I", 50_000) + b"a" * 50_000
    secret = [short("password"), short("more")]
    return {
        "twenty levels": binary_list(doubling(20, 0)),
        "twenty levels beside a secret": binary_list([b"\xd2\x01\x02\x01\x03", *secret, *doubling(18, 3)]),
        "a long text, 250 times": binary_list(
            [b"\xd2\x01\x02\x01\x03", *secret, b"\xaf\x10\xfa" + b"\x04" * 250, text]),
        "30,000 members": binary_list([b"\xdf\x11\x75\x30" + b"\x01" * 60_000, b"\x5f\x10\xfa" + b"a" * 250]),
    }


@attack("plist-bomb", [3, 11], "Binary property lists of some hundred bytes that unfold to a million values",
        # What the journal keeps of the bodies has a bound of its own, and is not what this is about.
        rise=200, settings={"journal.bytes": "4000000"})
def plist_bomb(trial):
    place, console, kinds = trial.console.plain, trial.console, bombs()
    headers = {"Content-Type": "application/octet-stream"}

    def cost(body):
        began = processor(console)
        tally = flood(place, lambda _: request(place, "POST", LOGIN, headers, body), 4,
                      trial.seconds / 2 / len(kinds))
        trial.check("bombs are refused", not tally.statuses[200] and not tally.statuses[500], tally)
        return 1000 * (processor(console) - began) / max(1, tally.requests), tally.requests
    for name, body in kinds.items():
        plain, _ = cost(b"x" + body[1:])
        spent, count = cost(body)
        trial.did(f"{count} × {name} ({len(body)} bytes): {spent:.1f} ms of a processor each, {plain:.1f} if it is none")
        # A clock that ticks a hundred times a second tells no more.
        trial.check(f"{name} costs what a body costs", spent <= COST * max(plain, 1.0),
                    f"{spent:.1f} ms, {plain:.1f} ms")


@attack("broken-connections", [8, 9], "Connections by the thousand on which nothing can be read", rise=100)
def broken_connections(trial):
    place = trial.console.plain
    administrator = Administrator(trial.console.administration, trial.console.token)
    tally = flood(place, lambda number: b"NOTHING %d\r\n\r\n" % number + b"x" * 4000, 16, trial.seconds, is_fresh=True)
    trial.over()
    found = administrator.get("/_mock/journal?kind=connection&pageSize=1")
    counted = ((found.get("items") or [{}])[0].get("incident") or {}).get("more", 0)
    trial.did(f"{tally}; {found.get('total')} entries of the journal, one of which counts {counted} more")
    trial.check("there are few entries", found.get("total", 10**9) <= ENTRIES + 5, found.get("total"))
    trial.check("the others are counted", tally.requests <= ENTRIES or counted > 0, tally)
