public import Foundation
internal import StrataQuery
internal import StrataSchema

// Foundation has this node on Apple's platforms alone; the `#Predicate` macro writes calls to it on
// all of them.
extension PredicateExpressions {
  /// Whether a text contains another, upper and lower case and letters with and without marks being
  /// the same.
  public struct StringLocalizedStandardContains<
    Root: PredicateExpression, Other: PredicateExpression
  >: PredicateExpression where Root.Output: StringProtocol, Other.Output: StringProtocol {
    /// Whether it does.
    public typealias Output = Bool
    /// The text that is searched.
    public let root: Root
    /// The text that is looked for.
    public let other: Other

    /// Looks for one text in another.
    public init(root: Root, other: Other) {
      self.root = root
      self.other = other
    }

    /// Looks for one text in another.
    public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
      let (text, other) = (try root.evaluate(bindings), try other.evaluate(bindings))
      return String(text).contains(String(other), [.caseInsensitive, .diacriticInsensitive])
    }
  }

  /// What `#Predicate` makes of `localizedStandardContains(_:)`.
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
  /// Reads the two texts' expressions.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    root = try container.decode(Root.self)
    other = try container.decode(Other.self)
  }

  /// Writes the two texts' expressions.
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
