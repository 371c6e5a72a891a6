"""Sends the requests of a simulated fleet to `sightline receive`, by turns as NDJSON and OTLP, some with gzip, and prints how many events
a second it takes for each second of a core. usage: deliver.py REQUESTS SIGHTLINE LOG
"""

import gzip
import http.client
import json
import os
import resource
import sqlite3
import subprocess
import sys
import urllib.parse

requests, sightline, log = sys.argv[1:]
TYPES = {"ndjson": "application/x-ndjson", "otlp": "application/json"}


def used():
    """Returns the seconds of a core that ended child processes took."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def send(url, index, body, kind):
    headers = {"Content-Type": kind}
    if index % 3 == 0:
        body, headers["Content-Encoding"] = gzip.compress(body, 1), "gzip"
    # A connection for each request, as from a fleet. On a kept one, the server's two packets wait for each other for 40 ms.
    connection = http.client.HTTPConnection(url.hostname, url.port)
    connection.request("POST", url.path, body, headers)
    answer = connection.getresponse()
    said = answer.read()
    connection.close()
    if (answer.status, said) != (200, b"{}"):
        sys.exit(f"deliver: {answer.status} {said.decode()}")


for turn, form in enumerate(TYPES):
    before, events = used(), 0
    with subprocess.Popen([sightline, "receive", log, "--port", "0"], stdout=subprocess.PIPE, text=True) as receiver:
        try:
            url = urllib.parse.urlparse(receiver.stdout.readline().split()[2].rstrip(";"))
            with open(requests, encoding="utf-8") as lines:
                for index, line in enumerate(lines):
                    if index % len(TYPES) == turn:
                        request = json.loads(line)
                        send(url, index, request[form].encode(), TYPES[form])
                        events += request["ndjson"].count("\n")
        finally:
            receiver.terminate()
            print("sightline receive:", receiver.communicate()[0].splitlines()[-1])
    if receiver.returncode:
        sys.exit(f"deliver: the receiver ended with {receiver.returncode}")
    print(f"sightline receive: {events} events as {form}, {events / (used() - before):.0f} a second and core")
kept = sqlite3.connect(log).execute("SELECT count(*) FROM event").fetchone()[0]
print(f"sightline receive: {os.path.getsize(log) / kept:.0f} bytes an event")
