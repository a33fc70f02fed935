/// The error for a predicate or query that can't be parsed, with its position.
public struct PredicateSyntaxError: Error, Sendable, Hashable {
  /// A sentence about the error, with a suggestion if there is one.
  public let message: String
  /// The column of the error, in characters from one.
  public let column: Int
  /// The text at that column, or `nil` at the end of the text.
  public let found: String?
  /// The expected text, or `nil` if nothing particular is missing.
  public let expected: String?

  /// Creates an error.
  public init(message: String, column: Int, found: String?, expected: String? = nil) {
    self.message = message
    self.column = column
    self.found = found
    self.expected = expected
  }

  /// Returns the error for a text that begins `columns` characters further right, such as the tail
  /// of a command line.
  public func shifted(by columns: Int) -> PredicateSyntaxError {
    PredicateSyntaxError(
      message: message, column: column + columns, found: found, expected: expected)
  }
}

extension PredicateSyntaxError: CustomStringConvertible {
  /// The column and the message, such as
  /// `column 12: expected a value after '==' but found end of text`.
  public var description: String { "column \(column): \(message)" }
}

extension PredicateSyntaxError {
  /// Returns the candidate that `word` is most likely a misspelling of, ignoring case, or nil if
  /// none is similar.
  static func nearest(to word: String, among candidates: [String]) -> String? {
    guard word.count <= 40 else { return nil }
    let lowercased = Array(word.lowercased())
    let distances = candidates.map { distance(lowercased, Array($0.lowercased())) }
    guard let least = zip(distances, candidates).min(by: { $0.0 < $1.0 }) else { return nil }
    return least.0 <= max(1, (word.count + 1) / 3) ? least.1 : nil
  }

  /// Computes the edit distance in which a swap of two adjacent letters counts once (optimal string
  /// alignment).
  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var rows = [Array(0...right.count)]
    for (i, a) in left.enumerated() {
      var row = [i + 1]
      for (j, b) in right.enumerated() {
        var least = min(rows[i][j] + (a == b ? 0 : 1), rows[i][j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a == right[j - 1], left[i - 1] == b {
          least = min(least, rows[i - 1][j - 1] + 1)
        }
        row.append(least)
      }
      rows.append(row)
    }
    return rows[left.count][right.count]
  }
}
