import StrataSchema
import StrataSQLite

/// A property of a class that conforms to ``PersistentModel`` without the macro, from its
/// `schemaMetadata`.
///
/// The property is described only when the class's entity is made, since its position isn't known
/// earlier. The class is asked for an initial value again each time, since it may be another one.
final class BackedProperty {
  let describe:
    (_ index: PropertyIndex, _ owner: any PersistentModel.Type) ->
      Schema.PropertyMetadata
  let makeSlot: (_ index: PropertyIndex, _ given: Any?) -> BackedSlot
  let hasDefault: Bool

  init<Root: PersistentModel, Value>(
    _ name: String, _ keyPath: KeyPath<Root, Value>, hasDefault: Bool,
    _ metadata: (any SchemaProperty)?
  ) {
    self.hasDefault = hasDefault
    let options = Schema.PropertyOptions(stated: metadata)
    let form = BackedForm(name, keyPath, hasDefault: hasDefault, options)
    let made = form.make(Value.self)
    describe = { index, owner in
      var described =
        made?.describe(index) ?? Schema.PropertyMetadata(unstorable: index, name, keyPath, options)
      described.problem = form.problem(of: owner, isStorable: made != nil)
      return described
    }
    makeSlot = { index, given in
      made?.makeSlot(index, given)
        ?? BackedValue(index, _Slot<Value>(value: given as? Value), isEphemeral: true)
    }
  }
}

/// The type of the stored properties that SwiftData's expanded models declare.
///
/// The values are in the backing data.
public struct _SwiftDataNoType: Sendable {
  /// Creates an empty value.
  public init() {}
}
