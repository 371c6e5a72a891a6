/// The reason a call or an edit was refused: the statuses in `sightline.h`, where 0 is success.
///
/// JavaScript may pass arbitrary input. Input that would trap in the engine is refused first.
enum Refusal: UInt32, Error {
  case unknownEngine = 1
  /// The buffer ends inside a record.
  case cutOff
  /// The kind of edit is unknown.
  case unknownKind
  /// A number was never assigned, or its object was removed.
  case unknownNumber
  /// A number is already in use.
  case numberInUse
  /// A number is beyond ``Names/limit``.
  case numberTooLarge
  /// A value is out of range or NaN.
  case badValue
  /// Containers would nest deeper than the engine's limit.
  case tooDeep
  /// Removes or moves the root, removes the window, or moves a container into itself.
  case impossible
}
