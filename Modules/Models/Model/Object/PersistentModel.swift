public import Observation
public import StrataSchema
public import StrataSQLite

/// A class whose objects a store can keep. Written by `@Model`.
///
/// The members whose names begin with `_$` are what the macro writes: the bookkeeping of an object,
/// and typed code that takes its properties to columns and back. A class that conforms by hand has the
/// three members before them, which are SwiftData's requirements, and keeps its values in its backing data.
public protocol PersistentModel: AnyObject, Observable, Hashable, Identifiable, SendableMetatype,
  _Adopting
{
  // A class may belong to the main actor with all that is generated in it; see `ModelCode`.

  /// The persisted properties, in order of declaration.
  static var schemaMetadata: [Schema.PropertyMetadata] { get }

  /// Makes the model that some values are of.
  init(backingData: any BackingData<Self>)

  /// The model's values.
  var persistentBackingData: any BackingData<Self> { get set }

  /// The persisted properties, in order of declaration.
  @MainActor static var _$metadata: [Schema.PropertyMetadata] { get }

  /// The class's entity: its properties and how its relationships fit together.
  static var _$entity: ModelEntity { get }

  /// The class's own key paths to the properties that it inherits, in order.
  @MainActor static var _$inheritedKeyPaths: [AnyKeyPath] { get }

  /// What `#Unique` and `#Index` say of the class.
  @MainActor static var _$constraints: [any SchemaConstraint] { get }

  /// The object's bookkeeping: its context, key and changes.
  var _$state: ModelState { get set }

  /// Makes an object of a row's columns, which follow the properties in order of declaration.
  @MainActor init(_$row row: inout Row) throws

  /// Takes on a row's columns, for the properties that the row includes and assigns.
  @MainActor func _$read(_ row: inout Row) throws

  /// Binds the columns of the properties that the binder includes, in order of declaration.
  @MainActor func _$write(_ binder: inout Binder) throws

  /// Gives a relationship's slot to a visitor; does nothing for other properties.
  func _$visit(_ property: PropertyIndex, _ visitor: inout some SlotVisitor)
}

/// What `@Model` adds to a class that inherits from no other model, so that those that do are known. A
/// model of another class conforms by hand.
public protocol _ModelRoot: AnyObject {}

/// The standard library's protocol, under a name that no model has.
public typealias _Observable = Observable

extension PersistentModel {
  /// Nothing is inherited.
  public static var _$inheritedKeyPaths: [AnyKeyPath] { [] }

  /// No constraints.
  public static var _$constraints: [any SchemaConstraint] { [] }

  /// Models are the same when they are one object.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs === rhs }

  /// Hashes the object's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// The model's permanent identifier.
  public var id: PersistentIdentifier { persistentModelID }

  /// The model's identifier, permanent from the moment it is inserted into a context.
  ///
  /// Its entity is that of the object's own class. A model that belongs to no context has an identifier
  /// that no other object of the process has or had. Exceptions to permanence, all of models that were never
  /// saved: one that a save makes the object of a row with the same unique values gets that row's
  /// identifier (``UniqueConflictPolicy/upsert``); and the save gives another one to what was inserted
  /// while the store was locked for long, and to what has the key of a row that a program without this
  /// library has inserted meanwhile.
  public var persistentModelID: PersistentIdentifier {
    guard let graph = _$state.modelGraph else {
      // `Self` may be a superclass of what the object is.
      let entity = Swift.type(of: self)._$entity.name
      return PersistentIdentifier(
        store: nil, entity: entity, key: _$state.numberOutsideGraphs())
    }
    return graph.identifier(_$state.entity, _$state.key)
  }

  /// Whether the model has changes that were not saved, or is new.
  public var hasChanges: Bool {
    _$verifyArrays()
    return _$state.flags.contains(.inserted) || _$state.flags.contains(.deleted)
      || !_$state.changed.isEmpty
  }

  /// Whether the model is deleted, and the delete not saved yet.
  public var isDeleted: Bool { _$state.flags.contains(.deleted) }
}
