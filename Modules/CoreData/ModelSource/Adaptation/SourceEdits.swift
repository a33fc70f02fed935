/// Replacements in a source, which don't overlap.
struct SourceEdits {
  private struct Edit {
    let range: Range<Int>
    let text: String
    let isCounted: Bool
  }

  private var edits: [Edit] = []

  /// The number of changes that the edits make.
  var changeCount: Int { edits.count(where: \.isCounted) }

  /// Adds a replacement.
  ///
  /// - Parameter isCounted: False for a further edit of a change that is counted already.
  mutating func add(_ range: Range<Int>, _ text: String, isCounted: Bool = true) {
    edits.append(Edit(range: range, text: text, isCounted: isCounted))
  }

  /// Returns the text of a range with its edits, and removes them.
  mutating func extract(_ range: Range<Int>, of bytes: [UInt8]) -> String {
    var inside = SourceEdits()
    inside.edits = edits.filter {
      range.lowerBound <= $0.range.lowerBound && $0.range.upperBound <= range.upperBound
    }
    edits.removeAll {
      range.lowerBound <= $0.range.lowerBound && $0.range.upperBound <= range.upperBound
    }
    return inside.applied(to: bytes, range)
  }

  /// Returns the source with all replacements. Insertions at one offset keep their order.
  func applied(to bytes: [UInt8]) -> String { applied(to: bytes, 0..<bytes.count) }

  private func applied(to bytes: [UInt8], _ range: Range<Int>) -> String {
    let ordered = edits.enumerated().sorted {
      ($0.element.range.lowerBound, $0.element.range.upperBound, $0.offset)
        < ($1.element.range.lowerBound, $1.element.range.upperBound, $1.offset)
    }.map(\.element)
    var result: [UInt8] = []
    var end = range.lowerBound
    for edit in ordered where edit.range.lowerBound >= end {
      result += bytes[end..<edit.range.lowerBound]
      result += Array(edit.text.utf8)
      end = edit.range.upperBound
    }
    result += bytes[end..<range.upperBound]
    return String(decoding: result, as: UTF8.self)
  }
}
