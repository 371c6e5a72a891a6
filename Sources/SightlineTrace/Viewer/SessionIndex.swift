import SightlineCore

private let count = ValueForm<Int>.count
private let idOrNull = ValueForm<Int>.id.orNull
private let textOrNull = ValueForm<String>.text.orNull

/// A session's JSON: the viewer's data besides the geometry. The numbers in the records are indices
/// into its lists.
struct SessionIndex {
  struct Watch {
    var target: UInt32
    var viewport: UInt32
    /// The policy's number if there is an identity, otherwise the rule's number.
    var condition: UInt32
    var identity: ItemIdentity?
    /// The watch's number in the trace; `nil` for a watch added by the replay.
    var number: Int?
    /// The app's name for the item.
    var name: String?
  }

  /// The nodes of containers, targets and covers. The first container is the root.
  var nodes = SceneMirror.NewNodes(containers: [TraceNode.rootID])
  /// The nodes of the viewports' containers. The first viewport is the window.
  var viewports = [TraceNode.rootID]
  var rules = DistinctValues<VisibilityRule>()
  var policies = DistinctValues<ImpressionPolicy>()
  var watches: [Watch] = []

  /// Returns the JSON, padded with spaces to a multiple of eight bytes.
  func bytes(
    trace: String, _ meta: TraceMeta, _ summary: TraceReplayer.Summary, isOwnRecording: Bool
  ) -> [UInt8] {
    var json = LineEncoder()
    json.object {
      $0.pair("trace", trace, .text)
      $0.pair("recorder", meta.recorder, textOrNull)
      $0.pair("page", meta.page, textOrNull)
      $0.pair("unit", meta.unit, textOrNull)
      $0.pair("window", meta.viewport ?? .zero, .tuple())
      // When passes run, besides one for each step.
      $0.pair("passes", isOwnRecording ? "steps" : "deadlines", .text)
      $0.pair("steps", summary.steps, count)
      $0.pair("events", summary.entered + summary.left, count)
      $0.pair("impressions", summary.impressions, count)
      $0.pair("containers", nodes.containers, .list(.id))
      var incarnations: [Int: Int] = [:]
      $0.key("targets")
      $0.array(nodes.targets) {
        write($0, isOwnRecording ? incarnations[$0, default: 0] : nil, &$1)
        incarnations[$0, default: 0] += 1
      }
      $0.pair("covers", nodes.covers, .list(.id))
      $0.pair("viewports", viewports, .list(.id))
      $0.key("rules")
      $0.array(rules.values) { write($0, &$1) }
      $0.key("policies")
      $0.array(policies.values) { write($0, &$1) }
      $0.key("watches")
      $0.array(watches) { write($0, &$1) }
    }
    let padding = -json.bytes.count & 7
    return json.bytes + [UInt8](repeating: 0x20, count: padding)
  }

  /// Writes a target with its default identity, for traces that record none: the node, and in an
  /// app's recording also the index among the nodes that had its number.
  private func write(_ node: Int, _ incarnation: Int?, _ json: inout LineEncoder) {
    let identity =
      incarnation.map { ItemIdentity(ownOfNode: node, $0) } ?? ItemIdentity(UInt64(node))
    json.object {
      $0.pair("node", node, .id)
      $0.pair("identity", "\(identity.rawValue)", .text)
    }
  }

  private func write(_ rule: VisibilityRule, _ json: inout LineEncoder) {
    json.object {
      $0.pair("measure", "\(rule.measure.notation.name)", .text)
      $0.pair("thresholds", rule.thresholds, .thresholds)
      for number in VisibilityRule.Number.allCases {
        $0.pair("\(number.notation.name)", rule[number], .number)
      }
    }
  }

  private func write(_ policy: ImpressionPolicy, _ json: inout LineEncoder) {
    let fields = TraceImpressions(of: ItemIdentity(0), policy)
    json.object {
      $0.pair("rule", rules.values.firstIndex(of: policy.rule) ?? 0, count)
      $0.pair("dwell", "\(fields.dwell)", .text)
      $0.pair("repetition", "\(fields.repetition.notation.word)", .text)
      $0.pair("value", "\(fields.number)", .text)
      $0.pair("cumulative", fields.isCumulative, .bool)
      $0.pair("pauses", fields.pausesWhenInactive, .bool)
      $0.pair("speed", fields.scrollSpeedLimit, ValueForm<Double>.number.orNull)
    }
  }

  private func write(_ watch: Watch, _ json: inout LineEncoder) {
    json.object {
      $0.pair("target", Int(watch.target), count)
      $0.pair("viewport", Int(watch.viewport), count)
      if let identity = watch.identity {
        $0.pair("policy", Int(watch.condition), count)
        $0.pair("identity", "\(identity.rawValue)", .text)
      } else {
        $0.pair("rule", Int(watch.condition), count)
      }
      $0.pair("number", watch.number, idOrNull)
      $0.pair("name", watch.name, textOrNull)
    }
  }
}
