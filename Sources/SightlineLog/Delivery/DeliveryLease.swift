#if Log
internal import Foundation

/// The right to deliver a log: a lock on a file beside it, which keeps two processes from sending
/// the same events at the same time.
///
/// The system releases it when the process ends for any reason, without relying on a clock or
/// process ID. It is held for one round, from the first batch to the last, and never while waiting.
struct DeliveryLease: ~Copyable, Sendable {
  let descriptor: Int32

  /// Takes the lease, or returns `nil` while another delivery holds it, in this process or another.
  ///
  /// The lease is granted if the file cannot be created or the file system has no locks: events
  /// sent twice have the same ID.
  init?(of log: URL) {
    descriptor = Foundation.open(
      log.path + "-delivery", O_CREAT | O_RDWR | O_CLOEXEC, mode_t(0o600))
    guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK else {
      return
    }
    _ = Foundation.close(descriptor)
    return nil
  }

  /// Releases the lease.
  consuming func release() {}

  deinit {
    guard descriptor >= 0 else { return }
    // A child process holds the descriptor between fork and exec, so unlock explicitly.
    flock(descriptor, LOCK_UN)
    _ = Foundation.close(descriptor)
  }
}
#endif
