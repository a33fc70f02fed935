import Foundation

/// A program that shows long output page by page.
public struct Pager: Sendable, Equatable {
  /// The command that the system's shell runs.
  public let command: String

  /// Makes a pager.
  public init(command: String) { self.command = command }

  /// Finds the person's pager.
  ///
  /// These are tried in order: `$APPSHELL_PAGER` for a program called `appshell`, the
  /// configuration, `$PAGER`, and `less -FRX`.
  ///
  /// - Returns: Nil for `cat` or an empty command, for a dumb terminal, and if there is no such
  ///   program.
  public static func find(
    program: String, configured: String? = nil, variables: [String: String]
  ) -> Pager? {
    guard variables["TERM"] != "dumb" else { return nil }
    let wishes = [variables["\(program.uppercased())_PAGER"], configured, variables["PAGER"]]
    let command = (wishes.compactMap { $0 }.first ?? "less -FRX")
      .trimmingCharacters(in: .whitespaces)
    guard !command.isEmpty, command != "cat" else { return nil }
    let name = String(command.prefix { $0 != " " })
    // Only the shell can resolve a command that isn't a plain name.
    let isPlain = name.allSatisfy { $0.isLetter || $0.isNumber || "-_.+".contains($0) }
    guard isPlain else { return Pager(command: command) }
    let folders = (variables["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
    let isThere = folders.contains {
      FileManager.default.isExecutableFile(atPath: $0 + "/" + name)
    }
    return isThere ? Pager(command: command) : nil
  }
}
