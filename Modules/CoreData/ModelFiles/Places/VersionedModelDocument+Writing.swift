public import Foundation

extension VersionedModelDocument {
  /// Writes an `.xcdatamodeld` folder with all versions.
  ///
  /// A folder that is there is replaced as a whole, with all that is in it: everything is written to a new
  /// folder beside it first. Then the old one gets a hidden name, the new one takes its place, and the old
  /// one is removed. There is no half-written folder at any time; a program that is killed between the two
  /// renamings leaves both, beside the place, under hidden names.
  ///
  /// - Throws: ``ModelFileError``; the folder is as before then.
  public func write(to url: URL) throws(ModelFileError) {
    try check(url)
    let folder = url.deletingLastPathComponent()
      .appendingPathComponent(".\(url.lastPathComponent)-\(UUID().uuidString)", isDirectory: true)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      // What is left of a folder that has taken its place, or couldn't be written, is of no use.
      defer { try? FileManager.default.removeItem(at: folder) }
      for version in versions {
        try version.document.write(
          to: folder.appendingPathComponent(
            "\(version.name).\(Self.versionExtension)", isDirectory: true))
      }
      if saysCurrentVersion || versions.count > 1 {
        try Data(CurrentVersionFile.text(version: currentVersionName).utf8)
          .write(to: folder.appendingPathComponent(CurrentVersionFile.name, isDirectory: false))
      }
      if RegularFile.isFolder(url) == nil {
        try FileManager.default.moveItem(at: folder, to: url)
      } else {
        try replace(url, with: folder)
      }
    } catch let error as ModelFileError {
      throw error
    } catch {
      throw .unwritable(path: url.path, reason: error.localizedDescription)
    }
  }

  private func replace(_ url: URL, with folder: URL) throws {
    let old = folder.appendingPathExtension("old")
    try FileManager.default.moveItem(at: url, to: old)
    do {
      try FileManager.default.moveItem(at: folder, to: url)
    } catch {
      try FileManager.default.moveItem(at: old, to: url)
      throw error
    }
    // The new folder is in its place; what is left of the old one, hidden, is no reason to fail.
    try? FileManager.default.removeItem(at: old)
  }

  private func check(_ url: URL) throws(ModelFileError) {
    guard versions.contains(where: { $0.name == currentVersionName }) else {
      throw .noSuchVersion(
        path: url.path, version: currentVersionName, versions: versions.map(\.name))
    }
    var names: Set<String> = []
    for version in versions {
      let name = version.name
      if name.isEmpty || name.hasPrefix(".")
        || name.utf8.contains(where: { $0 == 0x2F || $0 < 0x20 })
      {
        throw .unwritable(
          path: url.path, reason: "“\(name)” can't be a folder's name; give the version another")
      }
      guard names.insert(name).inserted else {
        throw .unwritable(
          path: url.path, reason: "two versions have the name “\(name)”; rename one")
      }
    }
  }
}
