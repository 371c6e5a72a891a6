"""Runs the SQL of docs/analytics.md in SQLite and in ClickHouse, and compares the results with each other and with the report."""

import json
import re
import sqlite3
import struct
import sys

import chdb.session

document, folder = sys.argv[1:]
text = open(document, encoding="utf-8").read()
blocks = {
    (name, dialect): sql.strip().rstrip(";")
    for name, dialect, sql in re.findall(r"```sql\n-- (\w+), (\w+)\n(.*?)```", text, re.S)
}
names = [name for name, dialect in blocks if dialect == "SQLite"]
failures = []


def same(a, b):
    """Returns whether two values are equal, floating-point numbers bit by bit."""
    if isinstance(a, float) or isinstance(b, float):
        return struct.pack("d", a) == struct.pack("d", b)
    return a == b


def compare(what, a, b):
    if len(a) != len(b):
        failures.append(f"{what}: {len(a)} rows and {len(b)}")
        return 0
    for row, (x, y) in enumerate(zip(a, b)):
        if len(x) != len(y) or not all(map(same, x, y)):
            failures.append(f"{what}, row {row}: {x} and {y}")
            break
    return sum(map(len, a))


log = sqlite3.connect(f"file:{folder}/log.sqlite?mode=ro", uri=True)
session = chdb.session.Session()
session.query("CREATE DATABASE IF NOT EXISTS test")
session.query("USE test")


def ask_clickhouse(sql):
    answer = str(
        session.query(
            sql + " SETTINGS output_format_json_quote_64bit_integers = 0", "JSONCompactEachRow"
        )
    )
    return [tuple(json.loads(line)) for line in answer.splitlines()]


answers = {}
values = 0
for form, load in [("ndjson", "JSONEachRow"), ("csv", "CSVWithNames")]:
    session.query("DROP TABLE IF EXISTS events")
    session.query(blocks["table", "ClickHouse"])
    session.query(f"INSERT INTO events SELECT * FROM file('{folder}/events.{form}', '{load}')")
    for name in names:
        answers[name] = log.execute(blocks[name, "SQLite"]).fetchall()
        if not answers[name]:
            failures.append(f"{name}: no rows")
        values += compare(f"{name}, {form}", answers[name], ask_clickhouse(blocks[name, "ClickHouse"]))


def report(by):
    lines = [json.loads(line) for line in open(f"{folder}/{by}.json", encoding="utf-8")]
    return [line for line in lines if line["event"] == "row"]


def columns(rows, *keys):
    return sorted(tuple(row.get(key) if row.get(key) is not None else "" for key in keys) for row in rows)


def exact(row):
    # JSON writes 1.0 as 1.
    for key in ("frequency", "share"):
        if row.get(key) is not None:
            row[key] = float(row[key])
    return row


items = [exact(row) for row in report("item")]
values += compare(
    "reach, report", sorted(answers["reach"]),
    columns([r for r in items if r["impressions"]], "key", "impressions", "reach", "frequency"))
values += compare(
    "time, report", sorted(answers["time"]),
    columns([r for r in items if r["exposures"]], "key", "exposures", "exposures_with_impression",
            "share", "time_in_view_ns", "median_ns", "p90_ns"))
values += compare(
    "days, report", sorted(answers["days"]),
    columns([r for r in report("day") if r["impressions"]], "key", "impressions", "reach"))
values += compare(
    "screens, report", sorted(answers["screens"]),
    columns(map(exact, report("screen")), "key", "impressions", "exposures", "share"))
often = {}
for row in report("session"):
    if row["impressions"]:
        often[row["impressions"]] = often.get(row["impressions"], 0) + 1
values += compare("often, report", answers["often"], sorted(often.items()))

events = log.execute("SELECT count(*) FROM events").fetchone()[0]
if failures:
    print("\n".join(failures))
    sys.exit("test-analytics: failed")
print(f"test-analytics: ok, {len(names)} queries on {events} events, {values} values equal in SQLite, "
      "ClickHouse and the report")
