/// A picture of values that is one line high, for lists.
public enum Sparkline {
  /// Eight heights of blocks from the smallest to the greatest value, or four marks in ASCII; a blank
  /// for nil, and for what is no finite number.
  ///
  /// - Parameter values: One a cell.
  public static func text(_ values: [Double?], usesUnicode: Bool = true) -> String {
    let marks = usesUnicode ? Array("▁▂▃▄▅▆▇█") : Array("_.-^")
    let finite = values.compactMap { $0 }.filter(\.isFinite)
    guard let least = finite.min(), let most = finite.max() else {
      return String(repeating: " ", count: values.count)
    }
    return String(
      values.map { value -> Character in
        guard let value, value.isFinite else { return " " }
        // Halves, so that the widest range has a finite width. All equal: in the middle.
        let width = most / 2 - least / 2
        let part = width > 0 ? (value / 2 - least / 2) / width : 0.5
        return marks[min(marks.count - 1, Int(part * Double(marks.count)))]
      })
  }
}
