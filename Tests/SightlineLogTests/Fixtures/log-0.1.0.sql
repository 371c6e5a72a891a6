BEGIN TRANSACTION;
CREATE TABLE event (
  position INTEGER PRIMARY KEY,
  id BLOB NOT NULL,            -- 16 bytes
  kind INTEGER NOT NULL,       -- 0 impression, 1 exposure
  state INTEGER NOT NULL,      -- 0 undelivered, 1 delivered, 2 rejected, 3 local
  item INTEGER NOT NULL,
  policy INTEGER NOT NULL,
  session INTEGER NOT NULL,
  screen INTEGER,
  time INTEGER NOT NULL,       -- milliseconds since 1970, UTC
  day INTEGER NOT NULL,        -- local days since 1970-01-01
  since_first INTEGER NOT NULL,  -- these three in nanoseconds
  total INTEGER NOT NULL,
  longest INTEGER NOT NULL,
  fraction REAL NOT NULL,
  count INTEGER NOT NULL,
  exposures INTEGER NOT NULL,
  attributes TEXT              -- JSON
) STRICT;
INSERT INTO "event" VALUES(1,X'019C13EC9E007000963DD7978CC729AD',0,1,1,1,1,1,1769860800000,20484,0,0,0,1.0,1,1,'{"rank":3,"section":"sport"}');
INSERT INTO "event" VALUES(2,X'019C13EC9E007001A0229AF40C638927',1,1,2,1,1,1,1769860800000,20484,2000000000,2000000000,2000000000,0.75,0,1,NULL);
INSERT INTO "event" VALUES(3,X'019C13EC9E00700283D6AD5EDAD01C53',0,1,1,2,1,1,1769860800000,20484,0,0,0,1.0,1,1,'{"rank":3,"section":"sport"}');
INSERT INTO "event" VALUES(4,X'019C13EC9E007003A92DD9C9F9C52CF2',0,0,1,2,1,1,1769860800000,20484,0,0,0,1.0,1,1,'{"rank":3,"section":"sport"}');
INSERT INTO "event" VALUES(5,X'019C13EC9E007004965A0E55CE600981',1,0,2,2,1,1,1769860800000,20484,2000000000,2000000000,2000000000,0.75,0,1,NULL);
INSERT INTO "event" VALUES(6,X'019C13EC9E007005901BE4739352951E',0,0,1,3,1,1,1769860800000,20484,0,0,0,1.0,1,1,'{"rank":3,"section":"sport"}');
INSERT INTO "event" VALUES(7,X'019C13EC9E007006B3271602523D9168',0,0,1,3,1,1,1769860800000,20484,0,0,0,1.0,1,1,'{"rank":3,"section":"sport"}');
INSERT INTO "event" VALUES(8,X'019C13EC9E0070079C494EDD7AAA0002',0,0,1,3,1,1,1769860800000,20484,0,0,0,1.0,1,1,'{"rank":3,"section":"sport"}');
INSERT INTO "event" VALUES(9,X'019C13EC9E007008A1D3D0EB720E35DD',1,0,2,3,1,1,1769860800000,20484,2000000000,2000000000,2000000000,0.75,0,1,NULL);
INSERT INTO "event" VALUES(10,X'019C13EC9E0070099C264A75F38B98E5',0,0,1,4,1,1,1769860800000,20484,0,0,0,1.0,1,1,'{"rank":3,"section":"sport"}');
INSERT INTO "event" VALUES(11,X'019C13EC9E00700A8EC6BEC74E9C60BD',0,0,1,4,1,1,1769860800000,20484,0,0,0,1.0,1,1,'{"rank":3,"section":"sport"}');
INSERT INTO "event" VALUES(12,X'019C13EC9E00700B85760288746F9CB4',0,0,1,4,1,1,1769860800000,20484,0,0,0,1.0,1,1,'{"rank":3,"section":"sport"}');
INSERT INTO "event" VALUES(13,X'019C13EC9E00700CB0D45029BB57975E',0,0,1,4,1,1,1769860800000,20484,0,0,0,1.0,1,1,'{"rank":3,"section":"sport"}');
INSERT INTO "event" VALUES(14,X'019C13EC9E00700D833FFA11AAFB6585',1,0,2,4,1,1,1769860800000,20484,2000000000,2000000000,2000000000,0.75,0,1,NULL);
INSERT INTO "event" VALUES(15,X'019C13EC9E00700E8192AB677354ABC2',0,0,1,5,1,1,1769860800000,20484,0,0,0,1.0,1,1,'{"rank":3,"section":"sport"}');
INSERT INTO "event" VALUES(16,X'019C13EC9E00700F8DB50D4497CED8F4',0,0,1,5,1,1,1769860800000,20484,0,0,0,1.0,1,1,'{"rank":3,"section":"sport"}');
INSERT INTO "event" VALUES(17,X'019C13EC9E007010A53B30086FFAA757',0,0,1,5,1,1,1769860800000,20484,0,0,0,1.0,1,1,'{"rank":3,"section":"sport"}');
INSERT INTO "event" VALUES(18,X'019C13EC9E007011BD7DAB9B81DD400B',0,0,1,5,1,1,1769860800000,20484,0,0,0,1.0,1,1,'{"rank":3,"section":"sport"}');
INSERT INTO "event" VALUES(19,X'019C13EC9E007012BBA60A88DEB39E0D',0,0,1,5,1,1,1769860800000,20484,0,0,0,1.0,1,1,'{"rank":3,"section":"sport"}');
INSERT INTO "event" VALUES(20,X'019C13EC9E00701396F4BE5C79AF0ADD',1,0,2,5,1,1,1769860800000,20484,2000000000,2000000000,2000000000,0.75,0,1,NULL);
INSERT INTO "event" VALUES(21,X'019C13EC9E0070149A176726F2A1DB3A',0,0,1,6,1,1,1769860800000,20484,0,0,0,1.0,1,1,'{"rank":3,"section":"sport"}');
INSERT INTO "event" VALUES(22,X'019C13EC9E00701590BA5EF07D09EB19',0,0,1,6,1,1,1769860800000,20484,0,0,0,1.0,1,1,'{"rank":3,"section":"sport"}');
INSERT INTO "event" VALUES(23,X'019C13EC9E00701680BA19720C53D0DD',0,0,1,6,1,1,1769860800000,20484,0,0,0,1.0,1,1,'{"rank":3,"section":"sport"}');
INSERT INTO "event" VALUES(24,X'019C13EC9E007017BE704BD86E61D00F',0,0,1,6,1,1,1769860800000,20484,0,0,0,1.0,1,1,'{"rank":3,"section":"sport"}');
INSERT INTO "event" VALUES(25,X'019C13EC9E0070189093E1515563E00A',0,0,1,6,1,1,1769860800000,20484,0,0,0,1.0,1,1,'{"rank":3,"section":"sport"}');
INSERT INTO "event" VALUES(26,X'019C13EC9E007019AE264C158E43BF1E',0,0,1,6,1,1,1769860800000,20484,0,0,0,1.0,1,1,'{"rank":3,"section":"sport"}');
INSERT INTO "event" VALUES(27,X'019C13EC9E00701A9E3C1DB3EEDC544F',1,0,2,6,1,1,1769860800000,20484,2000000000,2000000000,2000000000,0.75,0,1,NULL);
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO "grdb_migrations" VALUES('1');
CREATE TABLE item (
  id INTEGER PRIMARY KEY,
  key ANY NOT NULL UNIQUE CHECK (typeof(key) IN ('integer', 'text'))
) STRICT;
INSERT INTO "item" VALUES(1,'a');
INSERT INTO "item" VALUES(2,7);
CREATE TABLE log (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  next_position INTEGER NOT NULL,     -- of the next event
  undelivered_from INTEGER NOT NULL,  -- no event before this position is undelivered
  folded_before INTEGER NOT NULL,     -- impressions before this position are in memory
  generation INTEGER NOT NULL,        -- grows when rows of the dictionaries are removed
  undelivered INTEGER NOT NULL,
  delivered INTEGER NOT NULL,
  rejected INTEGER NOT NULL,
  local INTEGER NOT NULL,
  dropped_undelivered INTEGER NOT NULL,
  pruned INTEGER NOT NULL,
  erased INTEGER NOT NULL
) STRICT;
INSERT INTO "log" VALUES(1,28,4,1,0,24,3,0,0,0,0,0);
CREATE TABLE memory (
  item INTEGER NOT NULL,
  policy INTEGER NOT NULL,
  count INTEGER NOT NULL,
  last INTEGER NOT NULL,       -- milliseconds since 1970, UTC
  day INTEGER NOT NULL,
  count_on_day INTEGER NOT NULL,
  session INTEGER NOT NULL,
  PRIMARY KEY (item, policy)
) STRICT, WITHOUT ROWID;
CREATE TABLE policy (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, parameters TEXT NOT NULL,
  UNIQUE (parameters, name)
) STRICT;
INSERT INTO "policy" VALUES(1,'p0','{"rule":{"measure":"item","thresholds":[0.5],"hysteresis":0.0,"minimumOpacity":0.01,"minimumArea":0.0},"dwell":1000000000,"accumulation":"continuous","inactivity":"drops","repetition":"once","scrollSpeedLimit":null}');
INSERT INTO "policy" VALUES(2,'p1','{"rule":{"measure":"item","thresholds":[0.5],"hysteresis":0.0,"minimumOpacity":0.01,"minimumArea":0.0},"dwell":1000000000,"accumulation":"continuous","inactivity":"drops","repetition":"oncePerSession","scrollSpeedLimit":null}');
INSERT INTO "policy" VALUES(3,'p2','{"rule":{"measure":"item","thresholds":[0.5],"hysteresis":0.0,"minimumOpacity":0.01,"minimumArea":0.0},"dwell":1000000000,"accumulation":"continuous","inactivity":"drops","repetition":"oncePerScreenVisit","scrollSpeedLimit":null}');
INSERT INTO "policy" VALUES(4,'p3','{"rule":{"measure":"item","thresholds":[0.5],"hysteresis":0.0,"minimumOpacity":0.01,"minimumArea":0.0},"dwell":1000000000,"accumulation":"continuous","inactivity":"drops","repetition":"afterLeaving","scrollSpeedLimit":null}');
INSERT INTO "policy" VALUES(5,'p4','{"rule":{"measure":"item","thresholds":[0.5],"hysteresis":0.0,"minimumOpacity":0.01,"minimumArea":0.0},"dwell":1000000000,"accumulation":"continuous","inactivity":"drops","repetition":{"afterCoolDown":3600000000000},"scrollSpeedLimit":null}');
INSERT INTO "policy" VALUES(6,'p5','{"rule":{"measure":"item","thresholds":[0.5],"hysteresis":0.0,"minimumOpacity":0.01,"minimumArea":0.0},"dwell":1000000000,"accumulation":"continuous","inactivity":"drops","repetition":{"perDay":2},"scrollSpeedLimit":null}');
CREATE TABLE rejection (position INTEGER PRIMARY KEY, reason TEXT NOT NULL) STRICT;
CREATE TABLE screen (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
INSERT INTO "screen" VALUES(1,'Home');
CREATE TABLE session (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
INSERT INTO "session" VALUES(1,'first');
CREATE VIEW events AS
SELECT event.position, event.id,
  CASE event.kind WHEN 0 THEN 'impression' ELSE 'exposure' END AS kind,
  CASE event.state WHEN 0 THEN 'undelivered' WHEN 1 THEN 'delivered' WHEN 2 THEN 'rejected'
    ELSE 'local' END AS state,
  item.key AS item, policy.name AS policy, policy.parameters AS policy_parameters,
  session.name AS session, screen.name AS screen, event.time, event.day, event.since_first,
  event.total, event.longest, event.fraction, event.count, event.exposures, event.attributes,
  rejection.reason AS rejection
FROM event
JOIN item ON item.id = event.item
JOIN policy ON policy.id = event.policy
JOIN session ON session.id = event.session
LEFT JOIN screen ON screen.id = event.screen
LEFT JOIN rejection ON rejection.position = event.position;
COMMIT;
