public import Foundation
internal import StrataQuery
internal import StrataSchema

extension PredicateExpressions {
  /// A text converted to lower or upper case.
  public struct StringCase<Root: PredicateExpression>: PredicateExpression
  where Root.Output: StringProtocol {
    /// The converted text.
    public typealias Output = String
    /// The original text.
    public let root: Root
    /// True for upper case, false for lower case.
    public let isUpper: Bool

    /// Converts a text to lower or upper case.
    public init(root: Root, isUpper: Bool) {
      self.root = root
      self.isUpper = isUpper
    }

    /// Returns the converted text.
    public func evaluate(_ bindings: PredicateBindings) throws -> String {
      let text = try root.evaluate(bindings)
      return isUpper ? text.uppercased() : text.lowercased()
    }
  }

  /// Builds the node that `#Predicate` makes of `lowercased()`.
  public static func build_lowercased<Root>(_ root: Root) -> StringCase<Root> {
    .init(root: root, isUpper: false)
  }

  /// Builds the node that `#Predicate` makes of `uppercased()`.
  public static func build_uppercased<Root>(_ root: Root) -> StringCase<Root> {
    .init(root: root, isUpper: true)
  }
}

extension PredicateExpressions.StringCase: StandardPredicateExpression
where Root: StandardPredicateExpression {}

extension PredicateExpressions.StringCase: Sendable where Root: Sendable {}

extension PredicateExpressions.StringCase: Codable where Root: Codable {
  /// Decodes the text's expression.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    root = try container.decode(Root.self)
    isUpper = try container.decode(Bool.self)
  }

  /// Encodes the text's expression.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(root)
    try container.encode(isUpper)
  }
}

extension PredicateExpressions.StringCase: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    .value(.function(isUpper ? .uppercase : .lowercase, [try translator.value(root)]))
  }
}
