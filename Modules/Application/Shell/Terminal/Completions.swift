/// What may stand instead of the word at the end of a line.
public struct Completions: Sendable, Equatable {
  /// The beginning of the line, up to the cursor.
  public let line: String
  /// Where the word begins, in UTF-8 bytes.
  public let start: Int
  /// What may stand in the word's place, quoted where needed.
  public let candidates: [String]

  /// The candidates as replacements for the line's last bytes only, for a library that takes a
  /// smaller part for the word, because it knows no quotes.
  func replacements(ofLast count: Int) -> [String] {
    let bytes = Array(line.utf8)
    let librarysStart = bytes.count - count
    guard librarysStart >= start else { return [] }
    let skipped = bytes[start..<librarysStart]
    return candidates.compactMap { candidate in
      guard candidate.utf8.starts(with: skipped) else { return nil }
      return String(decoding: candidate.utf8.dropFirst(skipped.count), as: UTF8.self)
    }
  }
}
