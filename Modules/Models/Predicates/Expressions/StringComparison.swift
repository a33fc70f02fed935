public import Foundation
public import StrataQuery
internal import StrataSchema

extension PredicateExpressions {
  /// Whether one text equals, contains, … another, as the store compares texts.
  ///
  /// A missing text equals a missing one, and is otherwise met by nothing.
  public struct StringComparison<Root: PredicateExpression, Other: PredicateExpression>:
    PredicateExpression
  where Root.Output: TextOperand, Other.Output: TextOperand {
    /// Whether it does.
    public typealias Output = Bool
    /// The text that is looked at.
    public let root: Root
    /// The text that it is compared with; for `like` and `matches` a pattern.
    public let other: Other
    /// How the two are compared.
    public let comparison: QueryExpression.TextComparison
    /// What the comparison overlooks.
    public let options: QueryExpression.TextOptions

    /// Compares two texts.
    public init(
      root: Root, _ comparison: QueryExpression.TextComparison, other: Other,
      options: QueryExpression.TextOptions = []
    ) {
      self.root = root
      self.other = other
      self.comparison = comparison
      self.options = options
    }

    /// Whether the comparison is true.
    public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
      let (text, other) = (
        try root.evaluate(bindings)._$text, try other.evaluate(bindings)._$text
      )
      guard let text, let other else {
        return comparison == .equal && text == nil && other == nil
      }
      return try text.compares(comparison, other, options)
    }
  }
}

extension String {
  fileprivate func compares(
    _ comparison: QueryExpression.TextComparison, _ other: String,
    _ options: QueryExpression.TextOptions
  ) throws -> Bool {
    switch comparison {
    case .equal: equals(other, options)
    case .contains: contains(other, options)
    case .beginsWith: begins(with: other, options)
    case .endsWith: ends(with: other, options)
    case .like: isLike(other, options)
    case .matches: try RegularExpression(other, .whole(options)).matches(self)
    case .containsMatch: try RegularExpression(other, .part).matches(self)
    }
  }
}

extension PredicateExpressions.StringComparison: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}

extension PredicateExpressions.StringComparison: Sendable where Root: Sendable, Other: Sendable {}

extension PredicateExpressions.StringComparison: Codable where Root: Codable, Other: Codable {
  /// Reads the two texts' expressions, and how they are compared.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    root = try container.decode(Root.self)
    other = try container.decode(Other.self)
    comparison = try container.decode(QueryExpression.TextComparison.self)
    options = QueryExpression.TextOptions(rawValue: try container.decode(Int.self))
  }

  /// Writes the two texts' expressions, and how they are compared.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(root)
    try container.encode(other)
    try container.encode(comparison)
    try container.encode(options.rawValue)
  }
}

extension PredicateExpressions.StringComparison: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    let other = try translator.value(other)
    // One that is known is compiled here, so that a mistake is found where it is made.
    if comparison == .matches, case .literal(.text(let pattern)) = other {
      do throws(RegularExpressionError) {
        _ = try RegularExpression(pattern, .whole(options))
      } catch {
        throw Untranslatable("\(error)")
      }
    }
    return .value(.text(comparison, try translator.value(root), other, options))
  }
}
