public import Foundation

/// All versions of a model: an `.xcdatamodeld` folder.
public struct VersionedModelDocument: Sendable, Hashable {
  /// The folder's extension.
  public static let pathExtension = "xcdatamodeld"
  /// The extension of the folder of a version.
  public static let versionExtension = "xcdatamodel"

  /// One version of a model.
  public struct Version: Sendable, Hashable {
    /// The name of the version's folder, without extension.
    public var name: String
    /// What is in it.
    public var document: ModelDocument

    /// Names a version.
    public init(name: String, document: ModelDocument) {
      self.name = name
      self.document = document
    }
  }

  /// The versions, as people sort their names.
  public var versions: [Version]
  /// The name of the version that programs are built with.
  public var currentVersionName: String
  /// Whether the folder says which version is the current one; it needn't where there is only one.
  var saysCurrentVersion: Bool

  /// Puts versions together. One of them must have the current version's name when they are written.
  public init(versions: [Version], currentVersionName: String) {
    self.versions = versions
    self.currentVersionName = currentVersionName
    saysCurrentVersion = true
  }

  /// Reads an `.xcdatamodeld` folder with all versions.
  ///
  /// Without a file `.xccurrentversion`, which Xcode doesn't write for a single version, the only version is
  /// the current one.
  ///
  /// - Throws: ``ModelFileError``; if it doesn't follow which version is the current one, with the choices.
  public init(contentsOf url: URL) throws(ModelFileError) {
    let found = try ModelVersions(of: url)
    currentVersionName = try found.current
    saysCurrentVersion = try CurrentVersionFile.read(in: url) != nil
    versions = []
    for name in found.names {
      versions.append(
        Version(name: name, document: try ModelDocument(versionAt: found.url(of: name))))
    }
  }

  /// The names of the versions in an `.xcdatamodeld` folder, as people sort them; no version is read.
  ///
  /// - Throws: ``ModelFileError``
  public static func versionNames(at url: URL) throws(ModelFileError) -> [String] {
    try ModelVersions(of: url).names
  }

  /// The name of the current version in an `.xcdatamodeld` folder; no version is read.
  ///
  /// - Throws: ``ModelFileError``
  public static func currentVersionName(at url: URL) throws(ModelFileError) -> String {
    try ModelVersions(of: url).current
  }

  /// Finds a version by name; nil for none.
  public func document(named name: String) -> ModelDocument? {
    versions.first { $0.name == name }?.document
  }

  /// The current version; nil where none has its name.
  public var currentDocument: ModelDocument? { document(named: currentVersionName) }
}
