-- For every node of a cluster named `sightline`, run between the tables of events.sql and its views, which then refer to the tables below:
-- the shard's own rows, and the tables that distribute them by ID, so that all copies of an event are on one shard, where FINAL finds them.
-- For replicas, use ReplicatedReplacingMergeTree.
CREATE TABLE events_shard ON CLUSTER sightline AS events
ENGINE = ReplacingMergeTree(version)
PARTITION BY toYear(UUIDv7ToDateTime(id, 'UTC')) % 4
ORDER BY (policy, day, item, item_is_number, id)
TTL toDateTime(arrived) + INTERVAL 13 MONTH;

RENAME TABLE events TO events_single, policies TO policies_shard, day_arrivals TO day_arrivals_shard ON CLUSTER sightline;

CREATE TABLE events ON CLUSTER sightline AS events_shard
ENGINE = Distributed('sightline', currentDatabase(), 'events_shard', cityHash64(id));

CREATE TABLE policies ON CLUSTER sightline AS policies_shard
ENGINE = Distributed('sightline', currentDatabase(), 'policies_shard', rand());

CREATE TABLE day_arrivals ON CLUSTER sightline AS day_arrivals_shard
ENGINE = Distributed('sightline', currentDatabase(), 'day_arrivals_shard', rand());
