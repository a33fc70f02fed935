public import Foundation
public import StrataQuery
internal import StrataSchema

extension PredicateExpressions {
  /// A comparison of two texts, such as equality or containment, with the store's semantics.
  ///
  /// A nil text equals nil. Any other comparison with nil is false.
  public struct StringComparison<Root: PredicateExpression, Other: PredicateExpression>:
    PredicateExpression
  where Root.Output: _TextOperand, Other.Output: _TextOperand {
    /// True if the comparison holds.
    public typealias Output = Bool
    /// The text to test.
    public let root: Root
    /// The text to compare with, which is a pattern for `like` and `matches`.
    public let other: Other
    /// The kind of comparison.
    public let comparison: QueryExpression.TextComparison
    /// The differences that the comparison ignores.
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

    /// Returns true if the comparison holds.
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
  /// Decodes the two texts' expressions and the comparison.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    root = try container.decode(Root.self)
    other = try container.decode(Other.self)
    comparison = try container.decode(QueryExpression.TextComparison.self)
    options = QueryExpression.TextOptions(rawValue: try container.decode(Int.self))
  }

  /// Encodes the two texts' expressions and the comparison.
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
    // A constant pattern is compiled during translation, so that an invalid one is reported even if
    // there are no rows.
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

/// A string type, or an optional one, that predicates can compare.
public protocol _TextOperand {
  /// The text, or nil if there is none.
  var _$text: String? { get }
}

extension String: _TextOperand {
  /// The text itself.
  public var _$text: String? { self }
}

extension Substring: _TextOperand {
  /// The text itself.
  public var _$text: String? { String(self) }
}

extension Optional: _TextOperand where Wrapped: _TextOperand {
  /// The wrapped text, or nil.
  public var _$text: String? { flatMap(\._$text) }
}
