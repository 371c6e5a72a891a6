"""Decodes the log's OTLP output with OpenTelemetry's own messages, and compares every field with the same events as
NDJSON. usage: otlp.py LOGTRIAL
"""

import gzip
import json
import subprocess
import sys

from google.protobuf import json_format
from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceRequest

# Fields with a name in OpenTelemetry's conventions, and that of the scope's version.
NAMES = {
    "id": "log.record.uid", "session": "session.id", "previous_session": "session.previous_id", "screen": "app.screen.name"}
FLOATING = ("sightline.fraction", "sightline.sample_rate", "price")
ELSEWHERE = ("attributes", "library_version")
# Each call creates a separate log.
VARYING = ("id", "time_ms", "day", "sent_at_ms")


def encode(*options):
    return subprocess.run([sys.argv[1], "encode", *options], check=True, stdout=subprocess.PIPE).stdout


def decode(body):
    # Names unknown to the protocol are errors.
    return json_format.Parse(body, ExportLogsServiceRequest(), ignore_unknown_fields=False).resource_logs


def attributes(message):
    values = {each.key: getattr(each.value, each.value.WhichOneof("value")) for each in message.attributes}
    check("names of attributes", len(values), len(message.attributes))
    return values


def check(title, found, expected):
    # 1, 1.0 and True are equal in Python.
    if type(found) is not type(expected) or found != expected:
        sys.exit(f"test otlp: {title}: {found!r} instead of {expected!r}")


def check_record(record, event):
    """Returns the number of compared attributes."""
    check("severity", (record.severity_number, record.severity_text), (9, "INFO"))
    check("name", record.event_name, f"sightline.{event['kind']}")
    check("body", record.body.string_value, f"{event['kind']} of {event['item']}")
    check("trace and span", record.trace_id + record.span_id, b"")
    found = attributes(record)
    check("time", record.time_unix_nano, found["sightline.time_ms"] * 1_000_000)
    check("observation time", record.observed_time_unix_nano, record.time_unix_nano)
    expected = {
        NAMES.get(name, f"sightline.{name}"): value
        for name, value in event.items() if name not in ELSEWHERE and value is not None}
    for name, value in event["attributes"].items():
        expected[f"attribute.{name}" if name in NAMES.values() else name] = value
    check("names", sorted(found), sorted(expected))
    for name in VARYING:
        name = NAMES.get(name, f"sightline.{name}")
        check(f"type of {name}", type(found[name]), type(expected[name]))
        found[name] = expected[name]
    for name, value in expected.items():
        # JSON does not distinguish integers; these attributes are floating-point.
        check(name, found[name], float(value) if name in FLOATING else value)
    return len(expected)


body, compressed = encode(), encode("--gzip")
[resource] = decode(body)
check("resource", attributes(resource.resource), {"service.name": "shop", "shard": 3})
[scope] = resource.scope_logs
events = [json.loads(line) for line in encode("--ndjson").splitlines() if line]
check("scope", (scope.scope.name, scope.scope.version), ("sightline", events[0]["library_version"]))
check("schema URL", scope.schema_url.startswith("https://opentelemetry.io/schemas/"), True)
check("number of events", len(events), 21)
check("number of records", len(scope.log_records), 21)
fields = sum(map(check_record, scope.log_records, events))
check("number of compressed records", len(decode(gzip.decompress(compressed))[0].scope_logs[0].log_records), 21)
check("at most a quarter after compression", len(compressed) * 4 < len(body), True)
print(f"test otlp: ok, {len(events)} records with {fields} fields compared, {len(body)} bytes, {len(compressed)} compressed")
