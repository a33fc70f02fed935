import StrataShell

/// Texts that a spreadsheet would take for a formula, with an apostrophe before them.
///
/// A program that opens a CSV file runs what begins with `=`, `+`, `-`, `@`, a tab or the end of a line, in
/// quotes or not (OWASP, "CSV Injection"). Numbers aren't texts here: `-5` stays a number.
enum FormulaEscaping {
  /// What stands in the first row of a file that is written so, under `label`.
  static let mark = "escaped-formulas"

  // The apostrophe itself, so that what was escaped can be told from what was there.
  private static let starts: Set<Unicode.Scalar> = [
    "=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", "'",
  ]

  static func escaped(_ cell: Cell) -> Cell {
    guard case .text(let text) = cell, let first = text.unicodeScalars.first,
      starts.contains(first)
    else { return cell }
    return .text("'" + text)
  }

  /// The text that was escaped.
  static func text(_ escaped: String) -> String {
    // By scalars: what follows may be a mark that makes one character with the apostrophe.
    guard escaped.unicodeScalars.first == "'" else { return escaped }
    return String(escaped.unicodeScalars.dropFirst())
  }
}
