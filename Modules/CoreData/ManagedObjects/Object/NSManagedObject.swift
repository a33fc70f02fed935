internal import Foundation
public import StrataContexts
import StrataDescriptions
public import StrataModel
public import StrataSQLite
public import StrataSchema

/// An object of an entity in a managed object model. You read and set its properties by name.
///
///     let item = NSManagedObject(entity: entity, insertInto: context)
///     item.setValue("Tea", forKey: "name")
///     let name = item.value(forKey: "name") as? String
///
/// Like an object of an `@Model` class it is unique for its row in a context, both ends of its
/// relationships agree, and you can observe its properties one by one. Subclass it to give an
/// entity a class of its own, and pass the class to the model's container.
open class NSManagedObject: LifecycleModel, ValidatedModel, ReplaceableModel, UnstoredKeepingModel,
  _ModelRoot, CustomStringConvertible
{
  // Exclusivity isn't checked at run time: each access is a single statement that calls nothing
  // else, so that accesses can't overlap, and an object is confined to its context.
  /// The object's bookkeeping: its context, key and changes.
  @exclusivity(unchecked) nonisolated(unsafe) public final var _$state = _ModelState()
  /// The object's entity.
  public final let managedEntity: ManagedEntity
  /// The columns of the attributes, in the order of the entity's properties.
  @exclusivity(unchecked) final var values: ContiguousArray<ColumnValue>
  /// Values that aren't stored, such as transient properties, or nil if there are none.
  @exclusivity(unchecked) final var unstored: UnstoredValues?
  // Buffers and not arrays, since a slot is visited in place while others of the object are read,
  // which an array's exclusive access wouldn't allow. `deinit` deallocates them.
  final let toOnes: UnsafeMutableBufferPointer<_Slot<NSManagedObject?>>
  final let toManys: UnsafeMutableBufferPointer<_Slot<[NSManagedObject]>>
  /// The first error of an object without a context, where nothing could be thrown. Validation
  /// throws it.
  final var standingError: ManagedObjectError?
  /// The reason why the object has no row, or nil if it has one.
  final var absence: Absence?
  /// True if the program has obtained a permanent identifier for the new object.
  final var hasPermanentID = false

  /// Creates an object of an entity with its initial values, and inserts it into a context.
  ///
  /// It can't throw, as in Core Data. If the object can't be one of the entity, or can't be inserted,
  /// the context's next save throws the error, and so does each access to a value.
  ///
  /// It is also called, without a context, for each object that is read from the store.
  ///
  /// - Parameters:
  ///   - entity: An entity of a model that a coordinator uses.
  ///   - context: The context to insert the object into, or nil to insert it later.
  public required init(
    entity: NSEntityDescription, insertInto context: NSManagedObjectContext?
  ) {
    let used = entity.inUse
    managedEntity = used ?? UnknownEntities.none
    values = managedEntity.initialValues
    toOnes = Self.slots(managedEntity.toOneCount, _Slot(nil))
    toManys = Self.slots(managedEntity.toManyCount, _Slot([]))
    for property in managedEntity.properties {
      guard case .ephemeral = property.kind else { continue }
      setInitialValue(ofTransient: property)
    }
    guard used != nil || entity !== UnknownEntities.none.reference else { return }
    do throws(ManagedObjectError) {
      try join(entity)
      try context?.insert(self)
    } catch {
      refuse(error, context)
    }
  }

  /// Reads all values from a row's columns into an object that was just created.
  final func fill(from row: inout Row) throws {
    values = []
    values.reserveCapacity(managedEntity.columnCount)
    for property in managedEntity.properties {
      switch property.kind {
      case .attribute(_, let start):
        for (offset, column) in property.columns.enumerated() {
          if row.isBlank, !managedEntity.initialValues[start + offset].isNull {
            row.skip(1)
            values.append(managedEntity.initialValues[start + offset])
          } else {
            values.append(try pendingValue(column, &row))
          }
        }
      case .ephemeral, .transientLink: break
      case .toOne(let place):
        toOnes[place] = try _ToOneCoding<NSManagedObject>().slot(from: &row)
      case .toMany(let place, _): toManys[place] = _Slot(value: nil)
      }
    }
  }

  /// Reads a column. A required value may be missing in what a context has pending, until the save asks the rules.
  private func pendingValue(_ column: ColumnForm, _ row: inout Row) throws -> ColumnValue {
    guard row.isNull else { return try row.columnValue(column) }
    row.skip(1)
    return .null
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
    _ count: Int, _ slot: _Slot<Value>
  ) -> UnsafeMutableBufferPointer<_Slot<Value>> {
    // Most entities lack one kind of relationship. An empty buffer needs no allocation.
    guard count > 0 else { return UnsafeMutableBufferPointer(start: nil, count: 0) }
    let slots = UnsafeMutableBufferPointer<_Slot<Value>>.allocate(capacity: count)
    slots.initialize(repeating: slot)
    return slots
  }

  // MARK: Members of a model class

  /// The class's entity.
  open class var _$entity: _ModelEntity {
    EntityRegistry.shared.entity(of: self)?.modelEntity ?? UnknownEntities.entity(of: self)
  }

  /// The class's entity, or one without properties if no loaded model has the class.
  static var registeredEntity: ManagedEntity {
    EntityRegistry.shared.entity(of: self) ?? UnknownEntities.none
  }

  /// The properties, inherited ones first.
  public nonisolated class var _$metadata: [Schema.PropertyMetadata] { _$entity.properties }

  /// Updates the properties from a row's columns, except for those that the row doesn't assign.
  public nonisolated final func _$read(_ row: inout Row) throws {
    for property in managedEntity.properties {
      switch property.kind {
      case .attribute(_, let start):
        guard row.includes(property.index) else { continue }
        let isWanted = row.assigns(property.index)
        for (offset, column) in property.columns.enumerated() {
          let value = try pendingValue(column, &row)
          if isWanted { values[start + offset] = value }
        }
      case .toOne(let place):
        try row.update(property.index, &toOnes[place]) {
          try _ToOneCoding<NSManagedObject>().slot(from: &$0)
        }
      case .toMany(let place, _):
        try row.update(property.index, &toManys[place]) {
          try _ToManyCoding<NSManagedObject>().slot(from: &$0)
        }
      case .ephemeral, .transientLink: break
      }
    }
    unstored?.found = [:]
  }

  /// Binds the columns of the properties to a statement's parameters.
  public nonisolated final func _$write(_ binder: inout Binder) throws {
    for property in managedEntity.properties {
      switch property.kind {
      case .attribute(_, let start):
        guard binder.begins(property.index) else { continue }
        for offset in property.columns.indices { binder.bind(values[start + offset]) }
      case .toOne(let place):
        guard binder.begins(property.index) else { continue }
        try _ToOneCoding<NSManagedObject>().encode(toOnes[place], to: &binder)
      case .toMany: _ = binder.begins(property.index)
      case .ephemeral, .transientLink: break
      }
    }
  }

  /// Passes a relationship's slot to a visitor.
  public final func _$visit(_ property: PropertyIndex, _ visitor: inout some _SlotVisitor) {
    let properties = managedEntity.properties
    guard properties.indices.contains(property.rawValue) else { return }
    switch properties[property.rawValue].kind {
    case .toOne(let place): visitor.visit(&toOnes[place])
    case .toMany(let place, _): visitor.visit(&toManys[place])
    case .attribute, .ephemeral, .transientLink: break
    }
  }

  /// Returns a generated class for a subentity without a class of its own, or nil if the hierarchy
  /// is too deep.
  class func subclass<Tag: EntityTag>(_ tag: Tag.Type) -> NSManagedObject.Type? { nil }

  /// Records the identifier of the existing object that a save merged this new object into.
  package final func wasReplaced(by other: PersistentIdentifier) {
    unstoredValues.standIn = other
  }

  /// The object's entity and identifier.
  open var description: String { "\(managedEntity.name) (\(objectID))" }

  // MARK: Life cycle

  /// Called once, after a new object is inserted into a context. Does nothing unless overridden.
  open func awakeFromInsert() {}
  /// Called after an object is created from its row. Does nothing unless overridden.
  open func awakeFromFetch() {}
  /// Called before an object is deleted. Does nothing unless overridden.
  open func prepareForDeletion() {}
  /// Called before a save that would write or delete the object. Does nothing unless overridden.
  open func willSave() {}
  /// Called after a save that has written or deleted the object. Does nothing unless overridden.
  open func didSave() {}

  /// Validates a new object before a save inserts it. Call `super` when you override it.
  ///
  /// - Throws: `ValidationError`. Several errors are wrapped in one with the code
  ///   `multipleErrors`.
  open func validateForInsert() throws { try validateProperties(changedAlone: false) }
  /// Validates a changed object before a save updates it. Call `super` when you override it.
  ///
  /// - Throws: as ``validateForInsert()``.
  open func validateForUpdate() throws { try validateProperties(changedAlone: true) }
  /// Validates an object before a save deletes it. Does nothing unless overridden. Delete rules are
  /// checked in any case.
  open func validateForDelete() throws {}

  /// Calls the validation method of an operation.
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
      // The save's own error has only the text, so the context records the error itself.
      if let error = error as? ValidationError {
        managedObjectContext?.refusals.append(error)
      } else {
        managedObjectContext?.ownErrors[persistentModelID] = error
      }
      throw error
    }
  }
}
