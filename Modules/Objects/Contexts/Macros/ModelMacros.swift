internal import Observation
public import StrataModel
public import StrataSchema
internal import StrataSQLite

/// Makes a class a model: a store saves its objects, and its stored properties are observed one by
/// one and can be relationships to other models.
@attached(
  member, conformances: _ModelRoot,
  names: named(_$state), named(_$entity), named(_$ownEntity), named(_$Index),
  named(_$metadata), named(_$computedProperties), named(_$constraints), named(init),
  named(_$read), named(_$write),
  named(_$visit), named(deinit), named(_$keyPaths),
  named(_$inheritedKeyPaths))
@attached(memberAttribute)
@attached(extension, conformances: Observable, PersistentModel, Identifiable, _ModelRoot)
public macro Model() = #externalMacro(module: "StrataMacros", type: "PersistentModelMacro")

/// Stores the values of a struct or an enum in columns of their own, wherever a model has a
/// property of the type.
///
/// You can use each member, and each associated value of a case, in predicates, sort descriptors
/// and indices.
///
/// An enum with associated values gets a property for each of them, and `kind`, which says which
/// case it is. Without this macro, a `Codable` type is stored as JSON. A store migrates from one
/// form to the other automatically.
@attached(
  member, names: named(_$code), named(_$makeLayout), named(columnParts), named(init),
  named(_$write), named(Kind), named(kind), arbitrary)
@attached(extension, conformances: _CompositeValue, names: named(init), named(_$write))
public macro Composite() = #externalMacro(module: "StrataMacros", type: "CompositeMacro")

/// Gives a class with `@Model` the struct `Snapshot`: a value with the class's persisted properties,
/// which is `Codable`, `Sendable` and `Equatable`.
///
/// ```swift
/// @Model @Snapshot(including: "stops", identifying: "group") final class Trip {
///   var name: String
///   @Relationship(deleteRule: .cascade, inverse: \Stop.trip) var stops: [Stop] = []
///   var group: Group?
///   init(name: String) { self.name = name }
/// }
///
/// let json = try JSONEncoder().encode(trip.snapshot)
/// try trip.apply(JSONDecoder().decode(Trip.Snapshot.self, from: json))
/// let copy = try Trip(trip.snapshot, in: context)
/// ```
///
/// The class must be `final`, without a model as its superclass. Relationships, `private` and
/// `fileprivate` properties are left out unless an argument lists them. A relationship without
/// `@Relationship` must be listed.
///
/// The arguments name properties. The macro refuses a name that the class doesn't have.
///
/// - Parameters:
///   - including: Relationships whose objects are snapshots in the snapshot. Their class needs
///     `@Snapshot` too.
///   - identifying: Relationships whose objects are identifiers in the snapshot, of the type
///     `TypedObjectID`.
///   - excluding: Properties that are left out.
@attached(
  member, conformances: _ModelRoot, names: named(Snapshot), named(snapshot), named(apply),
  named(init), named(_$snapshot),
  named(_$matches), named(_$apply))
public macro Snapshot(
  including: String..., identifying: String..., excluding: String...
) = #externalMacro(module: "StrataMacros", type: "SnapshotMacro")

/// Sets options of an attribute, such as that it is unique, or its former name.
@attached(peer)
public macro Attribute(
  _ options: Schema.Attribute.Option..., originalName: String? = nil, hashModifier: String? = nil
) = #externalMacro(module: "StrataMacros", type: "AttributePropertyMacro")

/// Sets options of a relationship: its inverse, and what happens to the objects it leads to when
/// its owner is deleted.
@attached(peer)
public macro Relationship(
  _ options: Schema.Relationship.Option..., deleteRule: Schema.Relationship.DeleteRule = .nullify,
  minimumModelCount: Int? = 0, maximumModelCount: Int? = 0, originalName: String? = nil,
  inverse: AnyKeyPath? = nil, hashModifier: String? = nil
) = #externalMacro(module: "StrataMacros", type: "RelationshipPropertyMacro")

/// Excludes a stored property of a model from the store.
@attached(peer)
public macro Transient() = #externalMacro(module: "StrataMacros", type: "TransientPropertyMacro")

/// Generates the accessors and the storage of a persisted property.
///
/// `@Model` attaches it, with the property's position.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(_$v_))
public macro _PersistedProperty(_ index: String) =
  #externalMacro(module: "StrataMacros", type: "PersistedPropertyMacro")

/// Stores a property of a class that conforms to ``PersistentModel`` without `@Model` in the
/// class's backing data.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: prefixed(_))
public macro _PersistedProperty() =
  #externalMacro(module: "StrataMacros", type: "WrittenPropertyMacro")

/// Declares groups of properties of which no two objects may have the same values.
///
/// Write it inside the class.
@freestanding(declaration)
public macro Unique<T: PersistentModel>(_ constraints: [PartialKeyPath<T>]...) =
  #externalMacro(module: "StrataMacros", type: "UniqueConstraintsMacro")

/// Declares groups of properties that the store indexes together.
///
/// Write it inside the class.
@freestanding(declaration)
public macro Index<T: PersistentModel>(_ indices: [PartialKeyPath<T>]...) =
  #externalMacro(module: "StrataMacros", type: "IndexMacro")

/// Declares groups of properties that the store indexes together, with the kind of each index.
///
/// Write it inside the class.
@freestanding(declaration)
public macro Index<T: PersistentModel>(_ indices: Schema.Index<T>.Types<T>...) =
  #externalMacro(module: "StrataMacros", type: "IndexMacro")

/// Declares the texts of a class that the store indexes for searches, and how they become words.
///
/// ```swift
/// @Model final class Note {
///   #Search<Note>([\.title, \.body])
///   var title = ""
///   var body: String?
///   init() {}
/// }
/// ```
///
/// Write it once, inside the class. The properties are of the type `String` or `String?`. A class inherits
/// the index of its superclass.
@freestanding(declaration)
public macro Search<T: PersistentModel>(
  _ properties: [PartialKeyPath<T>], tokenizer: Schema.SearchTokenizer = .unicode61
) = #externalMacro(module: "StrataMacros", type: "SearchMacro")
