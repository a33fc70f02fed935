public import Foundation
public import StrataModel

// Foundation's node for values takes none that can't be archived, as models can't; what is more
// special than its function of the same name wins.
extension PredicateExpressions {
  /// What `#Predicate` makes of a model from outside.
  public static func build_Arg<Model: PersistentModel>(_ model: Model) -> Captured<Model> {
    Captured(model)
  }

  /// What `#Predicate` makes of a model from outside that may be missing.
  public static func build_Arg<Model: PersistentModel>(_ model: Model?) -> Captured<Model?> {
    Captured(model)
  }

  /// What `#Predicate` makes of a list of models from outside.
  public static func build_Arg<Model: PersistentModel>(_ models: [Model]) -> Captured<[Model]> {
    Captured(models)
  }
}
