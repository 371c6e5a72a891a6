import SightlineCore

// What the module exports. What each does, its arguments and what it leaves in memory:
// `sightline.h`.

/// The engines, by their handles less one. A handle is never used again.
///
/// WebAssembly's module has one thread: nothing runs beside a call.
private nonisolated(unsafe) var sessions: ContiguousArray<EngineSession?> = []

private func session(_ handle: UInt32) throws(Refusal) -> EngineSession {
  guard handle > 0, handle <= sessions.count, let session = sessions[Int(handle) - 1] else {
    throw .unknownEngine
  }
  return session
}

/// The status of a call on an engine.
private func status(
  _ handle: UInt32, _ body: (EngineSession) throws(Refusal) -> Void
) -> UInt32 {
  do throws(Refusal) {
    try body(try session(handle))
    return 0
  } catch {
    return error.rawValue
  }
}

@_expose(wasm, "sightline_version")
func version() -> UInt32 { 1 }

@_expose(wasm, "sightline_make")
func make(width: Double, height: Double) -> UInt32 {
  sessions.append(EngineSession(size: LayoutSize(width: width, height: height)))
  return UInt32(sessions.count)
}

@_expose(wasm, "sightline_free")
func free(_ engine: UInt32) -> UInt32 {
  status(engine) { _ in sessions[Int(engine) - 1] = nil }
}

@_expose(wasm, "sightline_input")
func input(_ engine: UInt32, size: UInt32) -> UnsafeMutableRawPointer? {
  guard let session = try? session(engine) else { return nil }
  // Half of the addresses is more than any array of Swift can be asked for.
  guard let size = Int32(exactly: size) else { return nil }
  session.input.reserve(Int(size))
  return session.input.bytes
}

@_expose(wasm, "sightline_edit")
func edit(_ engine: UInt32, size: UInt32) -> UInt32 {
  status(engine) { session throws(Refusal) in try session.edit(size: size) }
}

@_expose(wasm, "sightline_pass")
func pass(_ engine: UInt32, time: Int64) -> UInt32 {
  status(engine) { $0.pass(at: MonotonicTime(nanoseconds: time)) }
}

/// A whole frame in one call: each one from JavaScript has its price.
@_expose(wasm, "sightline_frame")
func frame(_ engine: UInt32, size: UInt32, nanoseconds: Double) -> UnsafeMutableRawPointer? {
  let time = Int64(exactly: nanoseconds)
  guard let time, let session = try? session(engine) else { return nil }
  do throws(Refusal) { try session.edit(size: size) } catch { return nil }
  session.pass(at: MonotonicTime(nanoseconds: time))
  return session.makeReport()
}

@_expose(wasm, "sightline_states")
func states(_ engine: UInt32, size: UInt32) -> UInt32 {
  status(engine) { session throws(Refusal) in try session.states(size: size) }
}

@_expose(wasm, "sightline_items")
func items(_ engine: UInt32, size: UInt32, time: Int64) -> UInt32 {
  status(engine) { session throws(Refusal) in
    try session.items(size: size, at: MonotonicTime(nanoseconds: time))
  }
}

@_expose(wasm, "sightline_report")
func report(_ engine: UInt32) -> UnsafeMutableRawPointer? {
  (try? session(engine))?.makeReport()
}
