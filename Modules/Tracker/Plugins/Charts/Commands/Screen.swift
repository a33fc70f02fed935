import Foundation
import StrataShell

/// The size and abilities of the terminal that shows a picture, now or later.
struct Screen {
  let columns: Int
  let rows: Int
  /// True if braille and blocks can be shown: the terminal isn't dumb, and the locale's encoding is
  /// UTF-8.
  let usesUnicode: Bool

  /// Reads the size of the output's terminal, with a default of `$COLUMNS` or 80 columns, and 24
  /// rows.
  @MainActor init(
    _ output: Output, variables: [String: String] = ProcessInfo.processInfo.environment
  ) {
    columns = output.width ?? variables["COLUMNS"].flatMap { Int($0) } ?? 80
    rows = output.height ?? 24
    // The first of these variables that isn't empty decides (POSIX).
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { variables[$0] }
      .first { !$0.isEmpty }
    let encoding = (locale ?? "").uppercased()
    usesUnicode =
      variables["TERM"] != "dumb" && (encoding.contains("UTF-8") || encoding.contains("UTF8"))
  }
}
