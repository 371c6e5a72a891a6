"""Answers the questions of docs/reference/analytics.md for a simulated fleet in ClickHouse, filled from its export, its deliveries as NDJSON and as
OTLP, in SQLite and in the reports, and compares the results with plain Python, number by number.

usage: analytics.py SIGHTLINE FOLDER, which has the output of `LogTrial fleet`
"""

import csv
import glob
import json
import multiprocessing
import os
import re
import sqlite3
import struct
import subprocess
import sys
import time
import zlib
from collections import Counter, defaultdict
from datetime import datetime, timezone

import chdb.session
from google.protobuf import json_format
from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceRequest

DAY = 86_400_000
PORTIONS = 10
# FINAL must find copies also where an operator has turned off looking in other partitions.
PROFILES = [f"do_not_merge_across_partitions_select_final = {value}" for value in (0, 1)]
# Fields that CSV writes as JSON.
NUMBERS = ("attributes", "fraction", "sample_rate")
sightline, folder = sys.argv[1:]
received = f"{folder}/received.sqlite"


def tool(*arguments):
    subprocess.run([sightline, *arguments], check=True)


def prepare():
    """Exports the devices' logs, delivers the requests, and makes the reports about what was received."""
    logs = sorted(glob.glob(f"{folder}/device-*.sqlite"))
    tool("export", *logs, "-o", f"{folder}/export.ndjson")
    tool("export", *logs, "--format", "csv", "-o", f"{folder}/export.csv")
    deliver = ["Tools/Tests/Log/deliver.py", f"{folder}/requests.ndjson", sightline, received]
    subprocess.run([sys.executable, *deliver], check=True)
    for by in "item", "screen", "session", "person", "day":
        tool("report", received, "--by", by, "--format", "json", "-o", f"{folder}/{by}.json", "--policy", "feed")
    tool("report", received, "--persons", "--format", "json", "-o", f"{folder}/persons.json", "--policy", "feed")
    tool("report", received, "--people", "account", "--format", "json", "-o", f"{folder}/people.json", "--policy", "feed")


def read(file):
    with open(file, encoding="utf-8") as content:
        return content.read()


def lines(file):
    with open(f"{folder}/{file}", encoding="utf-8") as content:
        yield from map(json.loads, content)


if not os.path.exists(received):
    prepare()
found = re.findall(r"```sql\n-- (\w+), (\w+)\n(.*?)```", read("docs/reference/analytics.md"), re.S)
queries = {(name, dialect): sql.strip().rstrip(";") for name, dialect, sql in found}
requests = list(lines("requests.ndjson"))
failures, values, inserting = [], 0, 0


# Plain Python


def utc(milliseconds):
    return datetime.fromtimestamp(milliseconds // 1000, timezone.utc).date().isoformat()


def groups(events, *fields):
    result = defaultdict(list)
    for event in events:
        result[tuple(event[field] for field in fields)].append(event)
    return result.items()


def percentile(percent, events):
    return sorted(event["total_ns"] for event in events)[(len(events) * percent + 99) // 100 - 1]


def seen(events):
    return sum(event["count"] > 0 for event in events)


def total(events):
    return sum(event["total_ns"] for event in events)


def reach(events, field="session"):
    people = {event["attributes"].get("account") if field == "account" else event[field] for event in events}
    return len(people - {None, ""})


def plain(events):
    """Returns the answers to all questions that need no time of sending, without regard for order."""
    feed = [event for event in events if event["policy"] == "feed"]
    impressions = [event for event in feed if event["kind"] == "impression"]
    exposures = [event for event in feed if event["kind"] == "exposure"]
    item = ("item", "item_is_number")
    sessions = dict(groups(impressions, "session"))
    sample = [event for event in impressions if zlib.crc32(event["session"].encode()) % 10 == 0]
    display = [event for event in events if event["policy"] == "mrcDisplay" and event["kind"] == "impression"]
    spans = {
        name: (e[0]["previous_session"], min(x["time_ms"] for x in e), max(x["time_ms"] for x in e))
        for (name,), e in groups(events, "session")}
    screens = {screen: rows for (screen,), rows in groups(feed, "screen")}
    return {
        "reach": [(i, len(e), reach(e), len(e) / reach(e)) for (i, _), e in groups(impressions, *item)],
        "persons": [
            (i, len(e), reach(e, "person"), len(e) / reach(e, "person") if reach(e, "person") else None)
            for (i, _), e in groups(impressions, *item)],
        "people": [
            (i, len(e), reach(e, "account"), len(e) / reach(e, "account") if reach(e, "account") else None)
            for (i, _), e in groups(impressions, *item)],
        "time": [
            (i, len(e), seen(e), seen(e) / len(e), total(e), percentile(50, e), percentile(90, e))
            for (i, _), e in groups(exposures, *item)],
        "days": [(day, len(e), reach(e), len(e) / reach(e)) for (day,), e in groups(impressions, "day")],
        "screens": [
            (screen or "", sum(e["kind"] == "impression" for e in rows), len(shown), seen(shown) / len(shown) if shown else None)
            for screen, rows in screens.items() for shown in [[e for e in rows if e["kind"] == "exposure"]]],
        "often": list(Counter(map(len, sessions.values())).items()),
        "heat": [
            (i, period, sum(x["kind"] == "impression" for x in e), total([x for x in e if x["kind"] == "exposure"]))
            for (i, _, period), e in groups([{**e, "utc": int(e["time_ms"] / DAY)} for e in feed], *item, "utc")],
        "duplicates": [(len(events), len({event["id"] for event in events}))],
        "sessions": [
            (s, len(e), len({(x["item"], x["item_is_number"]) for x in e}),
             max(x["time_ms"] for x in e) - min(x["time_ms"] for x in e)) for (s,), e in sessions.items()],
        "returns": list(Counter(
            int((first - spans[previous][2]) / 3_600_000) for previous, first, _ in spans.values() if previous in spans).items()),
        "hours": list(Counter(
            (event["time_ms"] + event["utc_offset_s"] * 1000) // 3_600_000 % 24 for event in impressions).items()),
        "sampled": [
            (i, sum(1 / x["sample_rate"] for x in e), reach(e) / e[0]["sample_rate"]) for (i, _), e in groups(display, *item)],
        "sample": [(i, len(e) * 10, reach(e) * 10) for (i, _), e in groups(sample, *item)],
        "rollup": [
            (i, day, sum(x["kind"] == "impression" for x in e), reach([x for x in e if x["kind"] == "impression"]),
             len(shown), seen(shown), total(shown))
            for (i, _, day), e in groups(feed, *item, "day") for shown in [[x for x in e if x["kind"] == "exposure"]]],
    }


def plain_deliveries(events):
    """Returns the answers to the questions that need the time of sending."""
    impressions = [event for event in events if event["policy"] == "feed" and event["kind"] == "impression"]
    return {
        "late": list(Counter((event["sent_at_ms"] - event["time_ms"]) // DAY for event in events).items()),
        "clocks": list(Counter(
            utc(event["time_ms"] + event["arrived_ms"] - event["sent_at_ms"]) for event in impressions).items()),
    }


# Comparing


def key(row):
    return [(value is not None, str(type(value)), value if value is not None else 0) for value in row]


def same(a, b):
    """Returns whether two values are equal, floating-point numbers bit by bit."""
    if isinstance(a, float) and isinstance(b, float):
        return struct.pack("d", a) == struct.pack("d", b)
    return type(a) is type(b) and a == b


def compare(title, found, expected):
    global values
    values += sum(map(len, expected))
    found, expected = sorted(found, key=key), sorted(expected, key=key)
    if len(found) != len(expected):
        failures.append(f"{title}: {len(found)} rows instead of {len(expected)}")
    bad = [(x, y) for x, y in zip(found, expected) if len(x) != len(y) or not all(map(same, x, y))]
    if bad or not expected:
        failures.append(f"{title}: {len(bad)} of {len(expected)} rows differ, such as {bad[:1]}")


def ask(sql, profile=PROFILES[0]):
    sql += f" SETTINGS output_format_json_quote_64bit_integers = 0, {profile}"
    rows = str(session.query(sql, "JSONCompactEachRow")).splitlines()
    return [tuple(json.loads(row)) for row in rows]


def floats(name, rows):
    """JSON writes 1.0 as 1."""
    columns = {"sampled": [1, 2], "reach": [3], "people": [3], "persons": [3], "time": [3], "days": [3], "screens": [3]}.get(name, [])
    return [tuple(float(v) if i in columns and v is not None else v for i, v in enumerate(row)) for row in rows]


def compare_all(title, answers):
    for name, expected in answers.items():
        for profile in PROFILES:
            compare(f"{name}, {title}, {profile}", floats(name, ask(queries[name, "ClickHouse"], profile)), expected)


# ClickHouse


def run(sql):
    """Runs statements; comments may contain semicolons."""
    for statement in re.sub(r"--.*", "", sql).split(";"):
        if statement.strip():
            session.query(statement)


def create(database):
    run(f"CREATE DATABASE {database}; USE {database}")
    # The fleet's events are of January 2026.
    tables = read("deploy/clickhouse/events.sql") + read("deploy/clickhouse/otel.sql")
    run(re.sub(r"INTERVAL (13 MONTH|7 DAY)", "INTERVAL 70 YEAR", tables))


def insert(table, rows, form="JSONEachRow"):
    """Inserts in portions, as requests arrive."""
    global inserting
    rows = list(rows)
    size = -(-len(rows) // PORTIONS)
    for start in range(0, len(rows), size):
        with open(f"{folder}/portion", "w", encoding="utf-8") as portion:
            portion.writelines(json.dumps(row) + "\n" for row in rows[start:start + size])
        started = time.process_time()
        session.query(f"INSERT INTO {table} FROM INFILE '{folder}/portion' FORMAT {form}")
        inserting += time.process_time() - started


def milliseconds(value):
    return f"{value // 1000}.{value % 1000:03}"


def text(value):
    """Returns a value as the collector's exporter writes it into a map."""
    kind = value.WhichOneof("value")
    value = getattr(value, kind)
    return json.dumps(value) if kind in ("bool_value", "double_value") and value == value else str(value)


def otel_rows(request):
    # Names unknown to the protocol are errors.
    message = json_format.Parse(request["otlp"], ExportLogsServiceRequest(), ignore_unknown_fields=False)
    return [
        {
            "Timestamp": f"{record.time_unix_nano // 10**9}.{record.time_unix_nano % 10**9:09}",
            "SeverityText": record.severity_text, "SeverityNumber": record.severity_number,
            "Body": record.body.string_value, "EventName": record.event_name,
            "ResourceAttributes": {a.key: text(a.value) for a in resource.resource.attributes},
            "ScopeName": scope.scope.name, "ScopeVersion": scope.scope.version,
            "ScopeSchemaUrl": scope.schema_url,
            "LogAttributes": {a.key: text(a.value) for a in record.attributes},
            "Arrived": milliseconds(request["arrived_ms"])}
        for resource in message.resource_logs for scope in resource.scope_logs for record in scope.log_records]


def roll_up():
    run("SYSTEM REFRESH VIEW item_days_of_events; SYSTEM WAIT VIEW item_days_of_events")


# Decoding takes most of the time. The processes are forked before ClickHouse starts its threads.
with multiprocessing.Pool() as pool:
    rows = [row for part in pool.imap(otel_rows, requests, 16) for row in part]
session = chdb.session.Session()

# The first copy of an event to arrive is kept.
arrivals = [
    {**event, "arrived_ms": request["arrived_ms"], "error": request["clock_error_ms"]}
    for request in requests for event in map(json.loads, request["ndjson"].splitlines())]
events = list({event["id"]: event for event in reversed(arrivals)}.values())
answers, deliveries = plain(events), plain_deliveries(events)
for event in events:
    # The error of the correction is the time the request took.
    if not 0 <= event["error"] + event["arrived_ms"] - event["sent_at_ms"] < 1000:
        failures.append(f"the clock of {event['id']} is corrected wrongly")
        break

create("ndjson")
insert("events", [
    {**{k: v for k, v in event.items() if k not in ("arrived_ms", "error")}, "arrived": milliseconds(event["arrived_ms"])}
    for event in arrivals])
print(f"ClickHouse: {len(arrivals) / inserting:.0f} events a second and core inserted as NDJSON")
roll_up()
compare_all("NDJSON", answers | deliveries)
policies = {(event["policy_id"], event["policy"], event["policy_parameters"]) for event in arrivals if event["policy_parameters"]}
compare("policies", ask("SELECT * FROM policies FINAL"), list(policies))

create("export")
exported = list(lines("export.ndjson"))
sent = [event for event in exported if event["state"] != "local"]
insert("events", sent + sent[::5])
roll_up()
compare_all("export", answers)
with open(f"{folder}/export.csv", encoding="utf-8", newline="") as file:
    table = [{k: v for k, v in row.items() if v != ""} for row in csv.DictReader(file)]
expected = [
    {k: json.dumps(v) if isinstance(v, (bool, int)) else v for k, v in e.items() if k not in NUMBERS and v not in (None, "")}
    for e in exported]
for row, event in zip(table, exported):
    if any(json.loads(row.pop(name)) != event[name] for name in NUMBERS):
        failures.append(f"the CSV of {event['id']} differs")
if table != expected:
    failures.append("CSV and NDJSON differ")

create("otlp")
half = len(rows) // 2
insert("otel_logs", rows[:half])
roll_up()
insert("otel_logs", rows[half:])
roll_up()
compare_all("OTLP", answers | deliveries)

# The exporter's own partitions.
session.query("CREATE TABLE exporter AS otel_logs ENGINE = MergeTree PARTITION BY toDate(toDateTime(Timestamp)) ORDER BY Timestamp")
days = ask("SELECT uniqExact(toDate(toDateTime(Timestamp))) FROM otel_logs")[0][0]
try:
    session.query("INSERT INTO exporter SELECT * FROM otel_logs")
    if days > 100:
        failures.append("the exporter's own partitions take a batch from wrong clocks: simplify deploy/clickhouse/otel.sql")
except Exception as error:  # pylint: disable=broad-exception-caught # chdb raises several
    if "TOO_MANY_PARTS" not in str(error) and "Too many partitions" not in str(error):
        failures.append(str(error))

run(queries["erasure", "ClickHouse"] + "; SYSTEM WAIT VIEW item_days_of_events")
left = [event for event in events if event["attributes"].get("account") != "a-1"]
compare_all("after an erasure", plain(left) | plain_deliveries(left))
compare("OTLP after an erasure", ask("SELECT countIf(mapContains(LogAttributes, 'account') AND LogAttributes['account'] = 'a-1') FROM otel_logs"), [(0,)])


# SQLite and the reports


def report(by, has, *keys):
    """Returns the rows of a report that have a value."""
    rows = [row for row in lines(f"{by}.json") if row["event"] == "row" and (not has or row[has])]
    shares = ("frequency", "share")
    return [tuple(
        float(row[k]) if k in shares and row.get(k) is not None else "" if k == "key" and row.get(k) is None else row.get(k)
        for k in keys) for row in rows]


def iso(day):
    return utc(day * DAY)


log = sqlite3.connect(f"file:{received}?mode=ro", uri=True)
for name, dialect in queries:
    if dialect == "SQLite":
        rows = log.execute(queries[name, dialect]).fetchall()
        first = iso if name == "days" else str
        compare(f"{name}, SQLite", [(first(key), *row) for key, *row in rows], answers[name])
compare("reach, report", report("item", "impressions", "key", "impressions", "reach", "frequency"), answers["reach"])
compare("people, report", report("people", "impressions", "key", "impressions", "reach", "frequency"), answers["people"])
compare("time, report", report(
    "item", "exposures", "key", "exposures", "exposures_with_impression", "share", "time_in_view_ns", "median_ns", "p90_ns"),
    answers["time"])
compare("days, report", report("day", "impressions", "key", "impressions", "reach", "frequency"), answers["days"])
compare("screens, report", report("screen", None, "key", "impressions", "exposures", "share"), answers["screens"])
often = Counter(count for count, in report("session", "impressions", "impressions"))
compare("often, report", list(often.items()), answers["often"])

if failures:
    sys.exit("\n".join([*failures, "test analytics: failed"]))
print("bytes an event", end="")
for database, table in ("export", "events"), ("otlp", "otel_logs"):
    parts = f"system.parts WHERE active AND database = '{database}' AND table = '{table}'"
    print(f"; {table} {ask(f'SELECT sum(bytes_on_disk) / sum(rows) FROM {parts}')[0][0]:.0f}", end="")
for form in "ndjson", "otlp":
    print(f"; {form} {sum(len(request[form].encode()) for request in requests) / len(arrivals):.0f}", end="")
print(
    f"\ntest analytics: ok, {len(answers | deliveries)} questions on {len(events)} events that arrived {len(arrivals)} times, "
    f"{values} values equal in ClickHouse from NDJSON, an export and OTLP, in SQLite, in the reports and in plain Python")
