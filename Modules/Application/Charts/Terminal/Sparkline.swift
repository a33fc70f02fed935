/// A chart of values on one line, for lists.
public enum Sparkline {
  /// Draws values as eight heights of blocks, or as four marks in ASCII.
  ///
  /// Nil and numbers that aren't finite are blanks.
  ///
  /// - Parameter values: The values, one per cell.
  public static func text(_ values: [Double?], usesUnicode: Bool = true) -> String {
    let marks = usesUnicode ? Array("▁▂▃▄▅▆▇█") : Array("_.-^")
    let finite = values.compactMap { $0 }.filter(\.isFinite)
    guard let least = finite.min(), let most = finite.max() else {
      return String(repeating: " ", count: values.count)
    }
    return String(
      values.map { value -> Character in
        guard let value, value.isFinite else { return " " }
        // Halved, so that the width of the widest range is finite. Equal values are drawn at half
        // height.
        let width = most / 2 - least / 2
        let part = width > 0 ? (value / 2 - least / 2) / width : 0.5
        return marks[min(marks.count - 1, Int(part * Double(marks.count)))]
      })
  }
}
