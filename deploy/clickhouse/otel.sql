-- For events that arrive as OTLP through the OpenTelemetry collector; after events.sql.
--
-- The columns are those of the collector's ClickHouse exporter. The exporter's own table has a partition for each day of the device's
-- clock, and ClickHouse refuses inserts into more than 100 partitions: one batch from devices with wrong clocks would block the queue. This
-- table is partitioned by arrival, so create it before the collector starts, with `create_schema: false`.
CREATE TABLE otel_logs
(
    Timestamp DateTime64(9),
    TraceId String,
    SpanId String,
    TraceFlags UInt8,
    SeverityText LowCardinality(String),
    SeverityNumber UInt8,
    ServiceName LowCardinality(String),
    Body String,
    ResourceSchemaUrl LowCardinality(String),
    ResourceAttributes Map(LowCardinality(String), String),
    ScopeSchemaUrl LowCardinality(String),
    ScopeName LowCardinality(String),
    ScopeVersion LowCardinality(String),
    ScopeAttributes Map(LowCardinality(String), String),
    LogAttributes Map(LowCardinality(String), String),
    EventName LowCardinality(String),
    Arrived DateTime64(3) DEFAULT now64(3)
)
ENGINE = MergeTree
PARTITION BY toDate(Arrived)
ORDER BY (ServiceName, Arrived)
-- The events are in `events`; these rows are for troubleshooting.
TTL toDateTime(Arrived) + INTERVAL 7 DAY;

CREATE MATERIALIZED VIEW events_of_otel TO events AS
SELECT
    toUInt8OrZero(LogAttributes['sightline.schema']) AS schema,
    toUUIDOrZero(LogAttributes['log.record.uid']) AS id,
    LogAttributes['sightline.kind'] AS kind,
    LogAttributes['sightline.item'] AS item,
    LogAttributes['sightline.item_is_number'] = 'true' AS item_is_number,
    LogAttributes['sightline.policy'] AS policy,
    LogAttributes['sightline.policy_id'] AS policy_id,
    LogAttributes['sightline.policy_parameters'] AS policy_parameters,
    LogAttributes['session.id'] AS session,
    LogAttributes['session.previous_id'] AS previous_session,
    LogAttributes['sightline.person'] AS person,
    LogAttributes['app.screen.name'] AS screen,
    toInt64OrZero(LogAttributes['sightline.time_ms']) AS time_ms,
    toDate32OrZero(LogAttributes['sightline.day']) AS day,
    toInt32OrNull(LogAttributes['sightline.utc_offset_s']) AS utc_offset_s,
    toInt64OrZero(LogAttributes['sightline.since_first_ns']) AS since_first_ns,
    toInt64OrZero(LogAttributes['sightline.total_ns']) AS total_ns,
    toInt64OrZero(LogAttributes['sightline.longest_ns']) AS longest_ns,
    toFloat64OrZero(LogAttributes['sightline.fraction']) AS fraction,
    toInt64OrZero(LogAttributes['sightline.count']) AS count,
    toInt64OrZero(LogAttributes['sightline.exposures']) AS exposures,
    ifNull(toFloat64OrNull(LogAttributes['sightline.sample_rate']), 1) AS sample_rate,
    toInt64OrNull(LogAttributes['sightline.sent_at_ms']) AS sent_at_ms,
    ScopeVersion AS library_version,
    -- The app's attributes. One with a reserved name has the prefix `attribute.`.
    mapApply(
        (name, value) -> (if(startsWith(name, 'attribute.'), substring(name, 11), name), value),
        mapFilter(
            (name, value) -> NOT startsWith(name, 'sightline.')
                AND name NOT IN ('log.record.uid', 'session.id', 'session.previous_id', 'app.screen.name'),
            LogAttributes)) AS attributes,
    Arrived AS arrived
FROM otel_logs
-- Other logs share the table, and one unreadable record must not make ClickHouse refuse its batch.
WHERE ScopeName = 'sightline' AND toUUIDOrNull(LogAttributes['log.record.uid']) IS NOT NULL;
