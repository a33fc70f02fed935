public import Observation
public import StrataSchema
public import StrataSQLite

/// A class whose objects a store can save.
///
/// `@Model` makes a class conform. The macro generates the members whose names begin with `_$`: the
/// bookkeeping of an object, and code that converts its properties to columns and back. A class
/// that conforms without the macro implements the three members before them, which are SwiftData's
/// requirements, and stores its values in its backing data.
public protocol PersistentModel: AnyObject, Observable, Hashable, Identifiable, SendableMetatype,
  _Adopting
{
  // A class may belong to the main actor, and its generated code with it. See `ModelCode`.

  /// The persisted properties, in order of declaration.
  static var schemaMetadata: [Schema.PropertyMetadata] { get }

  /// Creates the model of some backing data.
  init(backingData: any BackingData<Self>)

  /// The model's values.
  var persistentBackingData: any BackingData<Self> { get set }

  /// The persisted properties, in order of declaration.
  @MainActor static var _$metadata: [Schema.PropertyMetadata] { get }

  /// The class's entity: its properties, and the inverses of its relationships.
  static var _$entity: _ModelEntity { get }

  /// The class's own key paths to the properties that it inherits, in order.
  @MainActor static var _$inheritedKeyPaths: [AnyKeyPath] { get }

  /// The computed properties in the class's braces, by which errors name them.
  @MainActor static var _$computedProperties: [(keyPath: AnyKeyPath, name: String)] { get }

  /// The constraints that `#Unique`, `#Index` and `#Search` declare in the class.
  @MainActor static var _$constraints: [any SchemaConstraint] { get }

  /// The object's bookkeeping: its context, key and changes.
  var _$state: _ModelState { get set }

  /// Creates an object from a row's columns, which follow the properties in order of declaration.
  @MainActor init(_$row row: inout Row) throws

  /// Assigns a row's columns to the properties that the row includes and assigns.
  @MainActor func _$read(_ row: inout Row) throws

  /// Binds the columns of the properties that the binder includes, in order of declaration.
  @MainActor func _$write(_ binder: inout Binder) throws

  /// Passes a relationship's slot to a visitor.
  ///
  /// Does nothing for other properties.
  func _$visit(_ property: PropertyIndex, _ visitor: inout some _SlotVisitor)
}

/// A class with `@Model` that inherits from no other model.
///
/// A model class that isn't one, and inherits from none, conforms without the macro.
public protocol _ModelRoot: AnyObject {}

/// The standard library's protocol, under a name that no model has.
public typealias _Observable = Observable

extension PersistentModel {
  /// Returns no key paths, since nothing is inherited.
  public static var _$inheritedKeyPaths: [AnyKeyPath] { [] }

  /// Returns no properties.
  public static var _$computedProperties: [(keyPath: AnyKeyPath, name: String)] { [] }

  /// Returns no constraints.
  public static var _$constraints: [any SchemaConstraint] { [] }

  /// Returns true if both are the same object.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs === rhs }

  /// Hashes the object's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// The model's permanent identifier.
  public var id: PersistentIdentifier { persistentModelID }

  /// The model's identifier.
  ///
  /// It is permanent once the model is inserted into a context. Its entity is that of the object's
  /// own class. A model that belongs to no context has an identifier that no other object of the
  /// process has or had.
  ///
  /// The first save of a new model gives it another identifier in three cases:
  ///
  /// - The model has the unique values of an existing row and becomes that row's object
  ///   (`UniqueConflictPolicy.upsert`).
  /// - The store was locked for long when you inserted the model, so that the identifier is
  ///   temporary.
  /// - A program without this library has inserted a row with the same key meanwhile.
  public var persistentModelID: PersistentIdentifier {
    guard let graph = _$state.modelGraph else {
      // `Self` may be a superclass of the object's class.
      let entity = Swift.type(of: self)._$entity.name
      return PersistentIdentifier(
        store: nil, entity: entity, key: _$state.numberOutsideGraphs())
    }
    return graph.identifier(_$state.entity, _$state.key)
  }

  /// True if the model is new, deleted or changed since the last save.
  public var hasChanges: Bool {
    _$verifyArrays()
    return _$state.flags.contains(.inserted) || _$state.flags.contains(.deleted)
      || !_$state.changed.isEmpty
  }

  /// Returns true if a property was changed since the last save. Each property of an inserted model that isn't saved yet
  /// counts as changed.
  ///
  /// A rule for new values alone asks for it, such as in `validate(for:)`.
  ///
  /// - Throws: ``ModelError/unknownProperty(entity:property:)`` for a key path that leads to no stored property.
  public func hasChanges(at property: PartialKeyPath<Self>) throws -> Bool {
    let entity = Swift.type(of: self)._$entity
    guard let index = entity.propertyIndex(at: property) else {
      throw ModelError.unknownProperty(entity: entity.name, property: entity.words(for: property))
    }
    _$verifyArrays()
    return _$state.flags.contains(.inserted) || _$state.changed.contains(PropertyIndex(index))
  }

  /// True if the model is deleted and the deletion isn't saved yet.
  public var isDeleted: Bool { _$state.flags.contains(.deleted) }
}
