internal import Observation
internal import StrataObservation
internal import StrataSchema
internal import StrataSQLite

/// The values of an object whose class conforms to ``PersistentModel`` by hand, and its bookkeeping.
///
/// A class that `@Model` expands has both in the object itself.
public final class _BackedValues {
  let entity: ModelEntity
  // Used on the isolation of the object's context; each access is a statement of its own.
  @exclusivity(unchecked) var state = ModelState()
  let slots: [BackedSlot]
  /// The properties that were given values.
  private(set) var assigned = PropertySet()
  private weak var weakOwner: (any PersistentModel)?
  // Whoever has the values keeps the memory of an object that is gone, so that its graph's identity map can
  // still ask whether it is.
  private unowned var ownerMemory: AnyObject?
  private var ownerIdentity: ObjectIdentifier?

  /// The values of a new object: each property has its initial value, where the class gives one.
  init(new entity: ModelEntity) {
    self.entity = entity
    let given = entity.hasBackedDefaults ? entity.type.schemaMetadata : []
    slots = entity.backed.enumerated().map { position, property in
      property.makeSlot(
        PropertyIndex(position), given.isEmpty ? nil : given[position].defaultValue)
    }
  }

  /// The values of an object that a store has.
  init(_ row: inout Row, of entity: ModelEntity) throws {
    self.entity = entity
    let given = entity.hasBackedDefaults ? entity.type.schemaMetadata : []
    slots = entity.backed.enumerated().map { position, property in
      property.makeSlot(
        PropertyIndex(position), given.isEmpty ? nil : given[position].defaultValue)
    }
    for slot in slots where !slot.isEphemeral { try slot.read(&row) }
  }

  deinit {
    // The object of values that go with it is gone, too.
    precondition(
      state.modelGraph == nil || weakOwner == nil,
      """
      an object of \(entity.name) was given other backing data while it was in a context; set its \
      properties instead
      """)
  }

  /// The object that has the values; nil where there is none yet, or no more.
  var owner: (any PersistentModel)? { weakOwner }

  /// Makes an object the one that has the values.
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
  /// The place of a property's value.
  func slot<Model: PersistentModel, Value>(at keyPath: KeyPath<Model, Value>) -> BackedValue<Value>
  {
    guard let index = entity.backedIndices[keyPath], let slot = slots[index] as? BackedValue<Value>
    else {
      preconditionFailure(
        "\(entity.words(for: keyPath)) isn't in \(entity.name).schemaMetadata, and has no value")
    }
    return slot
  }

  /// The value of a property of an object.
  func value<Model: PersistentModel, Value>(
    at keyPath: KeyPath<Model, Value>, of model: Model
  ) -> Value {
    let place = slot(at: keyPath)
    if TrackingScope.isActive { shareRegistrar(of: model) }
    if place.slot.needsLoading { model._$load(place.index) }
    return model._$value(place.index, place.slot)
  }

  /// Gives a property of an object a value; the other ends of a relationship follow.
  func set<Model: PersistentModel, Value>(
    _ value: Value, at keyPath: KeyPath<Model, Value>, of model: Model
  ) {
    let place = slot(at: keyPath)
    assigned.insert(place.index)
    place.replace(with: value, of: model)
  }

  /// Gives a property a value while there is no object, as an initializer does: the other ends of a
  /// relationship follow when the object comes into a context.
  func set<Model: PersistentModel, Value>(_ value: Value, at keyPath: KeyPath<Model, Value>) {
    let place = slot(at: keyPath)
    precondition(
      state.modelGraph == nil,
      "the object of \(entity.name) whose backing data this was is gone; keep it while the data is used"
    )
    assigned.insert(place.index)
    place.slot = Slot(value)
  }

  /// The value of a property while there is no object.
  func value<Model: PersistentModel, Value>(at keyPath: KeyPath<Model, Value>) -> Value {
    let place = slot(at: keyPath)
    if let value = place.slot.value { return value }
    let metadata = entity.properties[place.index]
    if let value = metadata.defaultValue as? Value ?? Placeholder.of(Value.self) { return value }
    preconditionFailure(
      "\(entity.name).\(metadata.name) has no value, and there is no placeholder of type \(Value.self); set "
        + "it first")
  }

  // The class's accessors tell a registrar that nobody else can name. What changes a value from elsewhere
  // has to tell the same one.
  private func shareRegistrar(of model: some PersistentModel) {
    guard !state.isWatched else { return }
    for child in Mirror(reflecting: model).children {
      if let registrar = child.value as? ObservationRegistrar {
        return state.registrar.share(registrar)
      }
    }
  }
}
