"""Kills writers of a log at random moments while they append, deliver and prune. After each kill, every acknowledged event must be at the
receiver or wait in the log, once and unchanged. First the receiver is in this process and answers a quarter of the requests badly; then it
is `sightline receive`, which is killed, too.

usage: kills.py LOGTRIAL SIGHTLINE [ROUNDS [ROUNDS WITH A KILLED RECEIVER [SEED]]]. A seed repeats a run as far as timing allows.
"""

import glob
import http.server
import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

trial, sightline, *numbers = sys.argv[1:]
rounds, killed_rounds, seed = map(int, numbers + ["30", "10", random.getrandbits(64)][len(numbers):])
chance = random.Random(seed)
folder = tempfile.mkdtemp()

# A new file begins after this many rounds, so that kills also hit its creation.
ROUNDS_OF_FILE = 20
# The fields of a file or of a request, and the one that only the first event of either has.
ELSEWHERE = ("position", "state", "rejection", "sent_at_ms", "library_version", "policy_parameters")
STATES = ("undelivered", "delivered", "rejected", "local")


def fail(problem):
    sys.exit(f"test kills: {problem}; the files are in {folder}")


def export(log):
    """Returns the events in a log."""
    lines = subprocess.run([sightline, "export", log], check=True, stdout=subprocess.PIPE).stdout.splitlines()
    return [json.loads(line) for line in lines]


def content(event):
    return {name: value for name, value in event.items() if name not in ELSEWHERE}


class Kept:
    """The events that a receiver has accepted, and the IDs of those it has refused."""

    def __init__(self):
        self.events, self.refused, self.origins, self.complaints = {}, set(), {}, []

    def take(self, events):
        for event in map(content, events):
            name, origin = event["id"], event["attributes"]["origin"]
            if self.events.setdefault(name, event) != event:
                self.complaints.append(f"{name} is two events")
            if self.origins.setdefault(origin, name) != name:
                self.complaints.append(f"one event arrived as {name} and {self.origins[origin]}")


class BadReceiver(http.server.ThreadingHTTPServer):
    """A receiver in this process that sometimes gives bad answers."""

    daemon_threads, bad_answers = True, 0
    # Guards what it has kept. No answer is given during a check.
    lock = threading.Lock()

    def __init__(self):
        super().__init__(("127.0.0.1", 0), BadReceiver.Handler)
        self.port, self.chance = self.server_address[1], random.Random(seed)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        # Buffered, because two packets would wait for each other.
        wbufsize = -1

        def do_POST(self):
            length = int(self.headers["Content-Length"])
            body = self.rfile.read(length)
            # A shorter one is from a writer that was killed while sending.
            if len(body) == length:
                with self.server.lock:
                    status, answer, is_cut = self.server.answer([json.loads(line) for line in body.splitlines()])
                self.send_response(status)
                self.send_header("Content-Length", str(99 if is_cut else len(answer)))
                self.end_headers()
                self.wfile.write(answer)
                self.close_connection = is_cut

        def log_message(self, *_):
            pass

    def handle_error(self, *client):
        # Killed writers leave broken connections.
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(*client)

    def answer(self, events):
        """Returns a status, a body, and whether the connection ends within the body."""
        number, first = self.chance.randrange(28), events[0]["id"]
        self.bad_answers += number < 8
        if number == 0:
            return 500, b"", False
        if number == 1 and len(events) > 1:
            return 413, b"", False
        if number == 2:
            return 200, b"{", True
        if number == 6:
            return 200, b"<html>Welcome</html>", False
        if number == 7:
            return 200, b'{"again":["', False
        self.kept.take(events[1:] if number in (4, 5) else events)
        if number == 3:
            return 200, b"{", True
        if number == 4:
            return 200, json.dumps({"again": [first]}).encode(), False
        if number == 5:
            self.kept.refused.add(first)
            return 200, json.dumps({"rejected": [{"id": first, "reason": "chance"}]}).encode(), False
        return 200, b"", False

    def begin(self, _):
        self.kept = Kept()

    def start(self):
        pass

    def kill(self):
        pass

    def read(self):
        return self.kept

    def __str__(self):
        return f"a receiver that gave {self.bad_answers} bad answers"


class KilledReceiver:
    """A `sightline receive`, which is killed and started again with the same port and file."""

    lock = threading.Lock()
    port, kills, process = 0, 0, None

    def begin(self, file):
        self.kill()
        self.file = file

    def start(self):
        if not self.process:
            command = [sightline, "receive", self.file, "--port", str(self.port)]
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
            self.port = int(self.process.stdout.readline().split("/v1")[0].rpartition(":")[2])

    def kill(self):
        if self.process:
            self.process.kill()
            self.process.communicate()
            self.process, self.kills = None, self.kills + 1

    def read(self):
        kept = Kept()
        events = export(self.file)
        kept.take(events)
        if len(kept.events) < len(events):
            kept.complaints.append("the receiver keeps an event twice")
        return kept

    def __str__(self):
        return f"a receiver that was killed {self.kills} times"


class Writer:
    """A process that writes to a log and delivers, and prints the events it acknowledges into a file."""

    def __init__(self, log, port):
        self.output = tempfile.TemporaryFile()
        command = [trial, "write", log, "--port", str(port), "--seed", str(chance.getrandbits(64))]
        self.process = subprocess.Popen(command, stdout=self.output)

    def wait(self, count):
        """Waits for that many bytes of output, or for its end."""
        while os.fstat(self.output.fileno()).st_size < count and self.process.poll() is None:
            time.sleep(0.001)

    def kill(self):
        """Returns the IDs of the acknowledged events, and whether the log had been opened."""
        has_ended = self.process.poll() is not None
        self.process.kill()
        self.process.wait()
        self.output.seek(0)
        # The last line may be cut.
        lines = self.output.read().decode(errors="replace").split("\n")[:-1]
        complaints = [line for line in lines if line[:1] not in ("w", "r")]
        if has_ended or complaints:
            fail(f"a writer exited by itself or printed errors: {complaints}")
        return {line[2:] for line in lines if line[0] == "w"}, "r" in lines


def kill_one(log, receiver):
    """Runs one writer, or two on one file, and kills them. Returns the same as `Writer.kill`, and whether it waited for output."""
    writers = [Writer(log, receiver.port) for _ in range(chance.choice((1, 1, 1, 2)))]
    has_waited = chance.randrange(4) > 0
    if not has_waited:
        # Mostly while it opens the log.
        time.sleep(chance.random() * 0.06)
    else:
        count = chance.randrange(1, 75_000)
        if chance.randrange(2):
            writers[0].wait(count // 2)
            receiver.kill()
            # Writers stop with too many undelivered events, so it must be back.
            receiver.start()
        writers[0].wait(count)
        if chance.randrange(2):
            receiver.kill()
    ends = [writer.kill() for writer in writers]
    return set().union(*(ids for ids, _ in ends)), any(has_opened for _, has_opened in ends), has_waited


def read(log):
    """Returns the events in a log, how many of them it counts in each state, and how many it has dropped undelivered."""
    if glob.glob(f"{folder}/*damaged*"):
        fail("the file was set aside as damaged")
    database = sqlite3.connect(log)
    sound = database.execute("PRAGMA integrity_check").fetchone()[0]
    if sound != "ok":
        fail(sound)
    # A killed writer may not have created the tables.
    has_tables = database.execute("SELECT count(*) FROM sqlite_master WHERE name = 'log'").fetchone()[0]
    counts = has_tables and database.execute(f"SELECT {', '.join(STATES)}, dropped_undelivered FROM log").fetchone()
    database.close()
    return (export(log), counts) if has_tables else ([], (0, 0, 0, 0, 0))


def check(log, acknowledged, kept):
    if kept.complaints:
        fail(kept.complaints[0])
    events, counts = read(log)
    if len({event["id"] for event in events}) < len(events):
        fail("an event is twice in the log")
    waiting = {event["id"] for event in events if event["state"] == "undelivered"}
    if lost := acknowledged - kept.events.keys() - kept.refused - waiting:
        fail(f"{len(lost)} acknowledged events are gone, such as {min(lost)}")
    for event in events:
        if event["state"] == "delivered" and event["id"] not in kept.events:
            fail(f"{event['id']} is marked as delivered, and has not arrived")
        if kept.events.get(event["id"], content(event)) != content(event):
            fail(f"{event['id']} has arrived changed")
    states = [event["state"] for event in events]
    if counts != (*map(states.count, STATES), 0):
        fail(f"the log's counts of each state and of dropped events, {counts}, are wrong")


def run(count, receiver):
    acknowledged = arrived = opened = waited = 0
    for first in range(0, count, ROUNDS_OF_FILE):
        log, ids = f"{folder}/{type(receiver).__name__}-{first}.sqlite", set()
        receiver.begin(f"{folder}/received-{first}.sqlite")
        for _ in range(first, min(count, first + ROUNDS_OF_FILE)):
            receiver.start()
            more, has_opened, has_waited = kill_one(log, receiver)
            ids, opened, waited = ids | more, opened + has_opened, waited + has_waited
            with receiver.lock:
                kept = receiver.read()
                check(log, ids, kept)
        acknowledged, arrived = acknowledged + len(ids), arrived + len(kept.events)
    receiver.kill()
    if acknowledged <= count or arrived <= count or opened < max(waited, 1):
        fail("the writers were killed before they did anything")
    print(
        f"killed {count} writers, {count - opened} of them while opening, with {receiver}: all of {acknowledged} acknowledged events were "
        f"there, and {arrived} had arrived, once each", flush=True)


print(f"seed {seed}", flush=True)
run(rounds, BadReceiver())
run(killed_rounds, KilledReceiver())
shutil.rmtree(folder)
