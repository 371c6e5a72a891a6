/// A line of JSON output, with its members' names as printed. Members without a value are left out.
struct JSONRecord: Encodable, ExpressibleByDictionaryLiteral {
  struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private var members: [String: any Encodable] = [:]

  init(dictionaryLiteral members: (String, (any Encodable)?)...) {
    for (name, value) in members { self[name] = value }
  }

  subscript(name: String) -> (any Encodable)? {
    get { members[name] }
    set { members[name] = newValue }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    for (name, value) in members { try container.encode(value, forKey: Name(stringValue: name)) }
  }
}
