private import Foundation

extension String {
  /// The text as one line of plain text: a run of line breaks and tabs becomes a blank, other control
  /// characters and direction overrides are removed, and blanks around it are trimmed.
  ///
  /// - Complexity: O(*n*).
  public func toSingleLineCleanedString() -> String {
    var cleaned = String.UnicodeScalarView()
    var isInBreak = false
    for scalar in unicodeScalars {
      if scalar.isLineBreak || scalar == "\t" {
        if !isInBreak { cleaned.append(" ") }
        isInBreak = true
      } else {
        isInBreak = false
        if !scalar.isIllegalInNames { cleaned.append(scalar) }
      }
    }
    return String(cleaned).trimmingCharacters(in: .whitespaces)
  }
}
