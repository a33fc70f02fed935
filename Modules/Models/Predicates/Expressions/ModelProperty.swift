public import Foundation

extension PredicateExpressions {
  /// What a key path leads to, over as many properties as it likes.
  ///
  /// Foundation's own node takes one property at a time, and traps for more.
  public struct ModelProperty<Root: PredicateExpression, Output>: UnarchivedExpression {
    /// Where the key path starts.
    public let root: Root
    /// Leads to the value.
    public let keyPath: Swift.KeyPath<Root.Output, Output>

    /// Follows a key path.
    public init(root: Root, keyPath: Swift.KeyPath<Root.Output, Output>) {
      self.root = root
      self.keyPath = keyPath
    }

    /// The value at the key path's end.
    public func evaluate(_ bindings: PredicateBindings) throws -> Output {
      try root.evaluate(bindings)[keyPath: keyPath]
    }
  }
}

// Key paths never change; one to a model's property holds nothing but the property.
extension PredicateExpressions.ModelProperty: @unchecked Sendable {}

extension PredicateExpressions.ModelProperty: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    let subject = try translator.subject(root)
    return try translator.property(of: subject, keyPath)
  }
}
