import Foundation
import Strata
import StrataShell

/// Where the program's store is: what the options say, else the environment, else the settings, else
/// the user's data folder.
struct StoreLocation {
  private let options: ProgramOptions
  private let program: String
  private let isDemo: Bool
  private let configured: String?

  /// - Parameter configured: What the settings say.
  init(_ options: ProgramOptions, program: String, isDemo: Bool, configured: String? = nil) {
    self.configured = configured
    self.options = options
    self.program = program
    self.isDemo = isDemo
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
    guard let url = try url() else { return ModelConfiguration(isStoredInMemoryOnly: true) }
    let manager = FileManager.default
    // A store's log stands in the folder of its own file.
    let folder = url.resolvingSymlinksInPath().deletingLastPathComponent()
    let isReadOnly =
      manager.fileExists(atPath: url.path) && manager.isReadableFile(atPath: url.path)
      && ![url, folder].allSatisfy { manager.isWritableFile(atPath: $0.path) }
    return ModelConfiguration(url: url, allowsSave: !isReadOnly)
  }

  private func url() throws -> URL? {
    switch options.store {
    case .memory: return nil
    case .path(let path): return URL(fileURLWithPath: path)
    case .standard where isDemo: return nil
    case .standard:
      let environment = ProcessInfo.processInfo.environment
      if let path = environment["\(program.uppercased())_STORE"], !path.isEmpty {
        let url = URL(fileURLWithPath: path)
        try makeFolder(url.deletingLastPathComponent())
        return url
      }
      if let configured {
        let url = URL(fileURLWithPath: configured)
        try makeFolder(url.deletingLastPathComponent())
        return url
      }
      let folder = URL.dataFolder.appendingPathComponent(program, isDirectory: true)
      try makeFolder(folder)
      return folder.appendingPathComponent("tracker.store")
    }
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
