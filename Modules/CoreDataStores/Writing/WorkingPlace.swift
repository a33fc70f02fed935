internal import Foundation

/// A folder for a working copy, which goes with this object.
final class WorkingPlace: Sendable {
  let store: URL
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("strata-" + UUID().uuidString)
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    store = folder.appendingPathComponent("working.store")
  }

  deinit {
    // Nobody is left to be told; the system clears the folder for temporary files.
    try? FileManager.default.removeItem(at: folder)
  }
}
