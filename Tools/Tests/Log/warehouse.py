"""Plays years of arrivals into the tables of deploy/clickhouse, with their own TTL: the roll-up must count each event once, also after its
source has expired, after refreshes that failed and after erasures; and copies of an event must count once in any partition and profile.

ClickHouse reads the machine's clock, so the years end now: arrivals have times in the past, and in what computes the roll-up `now64(3)` is
the simulated time. The last step runs everything as it is written. usage: warehouse.py [SEED]
"""

import json
import random
import re
import sys
import uuid
from collections import Counter, defaultdict
from datetime import datetime, timedelta, timezone

import chdb.session

NOW = datetime.now(timezone.utc).replace(microsecond=0)
PROFILES = ("do_not_merge_across_partitions_select_final = 0", "do_not_merge_across_partitions_select_final = 1")
seed = int(sys.argv[1]) if len(sys.argv) > 1 else random.randrange(1 << 32)
session = chdb.session.Session()
failures = []


def read(file):
    with open(file, encoding="utf-8") as content:
        return content.read()


def statements(sql):
    return [statement.strip() for statement in re.sub(r"--.*", "", sql).split(";") if statement.strip()]


STATEMENTS = statements(read("deploy/clickhouse/events.sql"))
QUERIES = dict(re.findall(r"```sql\n-- (\w+), ClickHouse\n(.*?);\n```", read("docs/reference/analytics.md"), re.S))
TTL = re.search(r"TTL (.*)", next(s for s in STATEMENTS if s.startswith("CREATE TABLE events")))[1]


def ask(sql, profile=PROFILES[0]):
    sql += f" SETTINGS {profile}, output_format_json_quote_64bit_integers = 0"
    return [tuple(json.loads(row)) for row in str(session.query(sql, "JSONCompactEachRow")).splitlines()]


def check(title, found, expected):
    if found == expected:
        return
    if isinstance(expected, list):
        found, expected = [x for x in found if x not in expected], [x for x in expected if x not in found]
    failures.append(f"{title}: {str(found)[:200]} instead of {str(expected)[:200]}")


class Event:
    """An event whose device's clock read some days before now, or after."""

    def __init__(self, days, item="a", person="p", impression=True, length=7, reach=None):
        time = NOW + timedelta(days=days)
        self.time = int(time.timestamp() * 1000)
        # Version 7, of the device's time.
        self.id = uuid.UUID(int=self.time << 80 | 7 << 76 | 1 << 63 | random.getrandbits(62))
        self.day, self.item, self.person, self.impression, self.length = time.date(), item, person, impression, length
        self.session = reach or str(self.id)

    def row(self, arrived):
        return {
            "schema": 1, "id": str(self.id), "kind": "impression" if self.impression else "exposure", "item": self.item,
            "policy": "feed", "session": self.session, "time_ms": self.time, "day": self.day.isoformat(), "count": 1,
            "total_ns": self.length, "attributes": {"account": self.person}, "arrived": f"{arrived.timestamp():.3f}"}


class Warehouse:
    """New tables, and the events that ought to be in their roll-up."""

    databases = 0

    def __init__(self):
        Warehouse.databases += 1
        for statement in [
            f"CREATE DATABASE w{Warehouse.databases}", f"USE w{Warehouse.databases}", *STATEMENTS,
            *statements(read("deploy/clickhouse/otel.sql")),
            # The machine's clock is at the end of the years.
            "SYSTEM STOP TTL MERGES events", "SYSTEM STOP VIEW item_days_of_events",
        ]:
            session.query(statement)
        self.first = {}
        self.clock = NOW

    def at(self, days):
        """Goes to a time, in days from now."""
        self.clock = NOW + timedelta(days=days)
        for statement in STATEMENTS:
            # What marks days at their arrivals.
            view = re.match(r"CREATE MATERIALIZED VIEW (\w+) TO", statement)
            if view and "now64(3)" in statement:
                session.query(f"DROP VIEW {view[1]}")
                session.query(self.simulated(statement))

    def simulated(self, sql):
        clock = f"toDateTime64('{self.clock:%Y-%m-%d %H:%M:%S}', 3, 'UTC')"
        return sql.replace("now64(3)", clock).replace("now()", f"toDateTime({clock})")

    def arrive(self, events, stamped=timedelta(0)):
        """Inserts events now, that were stamped with an earlier time of arrival."""
        for event in events:
            self.first.setdefault(event, self.clock - stamped)
        rows = "\n".join(json.dumps(event.row(self.clock - stamped)) for event in events)
        session.query(f"INSERT INTO events FORMAT JSONEachRow {rows}")

    def refresh(self):
        sql = next(s for s in STATEMENTS if s.startswith("CREATE MATERIALIZED VIEW item_days_of_events"))
        session.query(self.simulated("INSERT INTO item_days " + sql.split("APPEND TO item_days AS")[1]))

    def expire(self):
        """Does what the TTL does at the simulated time."""
        session.query(self.simulated(f"ALTER TABLE events DELETE WHERE {TTL} <= now() SETTINGS mutations_sync = 2"))
        session.query("OPTIMIZE TABLE events FINAL")

    def end(self):
        """Goes to now, and lets the TTL delete."""
        self.at(0)
        session.query("SYSTEM START TTL MERGES events")
        session.query("OPTIMIZE TABLE events FINAL")

    def expect(self, title, erased=()):
        groups = defaultdict(list)
        for event in self.first:
            if event not in erased:
                groups[event.item, event.day.isoformat()].append(event)
        expected = []
        for (item, day), events in sorted(groups.items()):
            seen = [event for event in events if event.impression]
            shown = [event for event in events if not event.impression]
            # Sessions are counted again a year after the day.
            sessions = {(event.session, self.years(event)) for event in seen}
            expected.append((item, day, len(seen), len(sessions), len(shown), len(shown), sum(e.length for e in shown)))
        for profile in PROFILES:
            check(f"{title}, {profile}", ask(QUERIES["rollup"], profile), expected)

    def years(self, event):
        return ((self.first[event].date() - event.day).days + 7) // 365


def test_late_event_of_an_expired_day():
    warehouse = Warehouse()
    warehouse.at(-420)
    warehouse.arrive([Event(-420) for _ in range(5000)])
    warehouse.refresh()
    warehouse.end()
    check("the source", ask("SELECT count() FROM events"), [(0,)])
    warehouse.arrive([Event(-420)])
    warehouse.refresh()
    warehouse.expect("a late event of an expired day")


def test_late_event_of_a_day_that_begins_to_expire():
    warehouse = Warehouse()
    for days in range(-420, -380, 5):
        warehouse.at(days)
        warehouse.arrive([Event(-420, item) for item in "aab"])
        warehouse.refresh()
    warehouse.end()
    [(left,)] = ask("SELECT count() FROM events FINAL")
    check("a part of the source is left", 0 < left < 24, True)
    warehouse.arrive([Event(-420, "a")])
    warehouse.refresh()
    warehouse.expect("a late event of a day that begins to expire")


def test_wrong_clocks():
    """Their days are far in the past, or in the future and then arrive."""
    warehouse = Warehouse()
    past, future = [Event(-20_000) for _ in range(9)], [Event(-10) for _ in range(4)]
    for days in range(-800, 1, 50):
        warehouse.at(days)
        warehouse.expire()
        if past and days < -300:
            warehouse.arrive([past.pop(), Event(-20_000)])
        if future and days < -500:
            warehouse.arrive([future.pop()])
        warehouse.refresh()
    warehouse.at(-9)
    warehouse.arrive([Event(-10) for _ in range(3)])
    warehouse.refresh()
    warehouse.end()
    warehouse.arrive([Event(-10), Event(-20_000)])
    warehouse.refresh()
    warehouse.expect("wrong clocks")
    [(parts,)] = ask("SELECT uniqExact(partition) FROM system.parts WHERE active AND table = 'events' AND database = currentDatabase()")
    check("few partitions", parts <= 4, True)


def test_refresh_that_failed():
    for failed in 65 / 1440, 3, 21:
        for age in 0, 21, 200:
            warehouse = Warehouse()
            warehouse.at(-30)
            warehouse.arrive([Event(-30 - age) for _ in range(3)])
            warehouse.refresh()
            warehouse.at(-30 + 10 / 1440)
            warehouse.refresh()
            warehouse.at(-30 + 11 / 1440)
            warehouse.arrive([Event(-30 - age)])
            warehouse.at(-30 + 11 / 1440 + failed)
            warehouse.refresh()
            warehouse.expect(f"a refresh that failed for {failed:.2f} days, {age} days late")


def test_insert_that_took_long():
    """A refresh misses an insert that it overtakes, and a shard that was offline gets rows with old times."""
    for long in 20 / 1440, 2:
        warehouse = Warehouse()
        warehouse.at(-30)
        warehouse.arrive([Event(-30)])
        warehouse.refresh()
        for minute in range(9):
            warehouse.at(-29 + minute * 10 / 1440)
            warehouse.refresh()
        warehouse.arrive([Event(-30)], stamped=timedelta(days=long))
        warehouse.at(-29 + 100 / 1440)
        warehouse.refresh()
        warehouse.expect(f"an insert of {long:.2f} days")


def test_erasure():
    """Days whose source has begun to expire keep their figures, and the other days lose the person's."""
    warehouse = Warehouse()
    erased = []
    for days in range(-500, 0, 20):
        warehouse.at(days)
        mine = [Event(days, "a", "a-1"), Event(days, "mine", "a-1", impression=False)]
        warehouse.arrive(mine + [Event(days, "a"), Event(days, "b", impression=False)])
        warehouse.refresh()
        if days >= -380:
            erased += mine
    warehouse.end()
    warehouse.refresh()
    warehouse.expect("before an erasure")
    # As written, with the view itself.
    for statement in ["SYSTEM START VIEW item_days_of_events", *statements(QUERIES["erasure"])]:
        session.query(statement)
    session.query("SYSTEM WAIT VIEW item_days_of_events")
    warehouse.expect("an erasure", erased)
    for _ in range(2):
        warehouse.refresh()
        warehouse.expect("refreshes after an erasure", erased)
    check("a person's events", ask("SELECT count() FROM events WHERE attributes['account'] = 'a-1'"), [(0,)])


def month(days, hours):
    """Returns a time of some hours after the first midnight of a month in the past."""
    start = (NOW - timedelta(days=days)).replace(day=1, hour=0, minute=0, second=0)
    return (start + timedelta(hours=hours) - NOW) / timedelta(days=1)


def test_copies_in_two_months():
    for merged in False, True:
        warehouse = Warehouse()
        for days in 40, 100, 200:
            event = Event(month(days, -1))
            for hours in -1 / 60, 1 / 60:
                warehouse.at(month(days, hours))
                warehouse.arrive([event])
        if merged:
            session.query("OPTIMIZE TABLE events FINAL")
        for profile in PROFILES:
            check(f"copies, {profile}", ask("SELECT count() FROM events FINAL", profile), [(3,)])
            check(f"docs, {profile}", ask(QUERIES["duplicates"], profile), [(3, 3)])
            months = Counter(warehouse.first[event].strftime("%Y%m") for event in warehouse.first)
            for title, key in {"arrived": "arrived", "time": "fromUnixTimestamp64Milli(time_ms, 'UTC')"}.items():
                found = ask(f"SELECT toString(toYYYYMM({key})) AS month, count() FROM events FINAL GROUP BY month", profile)
                check(f"months by {title}, {profile}", dict(found), months)
            # Each month on its own, as a monthly report asks.
            for name in {f"{NOW - timedelta(days=days):%Y%m}" for days in range(300)}:
                found = ask(f"SELECT count() FROM events FINAL WHERE toYYYYMM(arrived) = {name}", profile)
                check(f"the month {name}, {profile}", found, [(months[name],)])


def test_random_years():
    """Arrivals, copies, clocks, failed refreshes and expiry at random."""
    for number in range(2):
        warehouse = Warehouse()
        days, refreshed, sent = -800.0, -800.0, []
        while days < 0:
            warehouse.at(days)
            if random.random() < 0.05:
                warehouse.expire()
            late = random.choice([0, 0, 0, 1, 30, 350, 358, 400, random.uniform(-800, 800)])
            events = [
                Event(days - late, random.choice("abc"), impression=random.random() < 0.7, length=random.randrange(99),
                      reach=random.choice("xyz"))
                for _ in range(random.randrange(1, 9))]
            sent += [(event, days) for event in events]
            recent = [event for event, at in sent if at > days - 40]
            warehouse.arrive(events + random.sample(recent, min(len(recent), random.randrange(4))))
            # A part is complete for 27 days before its first event expires.
            if random.random() < 0.7 or refreshed < days - 12:
                warehouse.refresh()
                refreshed = days
            days += random.choice([0.001, 1, 12, 12])
        warehouse.end()
        warehouse.refresh()
        warehouse.expect(f"random years {number} of seed {seed}")


random.seed(seed)
only = sys.argv[2:]
tests = [test for name, test in list(globals().items()) if name.startswith("test_") and (not only or name in only)]
for test in tests:
    before = len(failures)
    try:
        test()
    except Exception as error:  # pylint: disable=broad-exception-caught # chdb raises several
        failures.append(f"{test.__name__}: {str(error)[:500]}")
    print(f"{test.__name__}: {'ok' if len(failures) == before else 'failed'}", flush=True)
version = str(session.query("SELECT version()", "TSVRaw")).strip()
if failures:
    sys.exit("\n".join([*failures[:20], f"test warehouse: {len(failures)} failures in ClickHouse {version}, seed {seed}"]))
print(f"test warehouse: ok, {len(tests)} tests in ClickHouse {version}, seed {seed}")
