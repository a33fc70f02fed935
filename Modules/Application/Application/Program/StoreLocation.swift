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
    guard let url = try url() else { return ModelConfiguration(isStoredInMemoryOnly: true) }
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

  private func url() throws -> URL? {
    switch named {
    case .memory: return nil
    case .path(let text): return try Self.url(text)
    case .standard where isDemo: return nil
    case .standard:
      return ModelConfiguration.dataFolder.appendingPathComponent(program, isDirectory: true)
        .appendingPathComponent("tracker.store")
    }
  }

  /// The URL of a server, or of a file for any other text.
  ///
  /// - Throws: ``ShellError`` for a server's text that is no URL. It doesn't repeat the text, which may have a password.
  private static func url(_ text: String) throws -> URL {
    guard ["postgresql://", "postgres://"].contains(where: { text.lowercased().hasPrefix($0) })
    else { return URL(fileURLWithPath: text) }
    guard let url = URL(string: text) else {
      throw ShellError(
        "the server's address is no URL",
        hint: "write postgresql://user@host/database; several hosts go into ?host=one,two",
        kind: .storeUnavailable)
    }
    return url
  }

  /// The path of a file that somebody has named and that isn't there. Nil at the standard location, where a program
  /// makes its store, and for what can't be a file: opening it is an error.
  func missingFile() throws -> String? {
    guard case .path(let path) = named, let url = try url(), url.isFileURL else { return nil }
    let manager = FileManager.default
    // Dropped: the error of a path that is no symbolic link, and so has no destination.
    let isLink = (try? manager.destinationOfSymbolicLink(atPath: url.path)) != nil
    // The folder of an explicit path isn't made.
    let hasFolder =
      store == .standard || manager.fileExists(atPath: url.deletingLastPathComponent().path)
    guard !isLink, hasFolder, !manager.fileExists(atPath: url.path) else { return nil }
    return path
  }

  /// The store of the options. If they name none, the path of the environment or of the settings.
  private var named: ProgramOptions.Store {
    guard case .standard = store, !isDemo else { return store }
    let variable = variables["\(program.uppercased())_STORE"].flatMap { $0.isEmpty ? nil : $0 }
    return (variable ?? configured).map { .path($0) } ?? store
  }

  /// Returns a read-only configuration of the existing store, or one in memory if there is none.
  func existing() throws -> ModelConfiguration {
    let url = try url()
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

/// The location of the file that stores typed lines between runs.
enum HistoryLocation {
  /// Returns `$APPSHELL_HISTORY` for a program called `appshell`, else its file in
  /// `$XDG_STATE_HOME` or `~/.local/state`.
  static func path(program: String, variables: [String: String]) -> String {
    func value(_ name: String) -> String? { variables[name].flatMap { $0.isEmpty ? nil : $0 } }
    if let path = value("\(program.uppercased())_HISTORY") { return path }
    // The XDG Base Directory Specification says to ignore a relative path.
    let state = value("XDG_STATE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    return (state ?? HomeFolder.path + "/.local/state") + "/\(program)/history"
  }
}
