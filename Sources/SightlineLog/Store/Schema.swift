#if Log
internal import GRDB

/// The tables of a log.
///
/// An event takes about 60 bytes, because repeated values (items, policies, screens and sessions)
/// are stored once and referenced by number. Rows are only appended, in the order of `position`,
/// and need no further index: undelivered events begin at `log.undelivered_from`.
enum Schema {
  /// The newest version this library writes.
  static let version = 1
  /// SQLite's `application_id` of a log: "Sgtl".
  static let applicationID: Int32 = 0x5367_746c

  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("\(version)") { db in
      try db.execute(sql: "PRAGMA application_id = \(applicationID)")
      try db.execute(sql: tables)
    }
    return migrator
  }

  /// The expected columns of all tables.
  static let columns = Result<Set<String>, any Error> {
    let queue = try DatabaseQueue()
    try migrator.migrate(queue)
    return try queue.read { try columns($0) }
  }

  /// An event's attributes as JSON: the context's, overridden by its own; null without any.
  static let attributes = """
    CASE WHEN event.context IS NULL THEN event.attributes ELSE
      json_patch((SELECT name FROM context WHERE id = event.context), ifnull(event.attributes, '{}'))
      END
    """

  /// The events with names instead of numbers; null in place of a name that is missing.
  static let events = """
    SELECT event.position, event.id,
      CASE event.kind WHEN 0 THEN 'impression' WHEN 1 THEN 'exposure' END AS kind,
      CASE event.state WHEN 0 THEN 'undelivered' WHEN 1 THEN 'delivered' WHEN 2 THEN 'rejected'
        ELSE 'local' END AS state,
      item.key AS item, policy.name AS policy, policy.parameters AS policy_parameters,
      session.name AS session, screen.name AS screen, event.time, event.day, event.since_first,
      event.total, event.longest, event.fraction, event.count, event.exposures,
      \(attributes) AS attributes, rejection.reason AS rejection,
      session.previous AS previous_session, event.rate AS sample_rate, event.utc_offset,
      person.name AS person
    FROM event
    LEFT JOIN item ON item.id = event.item
    LEFT JOIN policy ON policy.id = event.policy
    LEFT JOIN session ON session.id = event.session
    LEFT JOIN person ON person.id = session.person
    LEFT JOIN screen ON screen.id = event.screen
    LEFT JOIN rejection ON rejection.position = event.position
    """

  /// Returns the columns of a database's tables, excluding GRDB's own.
  static func columns(_ db: Database) throws -> Set<String> {
    try String.fetchSet(
      db,
      sql: """
        SELECT m.name || '.' || c.name FROM sqlite_master m, pragma_table_info(m.name) c
        WHERE m.type = 'table' AND m.name NOT LIKE 'grdb%'
        """)
  }

  private static let tables = """
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
      erased INTEGER NOT NULL,
      wiping INTEGER NOT NULL,            -- steps left: 2, 1 or 0
      sender INTEGER NOT NULL,            -- the delivery that may send
      sends_until INTEGER NOT NULL,       -- milliseconds since 1970
      lived INTEGER NOT NULL,             -- the milliseconds the file is old, by its looks at the clock
      looked INTEGER NOT NULL             -- the time of the last one; 0 before the first
    ) STRICT;
    INSERT INTO log VALUES (1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    -- When the file was that old, all events before the position were written.
    CREATE TABLE age (lived INTEGER PRIMARY KEY, position INTEGER NOT NULL) STRICT;

    CREATE TABLE item (
      id INTEGER PRIMARY KEY,
      key ANY NOT NULL UNIQUE CHECK (typeof(key) IN ('integer', 'text'))
    ) STRICT;
    CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
    CREATE TABLE session (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      person INTEGER NOT NULL,     -- 0 for none
      previous TEXT,               -- the session before it
      UNIQUE (name, person)
    ) STRICT;
    CREATE TABLE screen (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
    CREATE TABLE context (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;  -- JSON
    CREATE TABLE policy (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL, parameters TEXT NOT NULL,
      UNIQUE (parameters, name)
    ) STRICT;

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
      attributes TEXT,             -- JSON
      context INTEGER,             -- attributes of the whole log
      rate REAL NOT NULL,          -- of the session sample
      utc_offset INTEGER           -- seconds ahead of UTC; null if unknown
    ) STRICT;
    CREATE TABLE rejection (position INTEGER PRIMARY KEY, reason TEXT NOT NULL) STRICT;

    -- The key's columns come first, or SQLite 3.40's integrity check reports nulls.
    CREATE TABLE memory (
      item INTEGER NOT NULL,
      policy INTEGER NOT NULL,
      person INTEGER NOT NULL,     -- 0 for none
      count INTEGER NOT NULL,
      last INTEGER NOT NULL,       -- milliseconds since 1970, UTC
      day INTEGER NOT NULL,
      count_on_day INTEGER NOT NULL,
      session INTEGER NOT NULL,
      PRIMARY KEY (item, policy, person)
    ) STRICT, WITHOUT ROWID;

    -- The exposures in progress, as events at the last heartbeat. A killed process leaves them.
    CREATE TABLE open_exposure (
      writer INTEGER NOT NULL,     -- a random number for each opened log
      position INTEGER NOT NULL,   -- the number of the exposure, not of an event
      id BLOB NOT NULL, kind INTEGER NOT NULL, state INTEGER NOT NULL, item INTEGER NOT NULL,
      policy INTEGER NOT NULL, session INTEGER NOT NULL, screen INTEGER, time INTEGER NOT NULL,
      day INTEGER NOT NULL, since_first INTEGER NOT NULL, total INTEGER NOT NULL,
      longest INTEGER NOT NULL, fraction REAL NOT NULL, count INTEGER NOT NULL,
      exposures INTEGER NOT NULL, attributes TEXT, context INTEGER, rate REAL NOT NULL,
      utc_offset INTEGER,
      PRIMARY KEY (writer, position)
    ) STRICT, WITHOUT ROWID;

    CREATE VIEW events AS \(events);
    """
}
#endif
