import StrataCompilerMessages

/// The line numbers of a node's source, for `#sourceLocation` in generated code.
///
/// With them, the compiler shows errors in generated code at the declaration that caused it.
struct SourceLines {
  private let location: SyntaxNode.Location
  /// The UTF-8 offsets of line ends from the start of the source.
  private let ends: [Int]

  init(_ node: SyntaxNode) {
    location = node.location
    ends = node.source.utf8.enumerated().filter { $0.element == UInt8(ascii: "\n") }.map(\.offset)
  }

  /// Returns code with the location of the line at an offset.
  func code(_ code: String, at offset: Int) -> String {
    var lower = 0
    var upper = ends.count
    while lower < upper {
      let middle = (lower + upper) / 2
      if ends[middle] < offset { lower = middle + 1 } else { upper = middle }
    }
    return """
      #sourceLocation(file: "\(file)", line: \(location.line + lower))
      \(code)
      #sourceLocation()
      """
  }

  private var file: String {
    location.fileName.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined()
  }
}
