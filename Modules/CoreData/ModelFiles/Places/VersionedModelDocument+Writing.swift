public import Foundation

extension VersionedModelDocument {
  /// Writes an `.xcdatamodeld` folder with all versions.
  ///
  /// An existing folder is replaced with everything in it. The new folder is written beside it
  /// under a hidden name, then the old one is renamed, the new one takes its name, and the old one
  /// is deleted. A half-written folder never has the final name. A program that is killed between
  /// the two renames leaves both folders beside it under hidden names.
  ///
  /// - Throws: ``ModelFileError``. The old folder is unchanged then.
  public func write(to url: URL) throws(ModelFileError) {
    try check(url)
    let folder = url.deletingLastPathComponent()
      .appendingPathComponent(".\(url.lastPathComponent)-\(UUID().uuidString)", isDirectory: true)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      // Deletes what remains if writing failed.
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
    // The new folder is complete, so an error of deleting the old one is ignored.
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
