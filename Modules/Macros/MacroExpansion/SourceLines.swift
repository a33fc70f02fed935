import StrataCompilerMessages

/// The lines of a node's source, so that generated code can say where it comes from: what the
/// compiler finds wrong in it is then shown at the declaration that it is about.
struct SourceLines {
  private let location: SyntaxNode.Location
  /// Where lines end, in UTF-8 bytes from the start of the source.
  private let ends: [Int]

  init(_ node: SyntaxNode) {
    location = node.location
    ends = node.source.utf8.enumerated().filter { $0.element == UInt8(ascii: "\n") }.map(\.offset)
  }

  /// Code that stands for the line with some offset.
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
