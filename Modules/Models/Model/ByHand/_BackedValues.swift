internal import Observation
internal import StrataObservation
internal import StrataSchema
internal import StrataSQLite

/// The values and the bookkeeping of an object whose class conforms to ``PersistentModel`` without
/// the macro.
///
/// A class that `@Model` expands has both in the object itself.
public final class _BackedValues {
  let entity: _ModelEntity
  // Used on the isolation of the object's context. Each access is a statement of its own.
  @exclusivity(unchecked) var state = _ModelState()
  let slots: [BackedSlot]
  /// The properties with explicit values.
  private(set) var assigned = PropertySet()
  private weak var weakOwner: (any PersistentModel)?
  // The values retain the memory of a deinitialized object, so that the identity map of its graph
  // can still ask whether it is alive.
  private unowned var ownerMemory: AnyObject?
  private var ownerIdentity: ObjectIdentifier?

  /// Creates the values of a new object: each property has its initial value, if the class gives
  /// one.
  init(new entity: _ModelEntity) {
    self.entity = entity
    let given = entity.hasBackedDefaults ? entity.type.schemaMetadata : []
    slots = entity.backed.enumerated().map { position, property in
      property.makeSlot(
        PropertyIndex(position), given.isEmpty ? nil : given[position].defaultValue)
    }
  }

  /// Creates the values of an object from its row.
  init(_ row: inout Row, of entity: _ModelEntity) throws {
    self.entity = entity
    let given = entity.hasBackedDefaults ? entity.type.schemaMetadata : []
    slots = entity.backed.enumerated().map { position, property in
      property.makeSlot(
        PropertyIndex(position), given.isEmpty ? nil : given[position].defaultValue)
    }
    for slot in slots where !slot.isEphemeral { try slot.read(&row) }
  }

  deinit {
    // When the values are released together with their object, the object is already nil here.
    precondition(
      state.modelGraph == nil || weakOwner == nil,
      """
      an object of \(entity.name) was given other backing data while it was in a context; set its \
      properties instead
      """)
  }

  /// The object that the values belong to, or nil if there is none yet or no longer.
  var owner: (any PersistentModel)? { weakOwner }

  /// Sets the object that the values belong to.
  func belong(to model: any PersistentModel) {
    let identity = ObjectIdentifier(model)
    guard ownerIdentity != identity else { return }
    precondition(
      weakOwner == nil && state.modelGraph == nil,
      """
      two objects of \(entity.name) have the same backing data; make other data with \
      createBackingData(), and set its values
      """)
    weakOwner = model
    ownerMemory = model
    ownerIdentity = identity
  }
}

extension _BackedValues {
  /// Returns the slot of a property.
  func slot<Model: PersistentModel, Value>(at keyPath: KeyPath<Model, Value>) -> BackedValue<Value>
  {
    guard let index = entity.backedIndices[keyPath], let slot = slots[index] as? BackedValue<Value>
    else {
      preconditionFailure(
        "\(entity.words(for: keyPath)) isn't in \(entity.name).schemaMetadata, and has no value")
    }
    return slot
  }

  /// Returns the value of an object's property, loading a relationship first if needed.
  func value<Model: PersistentModel, Value>(
    at keyPath: KeyPath<Model, Value>, of model: Model
  ) -> Value {
    let stored = slot(at: keyPath)
    if TrackingScope.isActive { shareRegistrar(of: model) }
    if stored.slot.needsLoading { model._$load(stored.index) }
    return model._$value(stored.index, stored.slot)
  }

  /// Sets the value of an object's property, and updates the inverse of a relationship.
  func set<Model: PersistentModel, Value>(
    _ value: Value, at keyPath: KeyPath<Model, Value>, of model: Model
  ) {
    let stored = slot(at: keyPath)
    assigned.insert(stored.index)
    stored.replace(with: value, of: model)
  }

  /// Sets a property's value while there is no object, as an initializer does.
  ///
  /// The inverse of a relationship is updated when the object is inserted into a context.
  func set<Model: PersistentModel, Value>(_ value: Value, at keyPath: KeyPath<Model, Value>) {
    let stored = slot(at: keyPath)
    precondition(
      state.modelGraph == nil,
      "the object of \(entity.name) whose backing data this was is gone; keep it while the data is used"
    )
    assigned.insert(stored.index)
    stored.slot = _Slot(value)
  }

  /// Returns a property's value while there is no object.
  func value<Model: PersistentModel, Value>(at keyPath: KeyPath<Model, Value>) -> Value {
    let stored = slot(at: keyPath)
    if let value = stored.slot.value { return value }
    let metadata = entity.properties[stored.index]
    if let value = metadata.defaultValue as? Value ?? Placeholder.of(Value.self) { return value }
    preconditionFailure(
      "\(entity.name).\(metadata.name) has no value, and there is no placeholder of type \(Value.self); set "
        + "it first")
  }

  // The class's own accessors use a registrar with a private name. Changes from elsewhere, such as
  // a merge, must notify through the same one, or observers would miss them.
  private func shareRegistrar(of model: some PersistentModel) {
    guard !state.isWatched else { return }
    for child in Mirror(reflecting: model).children {
      if let registrar = child.value as? ObservationRegistrar {
        return state.registrar.share(registrar)
      }
    }
  }
}
