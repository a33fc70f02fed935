package import Foundation
package import Strata

/// A document of which parts are written by tests, between `<!-- generated: NAME -->` and
/// `<!-- end -->`.
package struct GuideDocument {
  package let url: URL
  package private(set) var text: String

  package init(_ url: URL) throws {
    self.url = url
    text = try String(contentsOf: url, encoding: .utf8)
  }

  /// SQLite's version as far as its plans depend on it.
  package static func sqliteVersion(of context: ModelContext) throws -> String {
    try context.storeInformation().libraryVersion.split(separator: ".").prefix(2)
      .joined(separator: ".")
  }

  private static let end = "<!-- end -->"

  private var parts: [(name: String, body: Range<String.Index>)] {
    var parts: [(name: String, body: Range<String.Index>)] = []
    var rest = text.startIndex..<text.endIndex
    while let mark = text.range(of: "<!-- generated: ", range: rest),
      let close = text.range(of: " -->\n", range: mark.upperBound..<text.endIndex),
      let end = text.range(of: Self.end, range: close.upperBound..<text.endIndex)
    {
      parts.append(
        (String(text[mark.upperBound..<close.lowerBound]), close.upperBound..<end.lowerBound))
      rest = end.upperBound..<text.endIndex
    }
    return parts
  }

  /// What stands in the generated parts, by their names.
  package var generated: [String: String] {
    Dictionary(parts.map { ($0.name, String(text[$0.body])) }) { first, _ in first }
  }

  package mutating func replaceGenerated(_ new: [String: String]) {
    for part in parts.reversed() {
      if let body = new[part.name] { text.replaceSubrange(part.body, with: body) }
    }
  }

  /// The fenced blocks of a language that were written by hand.
  package func blocks(of language: String) -> [String] {
    var written = text
    for part in parts.reversed() { written.removeSubrange(part.body) }
    let pieces = written.components(separatedBy: "\n```\(language)\n").dropFirst()
    return pieces.compactMap { $0.components(separatedBy: "\n```").first }
  }
}
