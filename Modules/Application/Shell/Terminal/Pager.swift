import Foundation

/// The program that shows long output page by page.
public struct Pager: Sendable, Equatable {
  /// The line of the system's shell that starts it.
  public let command: String

  /// The pager of a line.
  public init(command: String) { self.command = command }

  /// The pager that a person wants: `$APPSHELL_PAGER` for a program called `appshell`, else what the
  /// configuration says, else `$PAGER`, else `less -FRX`.
  ///
  /// - Returns: nil for `cat` or nothing, for a dumb terminal, and where there is no such program.
  public static func find(
    program: String, configured: String? = nil, variables: [String: String]
  ) -> Pager? {
    guard variables["TERM"] != "dumb" else { return nil }
    let wishes = [variables["\(program.uppercased())_PAGER"], configured, variables["PAGER"]]
    let command = (wishes.compactMap { $0 }.first ?? "less -FRX")
      .trimmingCharacters(in: .whitespaces)
    guard !command.isEmpty, command != "cat" else { return nil }
    let name = String(command.prefix { $0 != " " })
    // What isn't a plain name is for the shell to understand.
    let isPlain = name.allSatisfy { $0.isLetter || $0.isNumber || "-_.+".contains($0) }
    guard isPlain else { return Pager(command: command) }
    let folders = (variables["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
    let isThere = folders.contains {
      FileManager.default.isExecutableFile(atPath: $0 + "/" + name)
    }
    return isThere ? Pager(command: command) : nil
  }
}
