import Strata
import StrataTestSupport
import Testing

/// A parent context with saved objects, for which tests make children.
class Family {
  let archive: Archive
  let binder = Binder("A")
  let papers = [Paper("1"), Letter("2"), Paper("3")]
  var parent: ModelContext { archive.context }

  init() throws { archive = try Archive(binder, of: papers) }

  func child(of parent: ModelContext? = nil) throws -> ModelContext {
    try ModelContext(parent: parent ?? self.parent)
  }

  /// The same object in a child.
  func copy<Model: PersistentModel>(_ model: Model, in child: ModelContext) throws -> Model {
    try #require(try child.existingModel(for: model.persistentModelID, as: Model.self))
  }
}
