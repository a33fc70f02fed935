import Foundation
import StrataStoreSupport
import Strata
import StrataTestSupport
import Synchronization
import Testing

/// Random work on object graphs: several edits at once, every merge policy, undo, children, batches and
/// transactions that fail, checked after every step.
@Suite struct GraphTrials {
  private static let environment = ProcessInfo.processInfo.environment
  /// The number of runs. `make torture` sets a higher one.
  private static let count =
    environment["STRATA_GRAPH_RUNS"].flatMap { Int($0) }
    ?? FuzzRounds.count * (TestServer.isWanted ? 3 : 10)

  /// The sample of `make test` is the same each time; `make torture` draws its own.
  private static var generator: SeededGenerator {
    let drawn = ["STRATA_GRAPH_RUNS", "STRATA_TEST_SEED", "STRATA_RUN_SEED"]
    guard drawn.allSatisfy({ environment[$0] == nil }) else {
      return SeededGenerator(for: "GraphTrials")
    }
    print("GraphTrials: STRATA_TEST_SEED=24")
    return SeededGenerator(seed: 24)
  }

  @Test func saveWhatTheyShow() throws {
    let single = Self.environment["STRATA_GRAPH_RUN"].flatMap { UInt64($0) }
    // One fault of each kind is enough to begin with.
    let kinds = Mutex<Set<String>>([])
    @Sendable func fault(_ seed: UInt64) -> String? {
      var run = SeededGenerator(seed: seed)
      var setting = GraphTrial.Setting(random: &run)
      setting.fetchesPartly = seed % 3 == 0
      let steps = (0..<200).map { _ in GraphTrial.Step(random: &run) }
      guard let error = Self.attempt(steps, setting).error else { return nil }
      let kind = String(error.filter { !$0.isNumber }.prefix(60))
      guard kinds.withLock({ $0.insert(kind).inserted }) else { return error }
      let fewest = Self.reduced(steps, setting)
      let last = Self.attempt(fewest, setting)
      return "\(setting)\n\(fewest.count) steps\n"
        + last.notes.joined(separator: "\n") + "\n\(last.error ?? error)"
    }
    if let single {
      if let fault = fault(single) { Issue.record("\(fault)") }
      return
    }
    var random = Self.generator
    for (seed, fault) in random.faults(inRuns: Self.count, of: "GraphTrials", fault) {
      Issue.record("\(fault)\nSTRATA_GRAPH_RUN=\(seed)")
    }
  }

  /// Does steps in a store of their own. Returns their words, and the error if they failed.
  private static func attempt(
    _ steps: [GraphTrial.Step], _ setting: GraphTrial.Setting
  ) -> (error: String?, notes: [String]) {
    partlyFetching(setting.fetchesPartly) {
      var trial: GraphTrial?
      do {
        let made = try GraphTrial(setting)
        trial = made
        try made.run(steps)
        Trials.graphSteps.count(steps.count)
        return (nil, made.notes)
      } catch {
        return ("\(error)", trial?.notes ?? [])
      }
    }
  }

  /// The fewest steps that still fail, found by leaving out ever smaller parts.
  private static func reduced(
    _ steps: [GraphTrial.Step], _ setting: GraphTrial.Setting
  ) -> [GraphTrial.Step] {
    var steps = steps
    var size = steps.count / 2
    while size > 0 {
      var start = 0
      while start < steps.count {
        var fewer = steps
        fewer.removeSubrange(start..<min(start + size, fewer.count))
        if attempt(fewer, setting).error != nil { steps = fewer } else { start += size }
      }
      size /= 2
    }
    return steps
  }
}
