"""Pages that are rendered, and large documents (line 3)."""

from trial import attack
from wire import flood, request

PATHS = ["/openapi/devices", "/", "/openapi?find=device", "/openapi", "/docs/AdminAPI", "/search?find=device%20log"]


@attack("pages", [3], "Pages for people, asked for on 8 connections without a pause")
def pages(trial):
    place, paths = trial.console.plain, PATHS[:3] if trial.setup.is_short else PATHS
    tally = flood(place, lambda number: request(place, "GET", paths[number % len(paths)], {"Accept": "text/html"}), 8,
                  trial.seconds)
    trial.did(f"{tally}; {tally.requests / trial.seconds:.0f} a second")
    trial.check("answered", tally.requests > 0)


@attack("documents", [3],
        "/openapi.json on 8 connections, in any coding a client may ask for",
        is_short=False,
        rise=150)
def documents(trial):
    place = trial.console.plain
    codings = ["gzip", "identity", "br, gzip;q=0.1", "deflate"]
    tally = flood(place, lambda number: request(
        place, "GET", "/openapi.json", {"Accept-Encoding": codings[number % len(codings)]}), 8, trial.seconds)
    trial.did(f"{tally}; {tally.requests / trial.seconds:.0f} a second")
