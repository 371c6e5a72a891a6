#if Log
internal import Foundation

/// The right to deliver a log: a lock on a file beside it, so that two processes do not send the
/// same events at the same time.
///
/// The system releases it when a process ends, however that happens; no clock and no number of a
/// process is involved. It is held from the first batch of a round to the last, never while
/// waiting.
struct DeliveryLease: ~Copyable, Sendable {
  let descriptor: Int32

  /// Takes the lease; `nil` while another delivery has it, in this process too.
  ///
  /// Where the file cannot be made or the file system knows no locks, it is granted: an event that
  /// comes twice has the same id.
  init?(of log: URL) {
    descriptor = Foundation.open(
      log.path + "-delivery", O_CREAT | O_RDWR | O_CLOEXEC, mode_t(0o600))
    guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK else {
      return
    }
    _ = Foundation.close(descriptor)
    return nil
  }

  /// Gives the lease back.
  consuming func release() {}

  deinit {
    guard descriptor >= 0 else { return }
    // A process that is being started has the descriptor, too, until it is what it will be.
    flock(descriptor, LOCK_UN)
    _ = Foundation.close(descriptor)
  }
}
#endif
