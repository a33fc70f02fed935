import StrataGraph
public import StrataModel
import StrataSchema

/// The objects that a snapshot is being read of, the outermost first, for generated code.
public struct _SnapshotPath {
  private var objects: [ObjectIdentifier] = []

  /// Creates an empty path.
  public init() {}

  /// Returns the path to an object.
  ///
  /// - Throws: ``SnapshotError/tooDeep(model:)`` if the object is on the path already.
  public func appending(_ model: some PersistentModel) throws(SnapshotError) -> Self {
    let object = ObjectIdentifier(model)
    guard objects.count < 100, !objects.contains(object) else {
      throw .tooDeep(model: type(of: model)._$entity.name)
    }
    var path = self
    path.objects.append(object)
    return path
  }

  /// Throws the error of a property that a getter couldn't read.
  public func checkRead(_ model: some PersistentModel) throws {
    if let error = model._$state.graph?.readFailure(of: model) { throw error }
  }
}

/// The related objects of a snapshot, for generated code.
public enum _SnapshotObjects {
  private static func context(
    _ context: ModelContext?, _ model: String, _ member: String
  ) throws(SnapshotError) -> ModelContext {
    guard let context else { throw .noContext(model: model, member: member) }
    return context
  }

  /// Returns the object with an identifier.
  public static func existing<Model: PersistentModel>(
    _ id: TypedObjectID<Model>, in context: ModelContext?, _ model: String, _ member: String
  ) throws -> Model {
    try self.context(context, model, member).existing(withID: id)
  }

  /// Returns the object with an identifier, or nil for nil.
  public static func existing<Model: PersistentModel>(
    _ id: TypedObjectID<Model>?, in context: ModelContext?, _ model: String, _ member: String
  ) throws -> Model? {
    try id.map { try self.context(context, model, member).existing(withID: $0) }
  }

  /// Returns the objects with identifiers.
  public static func existing<Model: PersistentModel>(
    _ ids: [TypedObjectID<Model>], in context: ModelContext?, _ model: String, _ member: String
  ) throws -> [Model] {
    if ids.isEmpty { return [] }
    return try self.context(context, model, member).existing(withIDs: ids)
  }

  /// Returns true if both are the same object.
  public static func isSame<Model: PersistentModel>(_ old: Model?, _ new: Model?) -> Bool {
    old === new
  }

  /// Returns true if both are the same objects, in any order: a relationship has none of its own.
  public static func isSame<Model: PersistentModel>(_ old: [Model], _ new: [Model]) -> Bool {
    Set(old.map { ObjectIdentifier($0) }) == Set(new.map { ObjectIdentifier($0) })
  }

  /// Applies a nested snapshot to the object of a to-one relationship.
  public static func apply<Owner: PersistentModel, Model: PersistentModel, Value>(
    _ value: Value?, to owner: Owner, _ keyPath: ReferenceWritableKeyPath<Owner, Model?>,
    _ name: String, matches: (Model, Value) throws -> Bool, apply: (Model, Value) throws -> Void,
    make: (Value) throws -> Model
  ) throws {
    let old = owner[keyPath: keyPath]
    if let old, let value { return try apply(old, value) }
    if let value {
      owner[keyPath: keyPath] = try make(value)
    } else if let old {
      owner[keyPath: keyPath] = nil
      remove(old, from: owner, name)
    }
  }

  /// Applies a nested snapshot to the object of a required to-one relationship.
  public static func apply<Owner: PersistentModel, Model: PersistentModel, Value>(
    _ value: Value, to owner: Owner, _ keyPath: ReferenceWritableKeyPath<Owner, Model>,
    _ name: String, matches: (Model, Value) throws -> Bool, apply: (Model, Value) throws -> Void,
    make: (Value) throws -> Model
  ) throws {
    // A new object has none yet, which its getter couldn't return.
    if try owner.related(forKey: name).isEmpty {
      owner[keyPath: keyPath] = try make(value)
    } else {
      try apply(owner[keyPath: keyPath], value)
    }
  }

  /// Applies nested snapshots to the members of a to-many relationship.
  ///
  /// A snapshot is applied to the first member that it matches, and is a new object without one.
  /// Members without a snapshot leave the relationship, and are deleted if the owner's deletion would
  /// delete them.
  public static func apply<Owner: PersistentModel, Model: PersistentModel, Value>(
    _ values: [Value], to owner: Owner, _ keyPath: ReferenceWritableKeyPath<Owner, [Model]>,
    _ name: String, matches: (Model, Value) throws -> Bool, apply: (Model, Value) throws -> Void,
    make: (Value) throws -> Model
  ) throws {
    let old = owner[keyPath: keyPath]
    var rest = old
    var new: [Model] = []
    for value in values {
      if let index = try rest.firstIndex(where: { try matches($0, value) }) {
        let member = rest.remove(at: index)
        try apply(member, value)
        new.append(member)
      } else {
        new.append(try make(value))
      }
    }
    if !isSame(old, new) { owner[keyPath: keyPath] = new }
    for member in rest { remove(member, from: owner, name) }
  }

  private static func remove(
    _ member: some PersistentModel, from owner: some PersistentModel, _ name: String
  ) {
    let entity = type(of: owner)._$entity
    guard let property = entity.properties.first(where: { $0.name == name }),
      entity.relationships[property.index]?.deleteRule == .cascade
    else { return }
    member.modelContext?.delete(member)
  }
}
