-- The events of schema 1 (docs/event-schema.md), each ID once after merges; read them with FINAL. The columns have the names of the
-- fields, so exports and deliveries as NDJSON insert directly: unknown fields are skipped, and null becomes the column's default.
CREATE TABLE events
(
    schema UInt8,
    id UUID,
    kind LowCardinality(String),
    item String,
    item_is_number Bool,
    policy LowCardinality(String),
    policy_id LowCardinality(String),
    policy_parameters String,
    session String,
    previous_session String,
    person String,
    screen LowCardinality(String),
    time_ms Int64,
    day Date32,
    utc_offset_s Nullable(Int32),
    since_first_ns Int64,
    total_ns Int64,
    longest_ns Int64,
    fraction Float64,
    count Int64,
    exposures Int64,
    sample_rate Float64 DEFAULT 1,
    sent_at_ms Nullable(Int64),
    library_version LowCardinality(String),
    attributes Map(LowCardinality(String), String),
    arrived DateTime64(3) DEFAULT now64(3)
)
ENGINE = ReplacingMergeTree
-- By arrival: a wrong clock cannot open partitions, keep an event for ever, or expire it at once.
PARTITION BY toYYYYMM(arrived)
ORDER BY (policy, day, item, item_is_number, id)
TTL toDateTime(arrived) + INTERVAL 13 MONTH;

-- The parameters of each policy, which arrive once in every request.
CREATE TABLE policies
(
    policy_id String,
    policy String,
    policy_parameters String
)
ENGINE = ReplacingMergeTree ORDER BY (policy_id, policy);

CREATE MATERIALIZED VIEW policies_of_events TO policies AS
SELECT DISTINCT policy_id, policy, policy_parameters FROM events WHERE policy_parameters != '';

-- The figures of each item and day. A day is computed again, as a whole, after every arrival of one of its events, so resends and late
-- events cannot count twice. `reach` counts sessions and cannot be added across days.
CREATE TABLE item_days
(
    policy LowCardinality(String),
    day Date32,
    item String,
    item_is_number Bool,
    impressions UInt64,
    reach UInt64,
    exposures UInt64,
    exposures_with_impression UInt64,
    time_in_view_ns Int64,
    computed DateTime64(3)
)
ENGINE = ReplacingMergeTree(computed) ORDER BY (policy, day, item, item_is_number);

CREATE MATERIALIZED VIEW item_days_of_events REFRESH EVERY 10 MINUTE APPEND TO item_days AS
SELECT policy, day, item, item_is_number,
    countIf(kind = 'impression') AS impressions,
    uniqExactIf(session, kind = 'impression') AS reach,
    countIf(kind = 'exposure') AS exposures,
    countIf(kind = 'exposure' AND count > 0) AS exposures_with_impression,
    sumIf(total_ns, kind = 'exposure') AS time_in_view_ns,
    now64(3) AS computed
FROM events FINAL
WHERE day IN (SELECT day FROM events WHERE arrived > now() - INTERVAL 1 HOUR)
GROUP BY policy, day, item, item_is_number;
