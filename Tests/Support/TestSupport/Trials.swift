internal import Foundation
internal import StrataPlatform
internal import Synchronization

/// What tests try again and again. `Docs/Reliability.md` has a row for each, with how often it was done.
public enum Trials: String, Sendable, CaseIterable {
  /// Programs that were killed at work on a store.
  case killedPrograms
  /// Programs that were killed while they changed searched and temporal objects.
  case killedArchives
  /// Files as a disk has them after the loss of power.
  case lostPower
  /// Calls of the system that failed.
  case failedCalls
  /// Files with bytes that were changed or cut off.
  case damagedFiles
  /// Steps of contexts that change one graph.
  case graphSteps
  /// Steps of programs with different versions of the models.
  case versionSteps
  /// Saves and fetches whose connection to a server was disturbed.
  case disturbedMessages
  /// Saves of programs while a server ended their connections.
  case savesOverLostConnections
  /// Saves during which a server or one of its processes was killed.
  case killedServers

  /// Counts trials that were done.
  ///
  /// Where the variable `STRATA_TRIALS` names a file, the end of the process adds a line to it for each kind:
  /// its name, the engine and the number.
  public func count(_ number: Int = 1) {
    guard Self.file != nil else { return }
    Self.counts.withLock { $0[self, default: 0] += number }
    _ = Self.writesAtTheEnd
  }

  private static let counts = Mutex<[Trials: Int]>([:])
  private static let file = ProcessInfo.processInfo.environment["STRATA_TRIALS"]

  private static let writesAtTheEnd: Void = {
    _ = atexit { Trials.write() }
  }()

  private static func write() {
    guard let file else { return }
    let engine = TestServer.isWanted ? "server" : "file"
    let lines = counts.withLock { $0 }.sorted { $0.key.rawValue < $1.key.rawValue }
      .map { "\($0.key.rawValue) \(engine) \($0.value)\n" }
    do {
      let url = URL(fileURLWithPath: file)
      if !FileManager.default.fileExists(atPath: file) { try Data().write(to: url) }
      let handle = try FileHandle(forWritingTo: url)
      try handle.seekToEnd()
      try handle.write(contentsOf: Data(lines.joined().utf8))
      try handle.close()
    } catch {
      FileHandle.standardError.write(Data("STRATA_TRIALS: \(error)\n".utf8))
    }
  }
}
