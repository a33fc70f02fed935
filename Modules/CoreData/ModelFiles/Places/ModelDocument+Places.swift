public import Foundation

extension ModelDocument {
  /// Reads a model from an `.xcdatamodeld` folder, the `.xcdatamodel` folder of a version, or the
  /// `contents` file in it.
  ///
  /// Only one version of an `.xcdatamodeld` folder is read, so that damage to others has no effect.
  ///
  /// - Parameters:
  ///   - url: The folder or file.
  ///   - version: The name of a version, without extension, or nil for the current one. For
  ///     `.xcdatamodeld` folders only.
  /// - Throws: ``ModelFileError``
  public init(contentsOf url: URL, version: String? = nil) throws(ModelFileError) {
    guard let isFolder = RegularFile.isFolder(url) else {
      throw .unreadable(path: url.path, reason: "there is no such file or folder")
    }
    if isFolder, url.pathExtension == VersionedModelDocument.pathExtension {
      let versions = try ModelVersions(of: url)
      let name = if let version { try versions.checked(version) } else { try versions.current }
      try self.init(versionAt: versions.url(of: name))
      return
    }
    if let version {
      throw .noSuchVersion(path: url.path, version: version, versions: [])
    }
    if isFolder {
      try self.init(versionAt: url)
    } else {
      try self.init(fileAt: url)
    }
  }

  /// Reads an `.xcdatamodel` folder.
  init(versionAt url: URL) throws(ModelFileError) {
    let file = url.appendingPathComponent("contents", isDirectory: false)
    if RegularFile.isFolder(file) == nil {
      let old = ["elements", "layout"].contains {
        RegularFile.isFolder(url.appendingPathComponent($0, isDirectory: false)) != nil
      }
      throw .notAModel(
        path: url.path,
        reason: old
          ? "it has the binary form of Xcode 3; open it in a newer version of Xcode and save it there"
          : "there is no file “contents” in it")
    }
    try self.init(fileAt: file)
  }

  private init(fileAt url: URL) throws(ModelFileError) {
    let data = try RegularFile.data(at: url, maximumSize: ModelText.maximumSize)
    try self.init(contents: data, path: url.path)
  }

  /// Writes the model to the `contents` file of an `.xcdatamodel` folder, which is created if
  /// necessary.
  ///
  /// The file is written under another name and then renamed, so that there is always a complete
  /// one.
  ///
  /// - Throws: ``ModelFileError/unwritable(path:reason:)``
  public func write(to url: URL) throws(ModelFileError) {
    let file = url.appendingPathComponent("contents", isDirectory: false)
    let data = Data(try contents(path: file.path).utf8)
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      try data.write(to: file, options: .atomic)
    } catch {
      throw .unwritable(path: file.path, reason: error.localizedDescription)
    }
  }
}
