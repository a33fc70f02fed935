import StrataShell

/// Where the lines that a person types are kept from one run to the next.
enum HistoryLocation {
  /// `$APPSHELL_HISTORY` for a program called `appshell`, else its file in `$XDG_STATE_HOME` or
  /// `~/.local/state`.
  static func path(program: String, variables: [String: String]) -> String {
    func value(_ name: String) -> String? { variables[name].flatMap { $0.isEmpty ? nil : $0 } }
    if let path = value("\(program.uppercased())_HISTORY") { return path }
    // A relative path there is to be ignored, as the XDG Base Directory Specification has it.
    let state = value("XDG_STATE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    return (state ?? HomeFolder.path + "/.local/state") + "/\(program)/history"
  }
}
