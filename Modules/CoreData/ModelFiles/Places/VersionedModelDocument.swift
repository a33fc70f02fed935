public import Foundation

/// An `.xcdatamodeld` folder with all versions of a model.
public struct VersionedModelDocument: Sendable, Hashable {
  /// The folder's extension.
  public static let pathExtension = "xcdatamodeld"
  /// The extension of a version's folder.
  public static let versionExtension = "xcdatamodel"

  /// One version of a model.
  public struct Version: Sendable, Hashable {
    /// The name of the version's folder, without extension.
    public var name: String
    /// The version's document.
    public var document: ModelDocument

    /// Creates a version.
    public init(name: String, document: ModelDocument) {
      self.name = name
      self.document = document
    }
  }

  /// The versions, sorted by name.
  public var versions: [Version]
  /// The name of the version that programs are built with.
  public var currentVersionName: String
  /// True if the folder names the current version. It needn't if there is only one.
  var saysCurrentVersion: Bool

  /// Creates a document. One of the versions must have the current version's name when you write
  /// it.
  public init(versions: [Version], currentVersionName: String) {
    self.versions = versions
    self.currentVersionName = currentVersionName
    saysCurrentVersion = true
  }

  /// Reads an `.xcdatamodeld` folder with all versions.
  ///
  /// Xcode writes no `.xccurrentversion` file for a single version. That version is the current one
  /// then.
  ///
  /// - Throws: ``ModelFileError``. If the current version isn't known, the error lists the
  ///   versions.
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

  /// Reads the names of the versions in an `.xcdatamodeld` folder, but not the versions themselves.
  ///
  /// - Throws: ``ModelFileError``
  public static func versionNames(at url: URL) throws(ModelFileError) -> [String] {
    try ModelVersions(of: url).names
  }

  /// Reads the name of the current version in an `.xcdatamodeld` folder, but no version itself.
  ///
  /// - Throws: ``ModelFileError``
  public static func currentVersionName(at url: URL) throws(ModelFileError) -> String {
    try ModelVersions(of: url).current
  }

  /// Returns the version with a name, or nil if there is none.
  public func document(named name: String) -> ModelDocument? {
    versions.first { $0.name == name }?.document
  }

  /// The current version, or nil if no version has its name.
  public var currentDocument: ModelDocument? { document(named: currentVersionName) }
}
