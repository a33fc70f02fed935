private import Foundation

extension String {
  /// Returns the text as one line of plain text, without surrounding blanks.
  ///
  /// Returns nil if nothing is left.
  ///
  /// A run of line breaks and tabs becomes a blank. Other control characters and direction
  /// overrides are removed.
  ///
  /// - Complexity: O(*n*).
  public func toSingleLineCleanedString() -> String? {
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
    let text = String(cleaned).trimmingCharacters(in: .whitespaces)
    return text.isEmpty ? nil : text
  }
}
