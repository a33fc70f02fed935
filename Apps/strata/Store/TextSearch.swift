import StrataSchema

/// A search for a text in all text attributes of an entity.
struct TextSearch {
  private let literal: String

  /// - Parameter text: The text to find, in upper or lower case.
  init(_ text: String) {
    var escaped = String.UnicodeScalarView()
    // A mark behind a quote makes one character of both, which is no quote.
    for scalar in text.unicodeScalars {
      if scalar == "\\" || scalar == "\"" { escaped.append("\\") }
      escaped.append(scalar)
    }
    literal = "\"\(String(escaped))\""
  }

  /// The predicate in the query language, or nil if the entity has no text.
  func predicate(in entity: Schema.Entity) -> String? {
    let terms = entity.properties.flatMap { property -> [String] in
      guard case .attribute(let attribute) = property, !attribute.isEphemeral else { return [] }
      return attribute.columns.filter { $0.storageClass == .text && $0.meaning == nil }.map {
        $0.queryName(of: attribute.name)
          + " CONTAINS[c] \(literal)"
      }
    }
    return terms.isEmpty ? nil : terms.joined(separator: " or ")
  }
}
