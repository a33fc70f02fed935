public import Foundation
internal import StrataQuery
internal import StrataSchema

// Foundation has this node only on Apple's platforms. The `#Predicate` macro generates calls to it
// on all of them.
extension PredicateExpressions {
  /// A test that a text contains another, ignoring case and diacritics.
  public struct StringLocalizedStandardContains<
    Root: PredicateExpression, Other: PredicateExpression
  >: PredicateExpression where Root.Output: StringProtocol, Other.Output: StringProtocol {
    /// True if the text contains the other.
    public typealias Output = Bool
    /// The text to search.
    public let root: Root
    /// The text to find.
    public let other: Other

    /// Searches a text for another.
    public init(root: Root, other: Other) {
      self.root = root
      self.other = other
    }

    /// Returns true if the text contains the other.
    public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
      let (text, other) = (try root.evaluate(bindings), try other.evaluate(bindings))
      return String(text).contains(String(other), [.caseInsensitive, .diacriticInsensitive])
    }
  }

  /// Builds the node that `#Predicate` makes of `localizedStandardContains(_:)`.
  public static func build_localizedStandardContains<Root, Other>(
    _ root: Root, _ other: Other
  ) -> StringLocalizedStandardContains<Root, Other> { .init(root: root, other: other) }
}

extension PredicateExpressions.StringLocalizedStandardContains: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}

extension PredicateExpressions.StringLocalizedStandardContains: Sendable
where Root: Sendable, Other: Sendable {}

extension PredicateExpressions.StringLocalizedStandardContains: Codable
where Root: Codable, Other: Codable {
  /// Decodes the two texts' expressions.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    root = try container.decode(Root.self)
    other = try container.decode(Other.self)
  }

  /// Encodes the two texts' expressions.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(root)
    try container.encode(other)
  }
}

extension PredicateExpressions.StringLocalizedStandardContains: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    .value(
      .text(
        .contains, try translator.value(root), try translator.value(other),
        [.caseInsensitive, .diacriticInsensitive]))
  }
}
