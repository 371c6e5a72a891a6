extension TraceError: CustomStringConvertible {
  /// One line: `FILE:LINE: what is wrong; what to do`.
  public var description: String {
    line == 0 ? "\(file): \(problem)" : "\(file):\(line): \(problem)"
  }
}

extension TraceError.Problem: CustomStringConvertible {
  /// What is wrong; what to do.
  var description: String { "\(wrong); \(remedy)" }

  private var wrong: String {
    switch self {
    case .noSuchFile: "no such file"
    case .isDirectory: "this is a directory"
    case .unreadable(let reason): "cannot be read (\(reason))"
    case .unwritable(let reason): "cannot be written (\(reason))"
    case .closedPipe: "the reader of the output has gone"
    case .foreign(let format): "this is \(format.name), not a trace"
    case .notUTF8(let column): "byte \(column) is not UTF-8"
    case .notJSON(let column, let expected): "not JSON at byte \(column): expected \(expected)"
    case .nestedTooDeeply(let column): "arrays or objects nested too deeply at byte \(column)"
    case .cutOff: "the last line is cut off"
    case .lineTooLong(let limit): "the line is longer than \(limit) bytes"
    case .tooMany(let what, let limit): "more than \(limit) \(what)"
    case .notAnObject: "the line is not a JSON object"
    case .missingKey(let key, let kind): "a \"\(kind)\" needs the key \"\(key)\""
    case .duplicateKey(let key): "the key \"\(key)\" is there twice"
    case .wrongType(let key, let expected): "\"\(key)\" must be \(expected)"
    case .outOfRange(let key, let expected): "\"\(key)\" is out of range, it must be \(expected)"
    case .badValue(let key, let reason): "\"\(key)\": \(reason)"
    case .empty: "the file holds no line"
    case .missingMeta: "the first line is not a \"meta\" line"
    case .repeatedMeta: "a second \"meta\" line"
    case .futureVersion(let version): "version \(version) is from the future"
    case .stepBackwards(let step, let previous): "step \(step) comes after step \(previous)"
    case .timeBackwards(let step): "step \(step) begins before the step it follows"
    case .wrongStep(let step, .some(let current)):
      "the line belongs to step \(step), but this is step \(current)"
    case .wrongStep(let step, .none):
      "the line belongs to step \(step), but no step has begun"
    case .unknownNode(let id, let key): "\"\(key)\" names node \(id), which is not there"
    case .duplicateNode(let id): "node \(id) is there already"
    case .listedTwice(let id): "node \(id) is listed twice on this line"
    case .missingRoot: "there is no node 0, the root"
    case .secondRoot(let id): "node \(id) has no parent, but only node 0 is the root"
    case .rootMoved: "node 0 is the root: it can neither go nor have a parent"
    case .cycle(let id): "node \(id) is its own ancestor"
    case .tooDeep(let id, let limit): "node \(id) is nested deeper than \(limit)"
    case .childStays(let id, let child): "node \(id) is removed, but its child \(child) stays"
    case .unknownObserver(let number): "observer \(number) is not there"
    case .duplicateObserver(let number): "observer \(number) is there already"
    case .unknownView(let number): "view \(number) is not there"
    case .viewMoved(let number):
      "view \(number) is there already with another root or scroll margin"
    case .unknownWatch(let number): "watch \(number) is not there"
    case .duplicateWatch(let number): "watch \(number) is there already"
    }
  }

  private var remedy: String {
    switch self {
    case .noSuchFile: "check the path"
    case .isDirectory: "name a file in it"
    case .unreadable: "check its permissions and the disk"
    case .unwritable: "check its permissions and the space on the disk"
    case .closedPipe: "nothing more is written"
    case .foreign(let format):
      format.unpackingCommand.map { "\(format.isText ? "convert" : "unpack") it first: \($0)" }
        ?? "check the path"
    case .notUTF8: "save the file as UTF-8"
    case .notJSON: "each line must be one JSON object"
    case .nestedTooDeeply: "nest at most \(JSONScanner.maximumDepth) levels"
    case .cutOff: "record again, or delete that line"
    case .lineTooLong: "each line must be one JSON object; is this a trace?"
    case .tooMany: "record a smaller part"
    case .notAnObject: "each line must be one JSON object"
    case .missingKey: "add it"
    case .duplicateKey: "keep one of them"
    case .wrongType, .outOfRange, .badValue: "correct the value"
    case .empty: "the first line must be a \"meta\" line"
    case .missingMeta: "is this a trace?"
    case .repeatedMeta: "split the file: each trace is a file of its own"
    case .futureVersion: "this reads version \(TraceMeta.currentVersion): update sightline"
    case .stepBackwards, .timeBackwards: "keep the steps in the order of time"
    case .wrongStep: "put it after its step's line"
    case .unknownNode: "add the node first"
    case .duplicateNode: "remove the old one first, or use another number"
    case .listedTwice: "list it once, in \"add\", \"set\" or \"rm\""
    case .missingRoot: "add it, with parent -1"
    case .secondRoot: "give it a parent"
    case .rootMoved: "change another node"
    case .cycle: "correct \"p\""
    case .tooDeep: "leave out nodes in between that matter to nothing"
    case .childStays: "remove it too, or move it first"
    case .unknownObserver: "add its \"obs\" line first"
    case .duplicateObserver, .duplicateWatch: "use another number"
    case .unknownView: "add its \"view\" line first"
    case .viewMoved: "remove the view first, or use another number"
    case .unknownWatch: "add its \"watch\" line first"
    }
  }
}
