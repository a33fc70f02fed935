import StrataShell

/// Escapes texts that a spreadsheet would run as formulas, with an apostrophe in front.
///
/// Spreadsheets run fields that begin with `=`, `+`, `-`, `@`, a tab or a line end, even in quotes
/// (OWASP, "CSV Injection"). Numbers aren't escaped: `-5` stays a number.
enum FormulaEscaping {
  /// The value of the column `label` in the header row of an escaped file.
  static let mark = "escaped-formulas"

  // The apostrophe is included, so that unescaping doesn't remove one of the original text.
  private static let starts: Set<Unicode.Scalar> = [
    "=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", "'",
  ]

  static func escaped(_ cell: Cell) -> Cell {
    guard case .text(let text) = cell, let first = text.unicodeScalars.first,
      starts.contains(first)
    else { return cell }
    return .text("'" + text)
  }

  /// Removes the escape from a text.
  static func text(_ escaped: String) -> String {
    // Compares scalars, since a combining mark behind the apostrophe would join it to one
    // character.
    guard escaped.unicodeScalars.first == "'" else { return escaped }
    return String(escaped.unicodeScalars.dropFirst())
  }
}
