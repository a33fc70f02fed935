import Foundation
import StrataCoreDataStores
import StrataDescriptions
public import StrataModelFiles
import StrataSQLite
public import StrataShell
import StrataStorage

/// A model with the name of its version.
struct NamedModel {
  let name: String
  let model: ManagedObjectModel
  /// Parts of the file that weren't understood, with their positions.
  let warnings: [String]
  /// True if the file marks the model for CloudKit.
  let isForCloudKit: Bool
  /// True for a file of the model editor, which says which numbers are scalars in classes.
  let hasScalarTypes: Bool
  /// True for the record of a store of Strata, which has the columns of types rather than the types.
  let isOfStrata: Bool

  /// Reads the model at a path.
  ///
  /// - Parameter version: The version in a folder of versions. Nil for the current one.
  static func read(_ path: String, version: String? = nil) throws -> NamedModel {
    let url = try storeURL(path)
    if url.isOfServer {
      try refuse(version, Store.path(of: url))
      return try NamedModel(ofStrata: url)
    }
    switch url.pathExtension {
    case "momd":
      let compiled = try CompiledModel(contentsOf: url)
      guard let name = version ?? compiled.currentVersionName else {
        throw ModelFileError.noCurrentVersion(path: path, versions: compiled.versionNames)
      }
      guard compiled.versionNames.contains(name) else {
        throw ModelFileError.noSuchVersion(
          path: path, version: name, versions: compiled.versionNames)
      }
      return NamedModel(try compiled.version(named: name), name: name, path: path)
    case "mom":
      try refuse(version, path)
      let name = url.deletingPathExtension().lastPathComponent
      return NamedModel(try ArchivedModel(contentsOf: url), name: name, path: path)
    default:
      if let kind = try kind(of: url) {
        try refuse(version, path)
        return try NamedModel(kind, url)
      }
      let isVersioned = url.pathExtension == VersionedModelDocument.pathExtension
      let name =
        isVersioned
        ? try version ?? VersionedModelDocument.currentVersionName(at: url)
        : url.deletingPathExtension().lastPathComponent
      let document = try ModelDocument(contentsOf: url, version: version)
      return NamedModel(document, name: name, path: path)
    }
  }

  /// Reads all versions in a folder, sorted by name as in the Finder. Returns nil for a single
  /// model.
  static func readVersions(_ path: String) throws -> [NamedModel]? {
    let url = url(path)
    switch url.pathExtension {
    case VersionedModelDocument.pathExtension:
      return try VersionedModelDocument.versionNames(at: url).map { name in
        NamedModel(try ModelDocument(contentsOf: url, version: name), name: name, path: path)
      }
    case "momd":
      let compiled = try CompiledModel(contentsOf: url)
      return try compiled.versionNames.map {
        NamedModel(try compiled.version(named: $0), name: $0, path: path)
      }
    default: return nil
    }
  }

  /// True if a path is that of a model or of a store, by its name or by what SQLite says. False for Swift sources.
  ///
  /// - Throws: ``ShellError`` for a file that can't be read.
  static func isModel(_ path: String) throws -> Bool {
    let url = url(path)
    let extensions = [
      VersionedModelDocument.pathExtension, VersionedModelDocument.versionExtension, "momd", "mom",
    ]
    return try extensions.contains(url.pathExtension) || url.lastPathComponent == "contents"
      || kind(of: url) != nil
  }

  /// The URL of a store of Strata, or nil for a path of something else.
  ///
  /// - Throws: ``ShellError`` for a file that can't be read.
  static func storeOfStrata(_ path: String) throws -> URL? {
    let url = try storeURL(path)
    return try url.isOfServer || kind(of: url) == .strata ? url : nil
  }

  private static func kind(of url: URL) throws -> DatabaseKind? {
    do {
      return try DatabaseKind(recognizing: url)
    } catch let error as StorageError {
      if case .interrupted = error { throw error }
      throw ShellError(unreadable: error)
    }
  }

  /// Expands a path to a file's URL.
  static func url(_ path: String) -> URL {
    // A slash at the end would hide the extension.
    let expanded = HomeFolder.expanding(path)
    let trimmed =
      expanded.count > 1 && expanded.hasSuffix("/") ? String(expanded.dropLast()) : expanded
    return URL(fileURLWithPath: trimmed)
  }

  /// The URL of a store: a server's address as it is, or an expanded path of a file.
  ///
  /// - Throws: `StorageError.cannotOpen` for an address that is none. It may have a password, and isn't repeated.
  static func storeURL(_ path: String) throws -> URL {
    guard path.hasPrefix("postgresql:") || path.hasPrefix("postgres:") else { return url(path) }
    guard let server = URL(string: path), server.isOfServer else {
      throw StorageError.cannotOpen(
        path: "postgresql://…",
        reason:
          "the address can't be read; write other letters than those of names, such as / or # in a password, "
          + "as percent and two digits")
    }
    return server
  }

  /// The URL of a store's file.
  ///
  /// - Throws: `StorageError.filesOnly` for the address of a server.
  static func storeFileURL(_ path: String) throws -> URL {
    let url = try storeURL(path)
    guard !url.isOfServer else {
      throw StorageError.filesOnly(path: Store.path(of: url), operation: "this command")
    }
    return url
  }

  private static func refuse(_ version: String?, _ path: String) throws(ModelFileError) {
    guard let version else { return }
    throw .noSuchVersion(path: path, version: version, versions: [])
  }

  private init(_ document: ModelDocument, name: String, path: String) {
    self.name = name
    model = document.model
    isForCloudKit = document.header.usedWithCloudKit
    hasScalarTypes = true
    isOfStrata = false
    let isVersioned = path.contains(".\(VersionedModelDocument.pathExtension)")
    let place = isVersioned ? "\(path)/\(name).\(VersionedModelDocument.versionExtension)" : path
    warnings = document.warnings.map { "\(place):\($0)" }
  }

  private init(_ kind: DatabaseKind, _ store: URL) throws {
    guard kind != .strata else {
      self = try NamedModel(ofStrata: store)
      return
    }
    name = store.lastPathComponent
    isForCloudKit = false
    hasScalarTypes = false
    isOfStrata = false
    do {
      let store = try CoreDataStore(url: store)
      model = store.model
      warnings = store.warnings
    } catch let error as StorageError {
      throw ShellError(unreadable: error)
    }
  }

  private init(ofStrata store: URL) throws {
    name = store.isOfServer ? Store.path(of: store) : store.lastPathComponent
    isForCloudKit = false
    hasScalarTypes = false
    isOfStrata = true
    warnings = []
    do {
      model = ManagedObjectModel(try Store.openRecorded(at: store).schema)
    } catch let error as StorageError {
      throw ShellError(unreadable: error)
    }
  }

  private init(_ archived: ArchivedModel, name: String, path: String) {
    self.name = name
    model = archived.model
    isForCloudKit = false
    hasScalarTypes = false
    isOfStrata = false
    warnings = archived.warnings.map { "\(path): \($0)" }
  }
}

extension ModelFileError: ShellErrorConvertible {
  /// The error in the shell's form.
  public var shellError: ShellError {
    let hint: String? =
      switch self {
      case .noCurrentVersion, .noSuchVersion:
        "choose one with --model-version, or give the path of its .xcdatamodel"
      case .unwritable: nil
      case .unreadable:
        "give the path of an .xcdatamodeld, .xcdatamodel, .momd or .mom, or of a store"
      case .notAModel, .invalid: nil
      }
    if case .unwritable = self { return ShellError(description, hint: hint) }
    return ShellError(description, hint: hint, kind: .storeUnavailable)
  }
}

extension DatabaseKind {
  /// Recognizes the file of a command. Returns nil if it isn't a database, or if there is no file that can be opened.
  /// Whatever opens it next reports that.
  ///
  /// - Throws: `StorageError` if the file can be opened but not read.
  init?(recognizing url: URL) throws {
    do {
      guard let kind = try DatabaseKind(of: url) else { return nil }
      self = kind
    } catch StorageError.cannotOpen {
      return nil
    }
  }
}
