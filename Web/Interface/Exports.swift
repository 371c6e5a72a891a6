import SightlineCore

// The module's exports. `sightline.h` documents each function, its arguments and its results in
// memory.

/// The engines; the index of each is its handle minus one. Handles are never reused.
///
/// Held by pointer, so that calls borrow the engine. A class's property could change during a call,
/// so each call would copy the engine or the part it reads.
///
/// The WebAssembly module is single-threaded, so nothing runs concurrently with a call.
private nonisolated(unsafe) var sessions: ContiguousArray<UnsafeMutablePointer<EngineSession>?> = []

private func session(_ handle: UInt32) throws(Refusal) -> UnsafeMutablePointer<EngineSession> {
  guard handle > 0, handle <= sessions.count, let session = sessions[Int(handle) - 1] else {
    throw .unknownEngine
  }
  return session
}

/// Calls `body` with an engine and returns the status.
private func status(
  _ handle: UInt32, _ body: (inout EngineSession) throws(Refusal) -> Void
) -> UInt32 {
  do throws(Refusal) {
    try body(&session(handle).pointee)
    return 0
  } catch {
    return error.rawValue
  }
}

@_expose(wasm, "sightline_version")
func version() -> UInt32 { 1 }

@_expose(wasm, "sightline_make")
func make(width: Double, height: Double) -> UInt32 {
  let session = UnsafeMutablePointer<EngineSession>.allocate(capacity: 1)
  session.initialize(to: EngineSession(size: LayoutSize(width: width, height: height)))
  sessions.append(session)
  return UInt32(sessions.count)
}

@_expose(wasm, "sightline_free")
func free(_ engine: UInt32) -> UInt32 {
  guard let session = try? session(engine) else { return Refusal.unknownEngine.rawValue }
  sessions[Int(engine) - 1] = nil
  session.deinitialize(count: 1)
  session.deallocate()
  return 0
}

@_expose(wasm, "sightline_input")
func input(_ engine: UInt32, size: UInt32) -> UnsafeMutableRawPointer? {
  guard let session = try? session(engine) else { return nil }
  // No Swift array can hold half of the address space.
  guard let size = Int32(exactly: size) else { return nil }
  session.pointee.input.reserve(Int(size))
  return session.pointee.input.bytes
}

@_expose(wasm, "sightline_edit")
func edit(_ engine: UInt32, size: UInt32) -> UInt32 {
  status(engine) { (session: inout EngineSession) throws(Refusal) in try session.edit(size: size) }
}

@_expose(wasm, "sightline_pass")
func pass(_ engine: UInt32, time: Int64) -> UInt32 {
  status(engine) { $0.pass(at: MonotonicTime(nanoseconds: time)) }
}

/// Runs a whole frame in one call, since each call from JavaScript has overhead.
@_expose(wasm, "sightline_frame")
func frame(_ engine: UInt32, size: UInt32, nanoseconds: Double) -> UnsafeMutableRawPointer? {
  let time = Int64(exactly: nanoseconds)
  guard let time, let session = try? session(engine) else { return nil }
  do throws(Refusal) { try session.pointee.edit(size: size) } catch { return nil }
  session.pointee.pass(at: MonotonicTime(nanoseconds: time))
  return session.pointee.makeReport()
}

@_expose(wasm, "sightline_states")
func states(_ engine: UInt32, size: UInt32) -> UInt32 {
  status(engine) { (session: inout EngineSession) throws(Refusal) in try session.states(size: size)
  }
}

@_expose(wasm, "sightline_items")
func items(_ engine: UInt32, size: UInt32, time: Int64) -> UInt32 {
  status(engine) { (session: inout EngineSession) throws(Refusal) in
    try session.items(size: size, at: MonotonicTime(nanoseconds: time))
  }
}

@_expose(wasm, "sightline_report")
func report(_ engine: UInt32) -> UnsafeMutableRawPointer? {
  (try? session(engine))?.pointee.makeReport()
}
