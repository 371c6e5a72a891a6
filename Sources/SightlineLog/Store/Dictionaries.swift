#if Log
internal import GRDB

/// The IDs of values that events repeat: items, policies, sessions and screens.
///
/// Recently used items are cached in two generations. When the young one is full it becomes the old
/// one, which keeps items in use cached and bounds memory without tracking each use.
struct Dictionaries {
  /// The maximum number of items in a generation; about 4 MB.
  static let itemLimit = 32_768
  /// Sessions, screens and policies are normally few. This bounds the memory an app's mistake can
  /// take.
  private static let nameLimit = 1_024

  private var generation: Int64 = -1
  private var young: [ItemKey: Int64] = [:]
  private var old: [ItemKey: Int64] = [:]
  private var policies: [LogPolicy: Int64] = [:]
  private var sessions: [String: Int64] = [:]
  private var screens: [String: Int64] = [:]
  // Consecutive events usually share these.
  private var lastPolicy: (policy: LogPolicy, id: Int64)?
  private var lastSession: (name: String, id: Int64)?
  private var lastScreen: (name: String, id: Int64)?

  /// Clears the cache if this process or another has since removed rows from the tables.
  mutating func begin(generation: Int64) {
    if generation == self.generation { return }
    self = Dictionaries()
    self.generation = generation
  }

  /// Clears the cache. The additions of a failed transaction are not in the tables.
  mutating func forget() { self = Dictionaries() }

  mutating func item(_ key: ItemKey, _ statements: ItemStatements) throws -> Int64 {
    if let id = young[key] { return id }
    let id: Int64
    if let known = old[key] {
      id = known
    } else {
      id = try statements.id(of: key)
    }
    if young.count >= Dictionaries.itemLimit {
      old = young
      young.removeAll(keepingCapacity: true)
    }
    young[key] = id
    return id
  }

  mutating func policy(_ policy: LogPolicy, _ db: Database) throws -> Int64 {
    if let lastPolicy, lastPolicy.policy == policy { return lastPolicy.id }
    if policies.count >= Dictionaries.nameLimit { policies = [:] }
    let id =
      try policies[policy]
      ?? Dictionaries.id(
        db, select: "SELECT id FROM policy WHERE parameters = ? AND name = ?",
        insert: "INSERT INTO policy (parameters, name) VALUES (?, ?)",
        [policy.policy.parameters.databaseValue, policy.name.databaseValue])
    policies[policy] = id
    lastPolicy = (policy, id)
    return id
  }

  mutating func session(_ name: String, _ db: Database) throws -> Int64 {
    if let lastSession, lastSession.name == name { return lastSession.id }
    let id = try Dictionaries.name(name, in: "session", &sessions, db)
    lastSession = (name, id)
    return id
  }

  mutating func screen(_ name: String, _ db: Database) throws -> Int64 {
    if let lastScreen, lastScreen.name == name { return lastScreen.id }
    let id = try Dictionaries.name(name, in: "screen", &screens, db)
    lastScreen = (name, id)
    return id
  }

  private static func name(
    _ name: String, in table: String, _ known: inout [String: Int64], _ db: Database
  ) throws -> Int64 {
    if let id = known[name] { return id }
    if known.count >= nameLimit { known = [:] }
    let id = try id(
      db, select: "SELECT id FROM \(table) WHERE name = ?",
      insert: "INSERT INTO \(table) (name) VALUES (?)", [name.databaseValue])
    known[name] = id
    return id
  }

  private static func id(
    _ db: Database, select: String, insert: String, _ values: [DatabaseValue]
  ) throws -> Int64 {
    let arguments = StatementArguments(values)
    if let id = try Int64.fetchOne(db.cachedStatement(sql: select), arguments: arguments) {
      return id
    }
    try db.cachedStatement(sql: insert).execute(arguments: arguments)
    return db.lastInsertedRowID
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
    case .text(let text): text.databaseValue
    }
  }

  init(_ value: DatabaseValue) throws {
    switch value.storage {
    case .int64(let number): self = .number(number)
    case .string(let text): self = .text(text)
    default: throw DatabaseError.damage("an item's key is neither a number nor text")
    }
  }
}
#endif
