internal import Foundation
import StrataShell

/// The configuration file with a person's settings.
struct ConfigurationFile {
  private let path: String
  /// True if an option or a variable named the file, so that it must exist.
  private let isNamed: Bool

  /// Finds the file, or returns nil for `--no-config`.
  ///
  /// The options come first, then `$APPSHELL_CONFIG` for a program called `appshell`, then its file
  /// in `$XDG_CONFIG_HOME` or `~/.config`.
  init?(_ options: ProgramOptions, program: String, variables: [String: String]) {
    func value(_ name: String) -> String? { variables[name].flatMap { $0.isEmpty ? nil : $0 } }
    switch options.configuration {
    case .none: return nil
    case .path(let path): (self.path, isNamed) = (path, true)
    case .standard:
      if let path = value("\(program.uppercased())_CONFIG") {
        (self.path, isNamed) = (path, true)
        return
      }
      // The XDG Base Directory Specification says to ignore a relative path.
      let folder = value("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
      path = (folder ?? HomeFolder.path + "/.config") + "/\(program)/config"
      isNamed = false
    }
  }

  /// Reads the file into settings.
  ///
  /// - Returns: The file's path. Nil if the file doesn't exist and wasn't named explicitly.
  /// - Throws: `PlacedError` for a line that can't be parsed, `ShellError` for a file that can't be
  ///   read.
  func read(into settings: inout Settings) throws -> String? {
    let url = URL(fileURLWithPath: path)
    let data: Data
    do {
      data = try Data(contentsOf: url)
    } catch let error as CocoaError where error.code == .fileReadNoSuchFile && !isNamed {
      return nil
    } catch {
      throw ShellError(
        "can't read the configuration \(path): \(ShellError(error).message)",
        hint: "--no-config does without", kind: .programUsage)
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw ShellError(
        "the configuration \(path) isn't UTF-8 text", hint: "--no-config does without",
        kind: .programUsage)
    }
    try settings.read(
      text, name: path, folder: url.deletingLastPathComponent().standardizedFileURL.path)
    return path
  }
}
