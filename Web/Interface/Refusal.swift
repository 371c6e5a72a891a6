/// Why a call was refused, or an edit: the statuses of `sightline.h`. 0 is that all is well.
///
/// JavaScript may hand over anything. What would stop the engine as a programmer's error is refused
/// before it gets there.
enum Refusal: UInt32, Error {
  case unknownEngine = 1
  /// The buffer ends inside a record.
  case cutOff
  /// There is no such kind of edit.
  case unknownKind
  /// A number stands for nothing.
  case unknownNumber
  /// A number stands for something else already.
  case numberInUse
  /// A number is beyond ``Names/limit``.
  case numberTooLarge
  /// A value is outside of its range, or not a number.
  case badValue
  /// Containers would nest deeper than an engine can follow.
  case tooDeep
  /// The root and the window stay; a container does not go into itself.
  case impossible
}
