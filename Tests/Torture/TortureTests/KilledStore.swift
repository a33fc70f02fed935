import Foundation
import StrataStoreSupport
import Strata
import StrataTestSupport
import StrataTorture

/// A store on which one program after the other is killed, with what is known of it.
final class KilledStore {
  private let folder: TemporaryFolder
  /// The contents of the store at the start of the last program.
  private var manifest: Manifest
  /// The replica that follows its history, nil until it was opened in its last version.
  private var replica: HistoryReplica?
  private var run = KilledRun()

  var isNew: Bool { replica == nil }
  private var url: URL { folder.store() }

  init() throws {
    folder = try TemporaryFolder()
    manifest = try FreightStore.makeFirstVersion(folder.store(), loadCount: 60)
  }

  /// Lets a program work, until it is killed or done.
  func work(seed: UInt64, until blow: Blow) throws -> PeerProgram.End {
    run = try KilledRun(["work", url.absoluteString, "\(seed)", "80"], until: blow)
    return run.end
  }

  /// The faults of the store after the program's end.
  func check(seed: UInt64) throws -> [String] {
    let store = try FreightStore(url)
    let found = try store.manifest()
    var faults = run.errors
    // As far as it told, or one transaction further, of which it couldn't tell.
    var states = [manifest]
    var workload = Workload(seed: seed, manifest)
    while states.count < run.acknowledged + 2 { states += workload.next().states }
    if found != states[run.acknowledged], found != states[run.acknowledged + 1] {
      faults.append(
        "after \(run.acknowledged) transactions:\n\(found.difference(from: states[run.acknowledged]))"
      )
    }
    manifest = found
    faults += try storeFaults(store.context, at: url)
    return try faults + historyFaults(store.context)
  }

  private func historyFaults(_ context: ModelContext) throws -> [String] {
    if let replica {
      try replica.catchUp(context)
      return try replica.faults(context)
    }
    let replica = HistoryReplica(
      Self.properties, preserved: ["Load": "serial", "ChilledLoad": "serial"]
    ) { try Self.models($0) }
    try replica.begin(context)
    self.replica = replica
    return []
  }

  private static let properties: [String: Set<String>] = [
    "Harbor": ["serial"], "Tag": ["serial"], "Seal": ["serial", "load"],
    "Load": ["serial", "weight", "note", "harbor"],
    "ChilledLoad": ["serial", "weight", "note", "harbor", "degrees"],
  ]

  private static func models(_ context: ModelContext) throws -> [any PersistentModel] {
    let places: [any PersistentModel] = try context.fetch(FetchDescriptor<Harbor>())
    let loads: [any PersistentModel] = try context.fetch(FetchDescriptor<Load>())
    return try places + loads + context.fetch(FetchDescriptor<Seal>())
      + context.fetch(FetchDescriptor<Tag>())
  }
}
