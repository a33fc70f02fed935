import Foundation

/// An empty store of one test: a schema on the server that `NOTES_TEST_SERVER` names, or else a file.
struct TestStore {
  let url: URL
  private let folder: URL?

  init() throws {
    let name = UUID().uuidString
    if let server = ProcessInfo.processInfo.environment["NOTES_TEST_SERVER"] {
      let separator = server.contains("?") ? "&" : "?"
      guard let url = URL(string: "\(server)\(separator)schema=\(name)") else {
        throw InvalidServer(address: server)
      }
      self.url = url
      folder = nil
    } else {
      let folder = URL.temporaryDirectory.appending(path: name)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      url = folder.appending(path: "notes.store")
      self.folder = folder
    }
  }

  /// Removes the file. A schema stays in the database, which whoever has named it drops.
  func remove() {
    // Dropped: a folder that stays in the temporary one fails no test.
    if let folder { try? FileManager.default.removeItem(at: folder) }
  }

  struct InvalidServer: Error {
    let address: String
  }
}
