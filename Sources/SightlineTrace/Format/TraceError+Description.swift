extension TraceError: CustomStringConvertible {
  /// The error as one line: `FILE:LINE: problem; advice`.
  public var description: String {
    line == 0 ? "\(file): \(problem)" : "\(file):\(line): \(problem)"
  }
}

extension TraceError.Problem: CustomStringConvertible {
  /// The problem and advice.
  var description: String {
    switch self {
    case .noSuchFile: "no such file; check the path"
    case .isDirectory: "this is a directory; name a file in it"
    case .unreadable(let reason): "cannot be read (\(reason)); check its permissions and the disk"
    case .unwritable(let reason):
      "cannot be written (\(reason)); check its permissions and the space on the disk"
    case .notText:
      "this is not a trace but a binary file; decompress it first, or convert it to UTF-8"
    case .notUTF8(let column): "byte \(column) is not UTF-8; save the file as UTF-8"
    case .notJSON(let column, let expected):
      "not JSON at byte \(column): expected \(expected); each line must be one JSON object"
    case .nestedTooDeeply(let column):
      "arrays or objects nested too deeply at byte \(column); "
        + "nest at most \(JSONScanner.maximumDepth) levels"
    case .cutOff: "the last line is truncated; record again, or delete that line"
    case .lineTooLong(let limit):
      "the line is longer than \(limit) bytes; each line must be one JSON object; is this a trace?"
    case .tooMany(let what, let limit): "more than \(limit) \(what); record a smaller part"
    case .notAnObject: "the line is not a JSON object; each line must be one JSON object"
    case .missingKey(let key, let kind): "a \"\(kind)\" needs the key \"\(key)\"; add it"
    case .duplicateKey(let key): "the key \"\(key)\" appears twice; keep one of them"
    case .wrongType(let key, let expected): "\"\(key)\" must be \(expected); correct the value"
    case .outOfRange(let key, let expected):
      "\"\(key)\" is out of range, it must be \(expected); correct the value"
    case .badValue(let key, let reason): "\"\(key)\": \(reason); correct the value"
    case .empty: "the file is empty; the first line must be a \"meta\" line"
    case .missingMeta: "the first line is not a \"meta\" line; is this a trace?"
    case .repeatedMeta: "a second \"meta\" line; split the file: each trace needs its own file"
    case .futureVersion(let version):
      "version \(version) is too new; "
        + "this reads version \(TraceMeta.currentVersion): update sightline"
    case .stepBackwards(let step, let previous):
      "step \(step) comes after step \(previous); keep the steps in time order"
    case .timeBackwards(let step):
      "step \(step) begins before the step it follows; keep the steps in time order"
    case .wrongStep(let step, .some(let current)):
      "the line belongs to step \(step), but this is step \(current); put it after its step's line"
    case .wrongStep(let step, .none):
      "the line belongs to step \(step), but no step has begun; put it after its step's line"
    case .unknownNode(let id, let key):
      "\"\(key)\" names node \(id), which does not exist; add the node first"
    case .duplicateNode(let id):
      "node \(id) already exists; remove it first, or use another number"
    case .missingRoot: "node 0, the root, is missing; add it with parent -1"
    case .secondRoot(let id):
      "node \(id) has no parent, but only node 0 is the root; give it a parent"
    case .rootMoved:
      "node 0 is the root: it cannot be removed or have a parent; change another node"
    case .cycle(let id):
      "node \(id) becomes its own ancestor; correct \"p\", or move the other node first"
    case .tooDeep(let id, let limit):
      "node \(id) is nested deeper than \(limit); leave out irrelevant nodes in between"
    case .childStays(let id, let child):
      "node \(id) is removed before its child \(child); remove or move the child first"
    case .unknownView(let number): "view \(number) does not exist; add its \"view\" line first"
    case .viewMoved(let number):
      "view \(number) already exists with another root or scroll margin; "
        + "remove the view first, or use another number"
    case .unknownWatch(let number): "watch \(number) does not exist; add its \"watch\" line first"
    case .duplicateWatch(let number): "watch \(number) already exists; use another number"
    }
  }
}
