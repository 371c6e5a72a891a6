"""Runs the queries of docs/analytics.md on a log in SQLite, on its exports in ClickHouse, and compares the results with
each other and with the reports, number by number. usage: analytics.py FOLDER
"""

import json
import re
import sqlite3
import struct
import sys
from collections import Counter

import chdb.session

folder = sys.argv[1]
with open("docs/analytics.md", encoding="utf-8") as document:
    found = re.findall(r"```sql\n-- (\w+), (\w+)\n(.*?)```", document.read(), re.S)
queries = {(name, dialect): sql.strip().rstrip(";") for name, dialect, sql in found}
names = [name for name, dialect in queries if dialect == "SQLite"]
log = sqlite3.connect(f"file:{folder}/log.sqlite?mode=ro", uri=True)
session = chdb.session.Session()
failures, values = [], 0


def same(a, b):
    """Returns whether two values are equal, floating-point numbers bit by bit."""
    if isinstance(a, float) or isinstance(b, float):
        return struct.pack("d", a) == struct.pack("d", b)
    return a == b


def compare(title, a, b):
    global values
    values += sum(map(len, a))
    if len(a) != len(b):
        failures.append(f"{title}: {len(a)} rows and {len(b)}")
    for row, (x, y) in enumerate(zip(a, b)):
        if len(x) != len(y) or not all(map(same, x, y)):
            failures.append(f"{title}, row {row}: {x} and {y}")
            return


def ask_clickhouse(sql):
    sql += " SETTINGS output_format_json_quote_64bit_integers = 0"
    return [tuple(json.loads(line)) for line in str(session.query(sql, "JSONCompactEachRow")).splitlines()]


def report(by, has, *keys):
    """Returns the rows of a report that have a value, sorted. JSON writes 1.0 as 1."""
    with open(f"{folder}/{by}.json", encoding="utf-8") as lines:
        rows = [row for row in map(json.loads, lines) if row["event"] == "row" and (not has or row[has])]
    shares = ("frequency", "share")
    return sorted(
        tuple("" if row.get(key) is None else float(row[key]) if key in shares else row[key] for key in keys)
        for row in rows)


answers = {name: log.execute(queries[name, "SQLite"]).fetchall() for name in names}
failures += [f"{name}: no rows" for name in names if not answers[name]]
session.query("CREATE DATABASE IF NOT EXISTS test")
session.query("USE test")
for form, load in ("ndjson", "JSONEachRow"), ("csv", "CSVWithNames"):
    session.query("DROP TABLE IF EXISTS events")
    session.query(queries["table", "ClickHouse"])
    session.query(f"INSERT INTO events SELECT * FROM file('{folder}/events.{form}', '{load}')")
    for name in names:
        compare(f"{name}, {form}", answers[name], ask_clickhouse(queries[name, "ClickHouse"]))
compare(
    "reach, report", sorted(answers["reach"]), report("item", "impressions", "key", "impressions", "reach", "frequency"))
compare("time, report", sorted(answers["time"]), report(
    "item", "exposures", "key", "exposures", "exposures_with_impression", "share", "time_in_view_ns", "median_ns", "p90_ns"))
compare("days, report", sorted(answers["days"]), report("day", "impressions", "key", "impressions", "reach"))
compare("screens, report", sorted(answers["screens"]), report("screen", None, "key", "impressions", "exposures", "share"))
often = Counter(count for count, in report("session", "impressions", "impressions"))
compare("often, report", answers["often"], sorted(often.items()))

events = log.execute("SELECT count(*) FROM events").fetchone()[0]
if failures:
    sys.exit("\n".join([*failures, "test analytics: failed"]))
print(f"test analytics: ok, {len(names)} queries on {events} events, {values} values equal in SQLite, ClickHouse and the report")
