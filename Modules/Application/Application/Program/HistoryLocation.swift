import StrataShell

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
