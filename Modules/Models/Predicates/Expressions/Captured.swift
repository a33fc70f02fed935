public import Foundation
public import StrataModel

extension PredicateExpressions {
  /// A value that a predicate captured, of any type, including types that aren't `Codable` such as
  /// models.
  public struct Captured<Output>: _UnarchivedExpression {
    /// The value.
    public let value: Output

    /// Captures a value.
    public init(_ value: Output) { self.value = value }

    /// Returns the captured value.
    public func evaluate(_ bindings: PredicateBindings) throws -> Output { value }
  }
}

// A predicate that captures a model belongs to the model's isolation, as the model does. The
// predicate never changes the value. Foundation's own node for captured values is `Sendable` in the
// same way.
extension PredicateExpressions.Captured: @unchecked Sendable {}

extension PredicateExpressions.Captured: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    PredicateTranslator.Subject(constant: value)
  }
}

// Foundation's node for captured values requires `Codable`, which models aren't. These overloads
// are more specific than its function of the same name, so that the compiler prefers them.
extension PredicateExpressions {
  /// Builds the node of a captured model.
  public static func build_Arg<Model: PersistentModel>(_ model: Model) -> Captured<Model> {
    Captured(model)
  }

  /// Builds the node of a captured optional model.
  public static func build_Arg<Model: PersistentModel>(_ model: Model?) -> Captured<Model?> {
    Captured(model)
  }

  /// Builds the node of a captured array of models.
  public static func build_Arg<Model: PersistentModel>(_ models: [Model]) -> Captured<[Model]> {
    Captured(models)
  }
}
