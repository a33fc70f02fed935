import Foundation
import StrataShell

/// What is known of the terminal that looks at a picture, now or later.
struct Screen {
  let columns: Int
  let rows: Int
  /// Whether braille and blocks can be shown: not on a dumb terminal, nor where the locale's texts
  /// aren't UTF-8.
  let usesUnicode: Bool

  /// The terminal that an output is; where it is none, what variables say, or 80 columns and 24 lines.
  @MainActor init(
    _ output: Output, variables: [String: String] = ProcessInfo.processInfo.environment
  ) {
    columns = output.width ?? variables["COLUMNS"].flatMap { Int($0) } ?? 80
    rows = output.height ?? 24
    // The first of these that says something is the one that counts (POSIX).
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { variables[$0] }
      .first { !$0.isEmpty }
    let encoding = (locale ?? "").uppercased()
    usesUnicode =
      variables["TERM"] != "dumb" && (encoding.contains("UTF-8") || encoding.contains("UTF8"))
  }
}
