import Foundation
import Strata
import TestSupport
import Testing

/// Random work on object graphs: several edits at once, every merge policy, undo, children, batches and
/// transactions that fail, checked after every step.
@Suite struct GraphTrials {
  /// How many runs; `make torture` asks for more.
  static let count =
    ProcessInfo.processInfo.environment["STRATA_GRAPH_RUNS"].flatMap { Int($0) }
    ?? FuzzRounds.count * 10

  @Test func saveWhatTheyShow() throws {
    var random = SeededGenerator(for: "GraphTrials")
    var failures: [String: (count: Int, text: String)] = [:]
    for _ in 0..<Self.count {
      let seed = random.next()
      var run = SeededGenerator(seed: seed)
      let setting = GraphTrial.Setting(random: &run)
      let steps = (0..<200).map { _ in GraphTrial.Step(random: &run) }
      guard let error = failure(of: steps, setting) else { continue }
      let (fewest, trial) = reduced(steps, setting, error)
      let text =
        "run \(seed): \(setting)\n\(fewest.count) steps\n"
        + trial.notes.joined(separator: "\n") + "\n\(failure(of: fewest, setting) ?? "")"
      let kind = error.filter { !$0.isNumber }
      failures[String(kind.prefix(60)), default: (0, text)].count += 1
      if text.count < failures[String(kind.prefix(60))]?.text.count ?? 0 {
        failures[String(kind.prefix(60))]?.text = text
      }
    }
    for (_, failure) in failures {
      Issue.record("\(failure.count) times\n\(failure.text)\nSTRATA_TEST_SEED=\(random.seed)")
    }
  }

  /// Why steps fail; nil where they don't.
  private func failure(of steps: [GraphTrial.Step], _ setting: GraphTrial.Setting) -> String? {
    do {
      try GraphTrial(setting).run(steps)
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// The fewest steps that still fail, found by leaving out ever smaller parts.
  private func reduced(
    _ steps: [GraphTrial.Step], _ setting: GraphTrial.Setting, _ error: String
  ) -> (steps: [GraphTrial.Step], trial: GraphTrial) {
    var steps = steps
    var size = steps.count / 2
    while size > 0 {
      var start = 0
      while start < steps.count {
        var fewer = steps
        fewer.removeSubrange(start..<min(start + size, fewer.count))
        if failure(of: fewer, setting) != nil { steps = fewer } else { start += size }
      }
      size /= 2
    }
    let trial = try? GraphTrial(setting)
    // It fails, which is known; what it was about is in its notes.
    try? trial?.run(steps)
    return (steps, trial ?? { preconditionFailure("no container") }())
  }
}
