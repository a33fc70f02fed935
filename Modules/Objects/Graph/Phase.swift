/// The activities of a graph that are in progress.
///
/// They nest: a save reads, a read may merge, and a change of a relationship may read. A call inside
/// an activity of the same kind joins it.
struct Phase: OptionSet {
  let rawValue: UInt8

  /// A snapshot of the store is open.
  static let reading = Phase(rawValue: 1 << 0)
  /// A fault also reads for objects that nobody has accessed yet.
  static let readingAhead = Phase(rawValue: 1 << 1)
  /// The two ends of a relationship don't agree yet.
  static let changing = Phase(rawValue: 1 << 2)
  /// An object is inserted, and the objects that it is related to wait.
  static let inserting = Phase(rawValue: 1 << 3)
  /// The objects change to what other contexts have saved.
  static let merging = Phase(rawValue: 1 << 4)
  /// The unsaved changes are written.
  static let saving = Phase(rawValue: 1 << 5)

  /// True if observers and lifecycle methods may be called, which read, change and save anything.
  var callsObservers: Bool { isDisjoint(with: [.reading, .saving, .changing]) }
  /// True if the graph may merge other contexts' saves.
  var merges: Bool { !contains(.changing) }
  /// True if the graph may look for reference cycles, which nothing else may hold meanwhile.
  var collectsCycles: Bool { isDisjoint(with: [.changing, .saving]) }

  /// The reason why an activity can't begin. Nil if it can.
  func obstacle(to activity: Phase) -> String? {
    switch activity {
    case .merging where contains(.changing): return "the ends of a relationship don't agree"
    case .saving where contains(.changing): return "the ends of a relationship don't agree"
    case .saving where contains(.merging): return "a merge isn't complete"
    default: return nil
    }
  }
}

extension ObjectGraph {
  /// True while a merge changes objects, whose notifications wait until it is complete.
  package var holdsNotices: Bool { phase.contains(.merging) }

  /// Runs a body as an activity.
  func during<Result>(_ activity: Phase, _ body: () throws -> Result) rethrows -> Result {
    assert(phase.obstacle(to: activity) == nil, phase.obstacle(to: activity) ?? "")
    let isOutermost = phase.insert(activity).inserted
    defer { if isOutermost { phase.remove(activity) } }
    return try body()
  }
}
