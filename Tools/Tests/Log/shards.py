"""Runs the tables of deploy/clickhouse on two shards of Debian's ClickHouse (18.16), as far as its age allows: copies of an event that arrive
at different nodes must meet on one shard, and FINAL must count each event once. usage: shards.py FOLDER, as for analytics.py
"""

import json
import re
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

folder = Path(sys.argv[1])
PORTS = {1: (18123, 19000), 2: (28123, 29000)}
CONFIG = """<yandex>
<logger><level>warning</level><log>{home}/log</log><errorlog>{home}/errors</errorlog></logger>
<listen_host>127.0.0.1</listen_host><http_port>{http}</http_port><tcp_port>{tcp}</tcp_port>
<path>{home}/</path><tmp_path>{home}/tmp/</tmp_path><mark_cache_size>100000000</mark_cache_size>
<users_config>{home}/users.xml</users_config><default_profile>default</default_profile><default_database>default</default_database>
<remote_servers><sightline>{shards}</sightline></remote_servers></yandex>"""
USERS = """<yandex><profiles><default/></profiles><quotas><default/></quotas><users><default><password/>
<networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota></default></users></yandex>"""


def ask(shard, sql, body=b""):
    url = f"http://127.0.0.1:{PORTS[shard][0]}/?" + urllib.parse.urlencode({"query": sql, "insert_distributed_sync": 1})
    try:
        with urllib.request.urlopen(url, body or b"\n", timeout=60) as answer:
            return answer.read().decode()
    except urllib.error.HTTPError as error:
        sys.exit(f"test shards: {sql[:200]}: {error.read().decode()[:500]}")


def aged(sql):
    """Returns statements with the types of 2018, without what came later."""
    sql = re.sub(r"--.*", "", sql)
    for new, old in [
        (r"LowCardinality\((String)\)", r"\1"), (r"Map\([^)]*\)", "String"), (r"\bBool\b", "UInt8"), (r"Date32", "Date"),
        (r"DateTime64\(3\) DEFAULT now64\(3\)", "DateTime DEFAULT now()"), (r"DateTime64\(3\)", "DateTime"),
        (r"TTL [^;]*", ""), (r" ON CLUSTER sightline", ""), (r"cityHash64\(id\)", "cityHash64(toString(id))"),
        (r"toUnixTimestamp64Milli\(arrived\)", "toInt64(arrived)"), (r"MATERIALIZED floor\(.*", "DEFAULT 0"), ("MATERIALIZED", "DEFAULT"),
        (r"PARTITION BY .*", "PARTITION BY cityHash64(toString(id)) % 4"),
        # The Distributed table names its shards' database by a constant.
        (r"currentDatabase\(\)", "'default'"),
    ]:
        sql = re.sub(new, old, sql)
    return [statement for statement in sql.split(";") if statement.strip()]


def start(shard):
    home = folder / f"shard-{shard}"
    (home / "tmp").mkdir(parents=True, exist_ok=True)
    http, tcp = PORTS[shard]
    shards = "".join(f"<shard><replica><host>127.0.0.1</host><port>{tcp}</port></replica></shard>" for _, tcp in PORTS.values())
    (home / "config.xml").write_text(CONFIG.format(home=home, http=http, tcp=tcp, shards=shards), encoding="utf-8")
    (home / "users.xml").write_text(USERS, encoding="utf-8")
    # pylint: disable-next=consider-using-with # ended below
    return subprocess.Popen(
        ["clickhouse-server", f"--config-file={home}/config.xml"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def wait(shard):
    deadline = time.monotonic() + 60
    while True:
        try:
            return urllib.request.urlopen(f"http://127.0.0.1:{PORTS[shard][0]}/", timeout=5).close()
        except OSError:
            if time.monotonic() > deadline:
                sys.exit("test shards: the server does not start")
            time.sleep(0.1)


def main():
    for shard in PORTS:
        wait(shard)
        tables = [s for s in aged(Path("deploy/clickhouse/events.sql").read_text(encoding="utf-8")) if "CREATE TABLE" in s]
        for statement in [*tables, *aged(Path("deploy/clickhouse/cluster.sql").read_text(encoding="utf-8"))]:
            ask(shard, statement)
    rows = []
    with open(folder / "requests.ndjson", encoding="utf-8") as requests:
        for line in requests:
            for event in map(json.loads, json.loads(line)["ndjson"].splitlines()):
                event = {k: v for k, v in event.items() if v is not None}
                rows.append(event | {"item_is_number": int(event["item_is_number"]), "attributes": json.dumps(event["attributes"])})
    started = time.monotonic()
    # Turn by turn, so that most copies of an event arrive at different nodes.
    for index, first in enumerate(range(0, len(rows), 997)):
        body = "\n".join(map(json.dumps, rows[first:first + 997])).encode()
        ask(1 + index % 2, "INSERT INTO events FORMAT JSONEachRow", body)
    took = time.monotonic() - started
    ids = {row["id"] for row in rows}
    on = [set(ask(shard, "SELECT id FROM events_shard").split()) for shard in PORTS]
    final = [int(ask(shard, "SELECT count() FROM events FINAL")) for shard in PORTS]
    copies = int(ask(1, "SELECT count() FROM events"))
    print(f"{len(rows)} rows of {len(ids)} events, {copies} before merges; {[len(each) for each in on]} events on the shards; {took:.0f} s")
    if on[0] & on[1] or on[0] | on[1] != ids or final != [len(ids)] * 2:
        sys.exit(f"test shards: failed: {len(on[0] & on[1])} events on both shards, {final} counted with FINAL")
    print("test shards: ok, each event is on one shard, and FINAL counts it once on either node")


servers = [start(shard) for shard in PORTS]
try:
    main()
finally:
    for server in servers:
        server.terminate()
    for server in servers:
        server.wait()
