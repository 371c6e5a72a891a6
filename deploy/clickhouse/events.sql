-- The events of schema 1 (docs/reference/event-schema.md), one per ID after merges; read them with FINAL. The columns have the names of the fields,
-- so NDJSON exports and deliveries insert directly: unknown fields are skipped, and null becomes the column's default.
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
    arrived DateTime64(3) DEFAULT now64(3),
    -- The first copy of an event to arrive is kept: it has the largest version.
    version Int64 MATERIALIZED -toUnixTimestamp64Milli(arrived),
    -- The years from a week before the day to the arrival, rounded down: 0, unless a device or its clock was a year late or ahead.
    years_late Int16 MATERIALIZED floor((dateDiff('day', day, toDate32(arrived, 'UTC')) + 7) / 365)
)
ENGINE = ReplacingMergeTree(version)
-- By the year in the event's ID, which all copies share, so a query need not look for copies in other partitions. The year comes from the
-- device's clock; each partition holds every fourth year, so that wrong clocks cannot create more.
PARTITION BY toYear(UUIDv7ToDateTime(id, 'UTC')) % 4
ORDER BY (policy, day, item, item_is_number, id)
-- By arrival, so that a wrong clock can't keep an event forever or expire it at once. item_days_of_events has the same interval.
TTL toDateTime(arrived) + INTERVAL 13 MONTH;

-- The parameters of each policy, sent once in every request.
CREATE TABLE policies
(
    policy_id String,
    policy String,
    policy_parameters String
)
ENGINE = ReplacingMergeTree ORDER BY (policy_id, policy);

-- The figures of each item and day, which outlive the events. A day's figures are in parts, one for each year in which its events arrived;
-- add the parts up. The events of a part arrive within a year and stay for 13 months, so in its last month a part is complete and none of
-- its events has expired. Until then, every arrival recomputes the whole part, so resends and late events can't count twice. After that,
-- the part doesn't change. `reach` counts sessions and can't be added across days; across parts it is exact unless a session is in two
-- parts, a year apart.
CREATE TABLE item_days
(
    policy LowCardinality(String),
    day Date32,
    item String,
    item_is_number Bool,
    years_late Int16,
    impressions UInt64,
    reach UInt64,
    exposures UInt64,
    exposures_with_impression UInt64,
    time_in_view_ns Int64,
    computed DateTime64(3)
)
ENGINE = ReplacingMergeTree(computed) ORDER BY (policy, day, item, item_is_number, years_late);

-- When events of each part last arrived.
CREATE TABLE day_arrivals
(
    day Date32,
    years_late Int16,
    last DateTime64(3)
)
ENGINE = ReplacingMergeTree(last) ORDER BY (day, years_late);

-- The views. On several nodes, run cluster.sql first.
CREATE MATERIALIZED VIEW policies_of_events TO policies AS
SELECT DISTINCT policy_id, policy, policy_parameters FROM events WHERE policy_parameters != '';

CREATE MATERIALIZED VIEW day_arrivals_of_events TO day_arrivals AS
SELECT day, years_late, now64(3) AS last FROM events GROUP BY day, years_late;

-- Computes the parts with arrivals since they were last computed, however long ago, or in the hour before that, since a refresh doesn't see
-- inserts in progress. An item whose events were erased gets zeros.
CREATE MATERIALIZED VIEW item_days_of_events REFRESH EVERY 10 MINUTE APPEND TO item_days AS
SELECT policy, day, item, item_is_number, years_late,
    countIf(kind = 'impression') AS impressions,
    uniqExactIf(session, kind = 'impression') AS reach,
    countIf(kind = 'exposure') AS exposures,
    countIf(kind = 'exposure' AND count > 0) AS exposures_with_impression,
    sumIf(total_ns, kind = 'exposure') AS time_in_view_ns,
    now64(3) AS computed
FROM
(
    SELECT policy, day, item, item_is_number, years_late, kind, session, count, total_ns FROM events FINAL
    UNION ALL
    SELECT policy, day, item, item_is_number, years_late, '', '', 0, 0 FROM item_days
)
WHERE (day, years_late) IN
(
    SELECT day, years_late
    FROM
    (
        SELECT day, years_late, last, toDateTime64(0, 3) AS computed FROM day_arrivals
        UNION ALL
        SELECT day, years_late, toDateTime64(0, 3), computed FROM item_days
    )
    GROUP BY day, years_late
    HAVING max(last) > max(computed) - INTERVAL 1 HOUR
        -- No event of the part has expired.
        AND day + years_late * 365 - 7 + INTERVAL 13 MONTH > now64(3) + INTERVAL 1 DAY
)
GROUP BY policy, day, item, item_is_number, years_late;
