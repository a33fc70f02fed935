/// The widths of columns in a table for people.
enum TableFit {
  /// The number of blanks between columns.
  static let gap = 2
  /// The width down to which columns are shortened, in cells.
  static let leastWidth = 8

  /// Reduces widths so that they fit into a line.
  ///
  /// The widest columns become equally narrow, and no narrower than necessary. If ``leastWidth``
  /// isn't narrow enough, the result exceeds the line.
  ///
  /// - Parameter areFlexible: True for each column that may be shortened.
  /// - Complexity: O(*n* log *w*) for *n* columns of *w* cells.
  static func widths(_ widths: [Int], areFlexible: [Bool], into line: Int) -> [Int] {
    func capped(_ cap: Int) -> [Int] {
      zip(widths, areFlexible).map { $1 ? min($0, cap) : $0 }
    }
    func total(_ widths: [Int]) -> Int { widths.reduce(0, +) + gap * (widths.count - 1) }
    guard total(widths) > line else { return widths }
    var low = leastWidth
    var high = max(widths.max() ?? 0, leastWidth)
    while low < high {
      let middle = (low + high + 1) / 2
      if total(capped(middle)) <= line { low = middle } else { high = middle - 1 }
    }
    return capped(low)
  }
}

extension DisplayWidth {
  /// Truncates a text to a width, with `…` at its end, if it doesn't fit.
  ///
  /// - Complexity: O(*n*).
  static func shortened(_ text: String, to width: Int) -> String {
    guard of(text) > width else { return text }
    var shortened = ""
    var rest = width - 1
    for character in text {
      rest -= self.width(of: character)
      if rest < 0 { break }
      shortened.append(character)
    }
    return shortened + "…"
  }
}
