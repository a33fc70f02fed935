/// How wide the columns of a table for people are.
enum TableFit {
  /// What stands between columns.
  static let gap = 2
  /// Below this no column is shortened, in cells.
  static let leastWidth = 8

  /// The widths that fit into a line: the widest columns are made equally narrow, as little as
  /// possible. Wider than the line where that isn't enough.
  ///
  /// - Parameter areFlexible: Which columns may be shortened at all.
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
  /// A text's beginning with `…` behind it, or all of it where it fits into a width.
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
