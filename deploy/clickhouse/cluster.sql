-- In place of the table `events` of events.sql, on every node of a cluster named `sightline`: the shard's own rows, and the table that
-- distributes them by ID, so that the copies of an event meet on one shard and FINAL finds them. Keep the rest of events.sql and otel.sql:
-- views and queries name `events`. For replicas, use ReplicatedReplacingMergeTree.
CREATE TABLE events_shard ON CLUSTER sightline AS events
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(arrived)
ORDER BY (policy, day, item, item_is_number, id)
TTL toDateTime(arrived) + INTERVAL 13 MONTH;

RENAME TABLE events TO events_single ON CLUSTER sightline;

CREATE TABLE events ON CLUSTER sightline AS events_shard
ENGINE = Distributed('sightline', currentDatabase(), 'events_shard', cityHash64(id));
