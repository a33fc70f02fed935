internal import Foundation
import StrataDescriptions
public import StrataModel
public import StrataSQLite
public import StrataSchema
public import StrataStack

/// An object of an entity that a model describes, whose properties are read and set by name.
///
///     let item = try ManagedObject(entity: entity, insertInto: context)
///     try item.setValue("Tea", forKey: "name")
///     let name = try item.value(forKey: "name") as? String
///
/// It is a model object like one of an `@Model` class: a context has one for each row, both ends of its
/// relationships agree, and its properties are observed one by one. A class of one's own inherits from it,
/// and is given to the container of its model.
open class ManagedObject: LifecycleModel, ValidatedModel, ReplaceableModel, UnstoredKeepingModel,
  _ModelRoot
{
  // Each access is one statement that calls nobody else, so that two can't overlap. An object is
  // confined to its context.
  /// The object's bookkeeping: its context, key and changes.
  @exclusivity(unchecked) nonisolated(unsafe) public final var _$state = ModelState()
  /// What the object is one of.
  public final let managedEntity: ManagedEntity
  /// The columns of the attributes, one after another.
  @exclusivity(unchecked) final var values: ContiguousArray<ColumnValue>
  /// What no store keeps of the object; nil where there is nothing.
  @exclusivity(unchecked) final var unstored: UnstoredValues?
  // Slots are visited in place while others of the object are read, which an array wouldn't allow. They are
  // made with the object, and go with it.
  final let toOnes: UnsafeMutableBufferPointer<Slot<ManagedObject?>>
  final let toManys: UnsafeMutableBufferPointer<Slot<[ManagedObject]>>
  /// Why something couldn't be set where nothing can be thrown, while there is no context to tell.
  final var standingError: ManagedObjectError?
  /// What is known of the object beside its values, where it has no row.
  final var absence: Absence?

  /// Makes an object of an entity, with its initial values and in no context.
  ///
  /// For subclasses; use `init(entity:insertInto:)`.
  public required init(_$new entity: ManagedEntity) {
    managedEntity = entity
    values = entity.initialValues
    toOnes = Self.slots(entity.toOneCount, Slot(nil))
    toManys = Self.slots(entity.toManyCount, Slot([]))
    for property in entity.properties {
      guard case .ephemeral = property.kind else { continue }
      setInitialValue(ofTransient: property)
    }
  }

  // The requirement is the main actor's, and nothing here is.
  /// Makes an object of a row's columns.
  public nonisolated required init(_$row row: inout Row) throws {
    let entity = Self.registeredEntity
    managedEntity = entity
    values = []
    values.reserveCapacity(entity.columnCount)
    toOnes = Self.slots(entity.toOneCount, Slot(nil))
    toManys = Self.slots(entity.toManyCount, Slot(value: nil))
    for property in entity.properties {
      switch property.kind {
      case .attribute(_, let start):
        for (offset, column) in property.columns.enumerated() {
          if row.isBlank, !entity.initialValues[start + offset].isNull {
            row.skip(1)
            values.append(entity.initialValues[start + offset])
          } else {
            values.append(try row.columnValue(column))
          }
        }
      case .ephemeral: setInitialValue(ofTransient: property)
      case .transientLink: break
      case .toOne(let place):
        toOnes[place] = try ToOneCoding<ManagedObject>().slot(from: &row)
      case .toMany: break
      }
    }
  }

  deinit {
    for place in toOnes.indices { _release(&toOnes[place], &_$state) }
    for place in toManys.indices { _release(&toManys[place], &_$state) }
    toOnes.deinitialize()
    toOnes.deallocate()
    toManys.deinitialize()
    toManys.deallocate()
  }

  private static func slots<Value>(
    _ count: Int, _ slot: Slot<Value>
  ) -> UnsafeMutableBufferPointer<Slot<Value>> {
    // Most entities have no relationships of a kind, and nothing is taken from the heap for none.
    guard count > 0 else { return UnsafeMutableBufferPointer(start: nil, count: 0) }
    let slots = UnsafeMutableBufferPointer<Slot<Value>>.allocate(capacity: count)
    slots.initialize(repeating: slot)
    return slots
  }

  // MARK: What a model class has

  /// The class's entity.
  open class var _$entity: ModelEntity {
    EntityRegistry.shared.entity(of: self)?.modelEntity ?? UnknownEntities.entity(of: self)
  }

  /// The entity of a class whose objects are made.
  private static var registeredEntity: ManagedEntity {
    EntityRegistry.shared.entity(of: self) ?? UnknownEntities.none
  }

  /// The properties, inherited ones first.
  public nonisolated class var _$metadata: [Schema.PropertyMetadata] { _$entity.properties }

  /// Takes on a row's columns.
  public nonisolated final func _$read(_ row: inout Row) throws {
    for property in managedEntity.properties {
      switch property.kind {
      case .attribute(_, let start):
        guard row.includes(property.index) else { continue }
        let isWanted = row.assigns(property.index)
        for (offset, column) in property.columns.enumerated() {
          let value = try row.columnValue(column)
          if isWanted { values[start + offset] = value }
        }
      case .toOne(let place):
        try row.update(property.index, &toOnes[place]) {
          try ToOneCoding<ManagedObject>().slot(from: &$0)
        }
      case .toMany(let place, _):
        try row.update(property.index, &toManys[place]) {
          try ToManyCoding<ManagedObject>().slot(from: &$0)
        }
      case .ephemeral, .transientLink: break
      }
    }
    unstored?.found = [:]
  }

  /// Binds the columns of the properties.
  public nonisolated final func _$write(_ binder: inout Binder) throws {
    for property in managedEntity.properties {
      switch property.kind {
      case .attribute(_, let start):
        guard binder.begins(property.index) else { continue }
        for offset in property.columns.indices { binder.bind(values[start + offset]) }
      case .toOne(let place):
        guard binder.begins(property.index) else { continue }
        try ToOneCoding<ManagedObject>().encode(toOnes[place], to: &binder)
      case .toMany: _ = binder.begins(property.index)
      case .ephemeral, .transientLink: break
      }
    }
  }

  /// Gives a relationship's slot to a visitor.
  public final func _$visit(_ property: PropertyIndex, _ visitor: inout some SlotVisitor) {
    let properties = managedEntity.properties
    guard properties.indices.contains(property.rawValue) else { return }
    switch properties[property.rawValue].kind {
    case .toOne(let place): visitor.visit(&toOnes[place])
    case .toMany(let place, _): visitor.visit(&toManys[place])
    case .attribute, .ephemeral, .transientLink: break
    }
  }

  /// The class of an entity that inherits from this one's, and has no class of its own; nil where the
  /// hierarchy is too deep.
  class func subclass<Tag: EntityTag>(_ tag: Tag.Type) -> ManagedObject.Type? { nil }

  /// Called when another object stands for this one.
  package final func wasReplaced(by other: PersistentIdentifier) {
    unstoredValues.standIn = other
  }

  // MARK: Life cycle

  /// Called once when a new object was inserted into a context. Does nothing unless overridden.
  open func awakeFromInsert() {}
  /// Called when an object was made of its row. Does nothing unless overridden.
  open func awakeFromFetch() {}
  /// Called before an object is deleted. Does nothing unless overridden.
  open func prepareForDeletion() {}
  /// Called before a save that would write or delete the object. Does nothing unless overridden.
  open func willSave() {}
  /// Called after a save that has written or deleted the object. Does nothing unless overridden.
  open func didSave() {}

  /// Looks at the object before it is saved for the first time.
  ///
  /// - Throws: ``ValidationError``; several are one, with the code of multiple errors.
  open func validateForInsert() throws { try validateProperties(changedAlone: false) }
  /// Looks at the object before its changes are saved.
  ///
  /// - Throws: as ``validateForInsert()``.
  open func validateForUpdate() throws { try validateProperties(changedAlone: true) }
  /// Looks at the object before it is deleted. Delete rules are looked at in any case.
  open func validateForDelete() throws {}

  /// Asks the method of the operation.
  public final func validate(for operation: ValidationOperation) throws {
    if let error = standingError {
      standingError = nil
      throw error
    }
    do {
      switch operation {
      case .insert: try validateForInsert()
      case .update: try validateForUpdate()
      case .delete: try validateForDelete()
      }
    } catch {
      // What a save throws has the words alone.
      if let error = error as? ValidationError { managedObjectContext?.refusals.append(error) }
      throw error
    }
  }
}
