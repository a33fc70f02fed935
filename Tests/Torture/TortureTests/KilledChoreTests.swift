import Foundation
import StrataStoreSupport
import StrataTestSupport
import Testing
import StrataTorture

/// Migrations, saves, batches and imports in programs that die at a call: what is begun again ends as if nothing
/// had been.
@Suite struct KilledChores {
  /// A store before a chore, closed.
  private struct Scene {
    let chore: Chore
    let data: Data
    let manifest: Manifest

    /// Takes the store that the chore needs: of the first version, or of the last one.
    init(_ chore: Chore) throws {
      self.chore = chore
      (data, manifest) = try chore == .migrate ? Self.old.get() : Self.filled.get()
    }

    // Made once, and closed: files without a log.
    private static let old = Result {
      let folder = try TemporaryFolder()
      let manifest = try FreightStore.makeFirstVersion(folder.file(), loadCount: 60)
      return (try Data(contentsOf: folder.file()), manifest)
    }

    /// With seals, tags and whatever else a workload brings in.
    private static let filled = Result {
      let folder = try TemporaryFolder()
      let (data, manifest) = try old.get()
      try data.write(to: folder.file())
      let filled = try fill(folder.file(), manifest)
      return (try Data(contentsOf: folder.file()), filled)
    }

    private static func fill(_ url: URL, _ manifest: Manifest) throws -> Manifest {
      let store = try FreightStore(url)
      var workload = Workload(seed: 7, manifest)
      for _ in 0..<30 { try store.perform(workload.next().deed) {} }
      return workload.manifest
    }

    func copy() throws -> TemporaryFolder {
      let folder = try TemporaryFolder()
      try data.write(to: folder.file())
      return folder
    }

    /// The states from the start to the end.
    var states: [Manifest] {
      [manifest] + (chore.deed(manifest).map { manifest.states(after: $0) } ?? [])
    }

    /// The number of calls of a kind that the chore makes without a fault, and the store's contents
    /// at its end.
    func undisturbed(_ fault: Fault) throws -> (calls: Int, end: Manifest) {
      let folder = try copy()
      var calls = 0
      if let deed = chore.deed(manifest) {
        // With the end of the store, as in a program that ends.
        var store: FreightStore? = try FreightStore(folder.file())
        _ = try store?.manifest()
        calls = try fault.calls {
          try store?.perform(deed) {}
          store = nil
        }
      } else {
        calls = try fault.calls { _ = try FreightStore(folder.file()) }
      }
      return (calls, try FreightStore(folder.file()).manifest())
    }
  }

  @Test(arguments: Chore.allCases, [Fault.write, .sync, .truncate, .lock, .sharedMemory])
  func endAsIfNothingHadBeen(chore: Chore, fault: Fault) throws {
    var random = SeededGenerator(for: "KilledChores \(chore) \(fault)")
    let scene = try Scene(chore)
    let states = scene.states
    let (calls, end) = try scene.undisturbed(fault)
    #expect(states.last.map { end.difference(from: $0) } == "")
    for number in Fault.numbers(upTo: calls, &random) {
      let place =
        "STRATA_TEST_SEED=\(random.seed), \(chore), killed at \(fault) \(number) of \(calls)"
      let folder = try scene.copy()
      let url = folder.file()
      let peer = try PeerProgram([
        "do", url.absoluteString, chore.rawValue, fault.rawValue, "\(number)",
      ])
      let lines = try peer.lines()
      let done = min(lines.count, states.count - 1)
      #expect(lines.allSatisfy { $0 == "done" }, "\(place): \(lines)")
      #expect([.signal(SIGKILL), .exit(0)].contains(peer.wait()), "\(place)")
      do {
        let store = try FreightStore(url)
        let found = try store.manifest()
        let isWhole = states[done...].prefix(2).contains(found)
        #expect(isWhole, "\(place), after \(done):\n\(found.difference(from: states[done]))")
        if let deed = chore.deed(scene.manifest), chore == .import || found == states[0] {
          try store.perform(deed) {}
          let difference = try store.manifest().difference(from: end)
          #expect(difference == "", "\(place)")
        }
        #expect(try storeFaults(store.context, at: url) == [], "\(place)")
      } catch {
        Issue.record("\(place): \(error)")
      }
      #expect(try folder.names() == ["test.store"], "\(place)")
    }
  }
}
