internal import StrataPlatform

/// Tells which of a few texts stands in a column, by its bytes and without making a `String`.
package struct TextChoice {
  private let texts: [[UInt8]]
  // Rows of one kind mostly follow each other.
  private var last = 0

  package init(_ texts: [String]) { self.texts = texts.map { Array($0.utf8) } }

  /// The position of the current row's text, or nil for another one.
  package mutating func index(of statement: Statement, column: Int32) -> Int? {
    guard let bytes = statement.textBytes(at: column) else { return nil }
    func fits(_ text: [UInt8]) -> Bool {
      guard text.count == bytes.count, let address = bytes.baseAddress else { return text.isEmpty }
      return memcmp(text, address, text.count) == 0
    }
    if fits(texts[last]) { return last }
    guard let index = texts.firstIndex(where: fits) else { return nil }
    last = index
    return index
  }
}
