#if Log
internal import GRDB

/// The numbers of what events repeat: items, policies, sessions and screens.
///
/// What was used lately is held in memory, two generations of it: when the young one is full it
/// becomes the old one, so that what is in use stays and memory is bounded without a list of uses.
struct Dictionaries {
  /// How many items a generation holds; about 4 MB.
  static let itemLimit = 32_768
  /// Sessions, screens and policies are few. This bounds what a mistake of an app's can take.
  private static let nameLimit = 1_024

  private var generation: Int64 = -1
  private var young: [ItemKey: Int64] = [:]
  private var old: [ItemKey: Int64] = [:]
  private var policies: [LogPolicy: Int64] = [:]
  private var sessions: [String: Int64] = [:]
  private var screens: [String: Int64] = [:]
  // One after another is mostly of the same.
  private var lastPolicy: (policy: LogPolicy, id: Int64)?
  private var lastSession: (name: String, id: Int64)?
  private var lastScreen: (name: String, id: Int64)?

  /// Forgets all if rows of the tables were removed since, by this process or another.
  mutating func begin(generation: Int64) {
    if generation == self.generation { return }
    self = Dictionaries()
    self.generation = generation
  }

  /// Forgets all: what a transaction that failed has added is not in the tables.
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

/// Finds and adds items. There may be a new one in every event.
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
    default:
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "an item's key is \(value)")
    }
  }
}
#endif
