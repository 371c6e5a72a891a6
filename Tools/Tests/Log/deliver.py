"""Sends the requests of a simulated fleet to `sightline receive`, by turns as NDJSON and OTLP, some with gzip, and prints its speed.
usage: deliver.py REQUESTS URL
"""

import gzip
import http.client
import json
import sys
import time
import urllib.parse

url = urllib.parse.urlparse(sys.argv[2])
connection = http.client.HTTPConnection(url.hostname, url.port)
TYPES = {"ndjson": "application/x-ndjson", "otlp": "application/json"}
took = dict.fromkeys(TYPES, 0.0)
events = dict.fromkeys(TYPES, 0)
with open(sys.argv[1], encoding="utf-8") as requests:
    for index, request in enumerate(map(json.loads, requests)):
        form = list(TYPES)[index % 2]
        body, headers = request[form].encode(), {"Content-Type": TYPES[form]}
        if index % 3 == 0:
            body, headers["Content-Encoding"] = gzip.compress(body, 1), "gzip"
        started = time.monotonic()
        connection.request("POST", url.path, body, headers)
        answer = connection.getresponse()
        said = answer.read()
        took[form] += time.monotonic() - started
        events[form] += request["ndjson"].count("\n")
        if (answer.status, said) != (200, b"{}"):
            sys.exit(f"deliver: {answer.status} {said.decode()}")
for form in TYPES:
    print(f"sightline receive: {events[form]} events as {form}, {events[form] / took[form]:.0f} a second")
