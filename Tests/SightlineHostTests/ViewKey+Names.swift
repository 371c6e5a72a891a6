import SightlineHost

/// Tests identify views by names of up to eight bytes, which serve as their addresses.
extension ViewKey: ExpressibleByStringLiteral {
  package init(stringLiteral name: String) { self.init(name: name) }

  init(name: String) {
    precondition(!name.isEmpty && name.utf8.count <= 8, "a name of 1 to 8 bytes")
    let bits = name.utf8.reduce(UInt(0)) { $0 << 8 | UInt($1) }
    guard let address = UnsafeMutableRawPointer(bitPattern: bits) else { fatalError("no address") }
    self.init(address)
  }
}
