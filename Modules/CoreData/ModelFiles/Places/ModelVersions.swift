import Foundation

/// The names of the versions in an `.xcdatamodeld` folder. The versions themselves aren't read.
struct ModelVersions {
  let folder: URL
  /// The names without extension. Numbers in them are sorted by value: “Model 2” before “Model 10”.
  let names: [String]

  init(of folder: URL) throws(ModelFileError) {
    self.folder = folder
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .map { URL(fileURLWithPath: $0) }
        .filter { $0.pathExtension == VersionedModelDocument.versionExtension }
        .map { $0.deletingPathExtension().lastPathComponent }
        .sorted(by: Self.isBefore)
    } catch {
      throw .unreadable(path: folder.path, reason: error.localizedDescription)
    }
    if names.isEmpty {
      throw .notAModel(path: folder.path, reason: "there is no version, an .xcdatamodel, in it")
    }
  }

  /// The name of the version that the folder marks as current. If there is only one, it needn't be
  /// marked.
  var current: String {
    get throws(ModelFileError) {
      if let name = try CurrentVersionFile.read(in: folder) { return try checked(name) }
      guard names.count == 1, let only = names.first else {
        throw .noCurrentVersion(path: folder.path, versions: names)
      }
      return only
    }
  }

  /// Returns a name if it is that of a version, and throws otherwise.
  func checked(_ name: String) throws(ModelFileError) -> String {
    guard names.contains(name) else {
      throw .noSuchVersion(path: folder.path, version: name, versions: names)
    }
    return name
  }

  private static func isBefore(_ one: String, _ other: String) -> Bool {
    switch one.compare(other, options: .numeric) {
    case .orderedAscending: true
    case .orderedSame: one < other
    case .orderedDescending: false
    }
  }

  func url(of name: String) -> URL {
    folder.appendingPathComponent(
      "\(name).\(VersionedModelDocument.versionExtension)", isDirectory: true)
  }
}
