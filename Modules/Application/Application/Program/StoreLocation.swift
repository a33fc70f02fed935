import Foundation
import Strata
import StrataShell

/// The location of the program's store.
///
/// The options come first, then the environment, then the settings, then the user's data folder.
struct StoreLocation {
  private let store: ProgramOptions.Store
  private let program: String
  private let isDemo: Bool
  private let configured: String?
  private let variables: [String: String]

  /// Makes a location.
  ///
  /// - Parameters:
  ///   - store: The store of the options.
  ///   - configured: The path of the settings.
  init(
    _ store: ProgramOptions.Store, program: String, isDemo: Bool, configured: String?,
    variables: [String: String]
  ) {
    self.store = store
    self.program = program
    self.isDemo = isDemo
    self.configured = configured
    self.variables = variables
  }

  /// Returns the store's configuration, and creates the folders of the standard location.
  ///
  /// A file that isn't writable, or whose folder isn't, is opened for reading only.
  func configuration() throws -> ModelConfiguration {
    var configuration = try place()
    // A person who enters a name that exists expects an error, not a change of the existing object.
    configuration.uniqueConflictPolicy = .error
    return configuration
  }

  private func place() throws -> ModelConfiguration {
    guard let url else { return ModelConfiguration(isStoredInMemoryOnly: true) }
    guard url.isFileURL else { return ModelConfiguration(url: url) }
    // Folders of an explicit path aren't created: a typing error would leave folders behind.
    if case .standard = store { try makeFolder(url.deletingLastPathComponent()) }
    let manager = FileManager.default
    // SQLite creates the log in the folder of the file that a symbolic link points to.
    let folder = url.resolvingSymlinksInPath().deletingLastPathComponent()
    let isReadOnly =
      manager.fileExists(atPath: url.path) && manager.isReadableFile(atPath: url.path)
      && ![url, folder].allSatisfy { manager.isWritableFile(atPath: $0.path) }
    return ModelConfiguration(url: url, allowsSave: !isReadOnly)
  }

  private var url: URL? {
    switch store {
    case .memory: return nil
    case .path(let text): return Self.url(text)
    case .standard where isDemo: return nil
    case .standard:
      let named = variables["\(program.uppercased())_STORE"].flatMap { $0.isEmpty ? nil : $0 }
      if let text = named ?? configured { return Self.url(text) }
      return URL.dataFolder.appendingPathComponent(program, isDirectory: true)
        .appendingPathComponent("tracker.store")
    }
  }

  /// The URL of a server, or of a file for any other text.
  ///
  /// A text that begins like a server's and is no URL becomes one that no store can be opened at, since it may have a
  /// password.
  private static func url(_ text: String) -> URL {
    guard ["postgresql://", "postgres://"].contains(where: { text.lowercased().hasPrefix($0) })
    else { return URL(fileURLWithPath: text) }
    return URL(string: text) ?? URL(string: "postgresql:///?schema=") ?? URL(fileURLWithPath: "/")
  }

  /// Returns a read-only configuration of the existing store, or one in memory if there is none.
  func existing() throws -> ModelConfiguration {
    if let url, !url.isFileURL { return ModelConfiguration(url: url, allowsSave: false) }
    guard let url, FileManager.default.fileExists(atPath: url.path) else {
      return ModelConfiguration(isStoredInMemoryOnly: true)
    }
    return ModelConfiguration(url: url, allowsSave: false)
  }

  private func makeFolder(_ folder: URL) throws {
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw ShellError(
        "can't make the folder \(folder.path): \(ShellError(error).message)",
        hint: "give another place with --store", kind: .storeUnavailable)
    }
  }
}
