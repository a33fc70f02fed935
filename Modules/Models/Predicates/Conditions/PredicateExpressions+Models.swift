public import Foundation
public import StrataModel

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
