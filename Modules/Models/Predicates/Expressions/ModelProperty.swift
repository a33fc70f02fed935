public import Foundation

extension PredicateExpressions {
  /// The value at the end of a key path with any number of components.
  ///
  /// Foundation's own node traps for more than one component.
  public struct ModelProperty<Root: PredicateExpression, Output>: _UnarchivedExpression {
    /// The object that the key path starts from.
    public let root: Root
    /// The key path of the value.
    public let keyPath: Swift.KeyPath<Root.Output, Output>

    /// Applies a key path to an object.
    public init(root: Root, keyPath: Swift.KeyPath<Root.Output, Output>) {
      self.root = root
      self.keyPath = keyPath
    }

    /// Returns the value at the key path's end.
    public func evaluate(_ bindings: PredicateBindings) throws -> Output {
      try root.evaluate(bindings)[keyPath: keyPath]
    }
  }
}

// Key paths are immutable, and one to a model's property captures nothing.
extension PredicateExpressions.ModelProperty: @unchecked Sendable {}

extension PredicateExpressions.ModelProperty: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    let subject = try translator.subject(root)
    return try translator.property(of: subject, keyPath)
  }
}
