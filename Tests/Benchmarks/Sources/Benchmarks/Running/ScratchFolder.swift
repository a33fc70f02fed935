import Foundation

/// A folder for this run's databases, gone when the run ends.
enum ScratchFolder {
  private static let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("strata-benchmarks-\(ProcessInfo.processInfo.processIdentifier)")

  /// Runs a body with the place for a database that isn't there yet, and removes what it made.
  static func withFile<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let place = folder.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: place) }
    return try body(place.appendingPathComponent("benchmark.store"))
  }

  /// The place for a database that stays until the run ends.
  static func keptFile() throws -> URL {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder.appendingPathComponent(UUID().uuidString)
  }

  static func remove() { try? FileManager.default.removeItem(at: folder) }
}
