internal import Foundation
import StrataShell

/// The file with a person's settings.
struct ConfigurationFile {
  private let path: String
  /// Whether somebody named it, so that it must be there.
  private let isNamed: Bool

  /// The file that the options name, else `$APPSHELL_CONFIG` for a program called `appshell`, else its
  /// file in `$XDG_CONFIG_HOME` or `~/.config`; nil for none.
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
      // A relative path there is to be ignored, as the XDG Base Directory Specification has it.
      let folder = value("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
      path = (folder ?? HomeFolder.path + "/.config") + "/\(program)/config"
      isNamed = false
    }
  }

  /// Reads the file into settings.
  ///
  /// - Returns: The file's path; nil when there is none, and nobody named one.
  /// - Throws: `PlacedError` for a line that isn't understood, `ShellError` for a file that can't be
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
