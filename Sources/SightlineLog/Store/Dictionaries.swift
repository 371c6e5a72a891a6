#if Log
internal import GRDB

/// The IDs of values that events repeat: items, policies, sessions, screens and contexts.
struct Dictionaries {
  /// The maximum number of items in a generation; about 4 MB.
  static let itemLimit = 32_768

  private var generation: Int64 = -1
  private var items = GenerationalCache<ItemKey, Int64>(capacity: itemLimit)
  private var policies = KnownIDs<LogPolicy>()
  private var persons = KnownIDs<String>()
  private var sessions = KnownIDs<LogSession>()
  private var screens = KnownIDs<String>()
  private var contexts = KnownIDs<[String: LogValue]>()

  /// Clears the cache if this process or another has since removed rows from the tables.
  mutating func begin(generation: Int64) {
    if generation == self.generation { return }
    self = Dictionaries()
    self.generation = generation
  }

  /// Clears the cache, because additions from a failed transaction are not in the tables.
  mutating func forget() { self = Dictionaries() }

  mutating func item(_ key: ItemKey, _ statements: ItemStatements) throws -> Int64 {
    if let id = items.value(for: key) { return id }
    let id = try statements.id(of: key)
    items.set(id, for: key)
    return id
  }

  mutating func policy(_ policy: LogPolicy, _ db: Database) throws -> Int64 {
    try policies.id(of: policy) {
      try Dictionaries.id(
        db, in: "policy",
        ["parameters": policy.policy.parameters, "name": policy.name.stored])
    }
  }

  mutating func session(_ session: LogSession, _ db: Database) throws -> Int64 {
    let person = try session.person.map { try id(ofPerson: $0, db) } ?? 0
    return try sessions.id(of: session) {
      try Dictionaries.id(
        db, in: "session", ["name": session.name.stored, "person": person],
        ["previous": session.previous?.stored])
    }
  }

  private mutating func id(ofPerson name: String, _ db: Database) throws -> Int64 {
    try persons.id(of: name) { try Dictionaries.id(db, in: "person", ["name": name.stored]) }
  }

  mutating func screen(_ name: String, _ db: Database) throws -> Int64 {
    try screens.id(of: name) { try Dictionaries.id(db, in: "screen", ["name": name.stored]) }
  }

  mutating func context(_ context: [String: LogValue], _ db: Database) throws -> Int64 {
    try contexts.id(of: context) {
      try Dictionaries.id(db, in: "context", ["name": context.stored])
    }
  }

  /// Returns the ID of the row with some values; if missing, adds it with further values.
  static func id(
    _ db: Database, in table: String, _ key: KeyValuePairs<String, any DatabaseValueConvertible>,
    _ more: KeyValuePairs<String, String?> = [:]
  ) throws -> Int64 {
    let condition = key.map { "\($0.key) = ?" }.joined(separator: " AND ")
    let select = try db.cachedStatement(sql: "SELECT id FROM \(table) WHERE \(condition)")
    if let id = try Int64.fetchOne(select, arguments: StatementArguments(key.map { $0.value })) {
      return id
    }
    let values =
      key.map { ($0.key, $0.value.databaseValue) }
      + more.map { ($0.key, $0.value?.databaseValue ?? .null) }
    try db.cachedStatement(
      sql: """
        INSERT INTO \(table) (\(values.map(\.0).joined(separator: ", ")))
        VALUES (\(values.map { _ in "?" }.joined(separator: ", ")))
        """
    ).execute(arguments: StatementArguments(values.map(\.1)))
    return db.lastInsertedRowID
  }
}

/// A cache of IDs, for values that are normally few.
private struct KnownIDs<Value: Hashable> {
  // The capacity bounds the memory if an app uses too many values by mistake.
  private var ids = GenerationalCache<Value, Int64>(capacity: 512)
  // Consecutive events usually share a value.
  private var last: (value: Value, id: Int64)?

  mutating func id(of value: Value, otherwise find: () throws -> Int64) rethrows -> Int64 {
    if let last, last.value == value { return last.id }
    let id = try ids.value(for: value) ?? find()
    ids.set(id, for: value)
    last = (value, id)
    return id
  }
}

/// Finds and adds items. Every event may have a new one.
struct ItemStatements {
  private let select: RawStatement
  private let insert: RawStatement
  private let database: Database

  init(_ db: Database) throws {
    select = try RawStatement("SELECT id FROM item WHERE key = ?", db)
    insert = try RawStatement("INSERT INTO item (key) VALUES (?)", db)
    database = db
  }

  func id(of key: ItemKey) throws -> Int64 {
    select.bind(key)
    if let id = try select.number() { return id }
    insert.bind(key)
    try insert.execute()
    return database.lastInsertedRowID
  }
}

extension ItemKey {
  var databaseValue: DatabaseValue {
    switch self {
    case .number(let number): number.databaseValue
    case .text(let text): text.stored.databaseValue
    }
  }

  init(_ value: DatabaseValue) throws {
    switch value.storage {
    case .int64(let number): self = .number(number)
    case .string(let text): self = .text(String(stored: text))
    default: throw DatabaseError.damage("an item's key is neither a number nor text")
    }
  }
}
#endif
