import StrataGraph
public import StrataModel
import StrataSchema
public import Foundation

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

  /// Returns the objects that aren't deleted by a date.
  public static func live<Model: PersistentModel>(_ models: [Model]) throws -> [Model] {
    try models.filter { try isLive($0) }
  }

  /// Returns an object, or nil for one that is deleted by a date.
  public static func live<Model: PersistentModel>(_ model: Model?) throws -> Model? {
    guard let model, try isLive(model) else { return nil }
    return model
  }

  private static func isLive(_ model: some PersistentModel) throws -> Bool {
    guard let graph = model._$state.graph else { return true }
    return try !graph.isMarkedDeleted(model)
  }

  /// Inserts a new object that a snapshot has made, so that the save never merges it into an existing row.
  ///
  /// Otherwise a client could change any object by naming its unique value.
  public static func insert(_ model: some PersistentModel, into context: ModelContext?) {
    context?.insert(model)
    model._$state.flags.insert(.standsAlone)
  }

  /// Returns the object with an identifier.
  ///
  /// - Parameter owner: The object that the snapshot is applied to, whose own links stay valid.
  public static func existing<Model: PersistentModel>(
    _ id: TypedObjectID<Model>, of owner: (any PersistentModel)?, in context: ModelContext?,
    _ model: String, _ member: String
  ) throws -> Model {
    let found = try self.context(context, model, member).existing(withID: id)
    try checkReach([found], of: owner, member)
    return found
  }

  /// Returns the object with an identifier, or nil for nil.
  public static func existing<Model: PersistentModel>(
    _ id: TypedObjectID<Model>?, of owner: (any PersistentModel)?, in context: ModelContext?,
    _ model: String, _ member: String
  ) throws -> Model? {
    guard let id else { return nil }
    return try existing(id, of: owner, in: context, model, member) as Model
  }

  /// Returns the objects with identifiers.
  public static func existing<Model: PersistentModel>(
    _ ids: [TypedObjectID<Model>], of owner: (any PersistentModel)?, in context: ModelContext?,
    _ model: String, _ member: String
  ) throws -> [Model] {
    if ids.isEmpty { return [] }
    let found = try self.context(context, model, member).existing(withIDs: ids)
    try checkReach(found, of: owner, member)
    return found
  }

  /// Checks that a fetch of the context would find objects, or that the owner has them already.
  ///
  /// - Throws: ``StackError/notFound(_:)``.
  private static func checkReach<Model: PersistentModel>(
    _ models: [Model], of owner: (any PersistentModel)?, _ member: String
  ) throws {
    var linked: Set<ObjectIdentifier>?
    for model in models {
      guard let graph = model._$state.graph,
        try !isLive(model) || !graph.isInScope(model)
      else { continue }
      let known =
        try linked ?? Set(owner?.related(forKey: member).map { ObjectIdentifier($0) } ?? [])
      linked = known
      guard known.contains(ObjectIdentifier(model)) else {
        throw StackError.notFound(model.persistentModelID)
      }
    }
  }

  /// Lets a to-many relationship lead to some objects. Those that are deleted by a date stay in it.
  public static func link<Owner: PersistentModel, Model: PersistentModel>(
    _ models: [Model], to owner: Owner, _ keyPath: ReferenceWritableKeyPath<Owner, [Model]>
  ) throws {
    try set(models, of: owner, keyPath, from: owner[keyPath: keyPath])
  }

  /// Lets a to-one relationship lead to an object. Nil leaves one that is deleted by a date.
  public static func link<Owner: PersistentModel, Model: PersistentModel>(
    _ model: Model?, to owner: Owner, _ keyPath: ReferenceWritableKeyPath<Owner, Model?>
  ) throws {
    let old = owner[keyPath: keyPath]
    guard old !== model else { return }
    if model == nil, try live(old) == nil { return }
    owner[keyPath: keyPath] = model
  }

  /// Lets a required to-one relationship lead to an object.
  public static func link<Owner: PersistentModel, Model: PersistentModel>(
    _ model: Model, to owner: Owner, _ keyPath: ReferenceWritableKeyPath<Owner, Model>
  ) throws {
    if owner[keyPath: keyPath] !== model { owner[keyPath: keyPath] = model }
  }

  // A relationship has no order of its own, so that the same members in another order are no change.
  private static func set<Owner: PersistentModel, Model: PersistentModel>(
    _ models: [Model], of owner: Owner, _ keyPath: ReferenceWritableKeyPath<Owner, [Model]>,
    from old: [Model]
  ) throws {
    let live = Set(try live(old).map { ObjectIdentifier($0) })
    let new = Set(models.map { ObjectIdentifier($0) })
    guard live != new else { return }
    let deleted = old.filter {
      !live.contains(ObjectIdentifier($0)) && !new.contains(ObjectIdentifier($0))
    }
    owner[keyPath: keyPath] = models + deleted
  }

  /// Applies a nested snapshot to the object of a to-one relationship.
  public static func apply<Owner: PersistentModel, Model: PersistentModel, Value>(
    _ value: Value?, to owner: Owner, _ keyPath: ReferenceWritableKeyPath<Owner, Model?>,
    _ name: String, matches: (Model, Value) throws -> Bool, apply: (Model, Value) throws -> Void,
    make: (Value) throws -> Model
  ) throws {
    let old = try live(owner[keyPath: keyPath])
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
  /// Members that are deleted by a date match none, and stay as they are.
  /// Members without a snapshot leave the relationship, and are deleted if the owner's deletion would
  /// delete them.
  public static func apply<Owner: PersistentModel, Model: PersistentModel, Value>(
    _ values: [Value], to owner: Owner, _ keyPath: ReferenceWritableKeyPath<Owner, [Model]>,
    _ name: String, matches: (Model, Value) throws -> Bool, apply: (Model, Value) throws -> Void,
    make: (Value) throws -> Model
  ) throws {
    let old = owner[keyPath: keyPath]
    var rest = try live(old)
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
    try set(new, of: owner, keyPath, from: old)
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

/// A value with the persisted properties of a model object, which `@Snapshot` generates.
///
/// Decoding is strict. A member that the model doesn't have is a ``SnapshotError/unknownMember(model:path:)``.
/// A missing one takes its property's initial value, or nil. If it has neither, it is a
/// ``SnapshotError/missingMember(model:path:)``.
public protocol ModelSnapshot: Codable, Equatable {
  /// Decodes a snapshot whose missing members are those of another one.
  init(_$from decoder: any Decoder, over base: Self?) throws
}

extension ModelSnapshot {
  /// Decodes a snapshot.
  ///
  /// - Throws: ``SnapshotError``, or the decoder's error for what is no keyed container.
  public init(from decoder: any Decoder) throws { try self.init(_$from: decoder, over: nil) }

  /// Returns the snapshot with the members that some JSON has, as in the body of a `PATCH`.
  ///
  /// ```swift
  /// try trip.apply(trip.snapshot.updated(from: body))
  /// ```
  ///
  /// A nested snapshot is replaced as a whole.
  ///
  /// - Throws: ``SnapshotError`` for an unknown member or a value that can't be one.
  ///   `DecodingError` for data that is no JSON object.
  public func updated(from json: Data, by decoder: JSONDecoder = JSONDecoder()) throws -> Self {
    try decoder.decode(Updated<Self>.self, from: json, configuration: self).snapshot
  }
}

/// A snapshot that is decoded over another one.
private struct Updated<Snapshot: ModelSnapshot>: DecodableWithConfiguration {
  let snapshot: Snapshot

  init(from decoder: any Decoder, configuration: Snapshot) throws {
    snapshot = try Snapshot(_$from: decoder, over: configuration)
  }
}
