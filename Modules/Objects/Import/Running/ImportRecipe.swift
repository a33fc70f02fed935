import StrataContexts
import StrataModel

/// The rules for importing items: the requirements of ``Persistable``, or closures.
struct ImportRecipe<Item, Model: PersistentModel, Shared> {
  let key: ImportKey<Item, Model>
  let share: ([Item], ModelContext) throws -> Shared
  let action: (Item, Model?, inout Shared) throws -> ImportAction<Model>
}

extension ImportRecipe where Item: Persistable, Model == Item.Model, Shared == Item.ImporterData {
  init(_ type: Item.Type) {
    self.init(
      key: Item.importKey, share: { try Item.importerData(for: $0, in: $1) },
      action: { try $0.importAction(for: $1, with: &$2) })
  }
}

extension ImportRecipe where Shared == Void {
  init(
    _ key: ImportKey<Item, Model>,
    _ action: @escaping (Item, Model?) throws -> ImportAction<Model>
  ) {
    self.init(key: key, share: { _, _ in }, action: { item, model, _ in try action(item, model) })
  }
}
