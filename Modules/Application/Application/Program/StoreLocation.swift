import Foundation
import Strata
import StrataShell

/// Where the program's store is: what the options say, else the environment, else the settings, else
/// the user's data folder.
struct StoreLocation {
  private let store: ProgramOptions.Store
  private let program: String
  private let isDemo: Bool
  private let configured: String?
  private let variables: [String: String]

  /// - Parameters:
  ///   - store: What the options say.
  ///   - configured: What the settings say.
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

  /// The configuration of the store; folders of the standard place are made.
  ///
  /// An existing file that may not be written, or whose folder may not, is opened for reading.
  func configuration() throws -> ModelConfiguration {
    var configuration = try place()
    // Who types a name that is taken wants to be told, not to change the object that has it.
    configuration.uniqueConflictPolicy = .error
    return configuration
  }

  private func place() throws -> ModelConfiguration {
    guard let url else { return ModelConfiguration(isStoredInMemoryOnly: true) }
    // A folder that somebody names is theirs to make.
    if case .standard = store { try makeFolder(url.deletingLastPathComponent()) }
    let manager = FileManager.default
    // A store's log stands in the folder of its own file.
    let folder = url.resolvingSymlinksInPath().deletingLastPathComponent()
    let isReadOnly =
      manager.fileExists(atPath: url.path) && manager.isReadableFile(atPath: url.path)
      && ![url, folder].allSatisfy { manager.isWritableFile(atPath: $0.path) }
    return ModelConfiguration(url: url, allowsSave: !isReadOnly)
  }

  private var url: URL? {
    switch store {
    case .memory: return nil
    case .path(let path): return URL(fileURLWithPath: path)
    case .standard where isDemo: return nil
    case .standard:
      let named = variables["\(program.uppercased())_STORE"].flatMap { $0.isEmpty ? nil : $0 }
      if let path = named ?? configured { return URL(fileURLWithPath: path) }
      return URL.dataFolder.appendingPathComponent(program, isDirectory: true)
        .appendingPathComponent("tracker.store")
    }
  }

  /// The configuration for looking at the store, if there is one, and an empty one otherwise.
  func existing() throws -> ModelConfiguration {
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
