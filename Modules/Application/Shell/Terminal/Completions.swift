/// The possible replacements of the word at the end of a line.
public struct Completions: Sendable, Equatable {
  /// The line up to the cursor.
  public let line: String
  /// The offset of the word's beginning, in UTF-8 bytes.
  public let start: Int
  /// The replacements, quoted where necessary.
  public let candidates: [String]

  /// Returns the candidates as replacements of the line's last `count` bytes.
  ///
  /// An editing library doesn't know the shell's quotes, so its word may begin later than ours.
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
