/// Calls a closure with every pair, to cover a small grid completely.
package func withEvery<A, B>(
  _ a: some Sequence<A>, _ b: some Sequence<B>, _ body: (A, B) throws -> Void
) rethrows {
  let b = Array(b)
  for x in a { for y in b { try body(x, y) } }
}

/// Calls a closure with every triple.
package func withEvery<A, B, C>(
  _ a: some Sequence<A>, _ b: some Sequence<B>, _ c: some Sequence<C>,
  _ body: (A, B, C) throws -> Void
) rethrows {
  let c = Array(c)
  try withEvery(a, b) { x, y in for z in c { try body(x, y, z) } }
}

/// Returns whether two numbers agree within rounding.
package func isClose(_ a: Double, _ b: Double, within tolerance: Double = 1e-9) -> Bool {
  abs(a - b) <= tolerance * max(1, abs(a), abs(b))
}
