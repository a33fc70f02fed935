internal import Observation
public import StrataSchema
internal import StrataSQLite

/// Makes a class a model: its stored properties are kept in a store, observed one by one, and
/// related to other models.
@attached(
  member, conformances: _ModelRoot,
  names: named(_$state), named(_$entity), named(_$ownEntity), named(_$Index),
  named(_$metadata), named(_$constraints), named(init), named(_$read), named(_$write),
  named(_$visit), named(deinit), named(_$keyPaths),
  named(_$inheritedKeyPaths))
@attached(memberAttribute)
@attached(extension, conformances: Observable, PersistentModel, Identifiable, _ModelRoot)
public macro Model() = #externalMacro(module: "StrataMacros", type: "PersistentModelMacro")

/// Keeps values of a struct or an enum in columns of their own, wherever a model has them: each member,
/// and each value that a case carries, can be asked for in predicates, sorted by and indexed.
///
/// An enum that carries values gets a property for each of them, and `kind`, which tells its case.
/// Without this macro a type that is `Codable` is kept as JSON; a store changes from one to the other by
/// itself.
@attached(
  member, names: named(_$code), named(_$makeLayout), named(columnParts), named(init),
  named(_$write), named(Kind), named(kind), arbitrary)
@attached(extension, conformances: _CompositeValue, names: named(init), named(_$write))
public macro Composite() = #externalMacro(module: "StrataMacros", type: "CompositeMacro")

/// Says more of an attribute of a model: that it is unique, or what it was called before.
@attached(peer)
public macro Attribute(
  _ options: Schema.Attribute.Option..., originalName: String? = nil, hashModifier: String? = nil
) = #externalMacro(module: "StrataMacros", type: "AttributePropertyMacro")

/// Says more of a relationship of a model: its other end, and what happens when its owner is
/// deleted.
@attached(peer)
public macro Relationship(
  _ options: Schema.Relationship.Option..., deleteRule: Schema.Relationship.DeleteRule = .nullify,
  minimumModelCount: Int? = 0, maximumModelCount: Int? = 0, originalName: String? = nil,
  inverse: AnyKeyPath? = nil, hashModifier: String? = nil
) = #externalMacro(module: "StrataMacros", type: "RelationshipPropertyMacro")

/// Keeps a stored property of a model out of the store.
@attached(peer)
public macro Transient() = #externalMacro(module: "StrataMacros", type: "TransientPropertyMacro")

/// What `@Model` attaches to each persisted property, with the property's position.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(_$v_))
public macro _PersistedProperty(_ index: String) =
  #externalMacro(module: "StrataMacros", type: "PersistedPropertyMacro")

/// Keeps a property of a class that conforms to ``PersistentModel`` by hand in the class's backing data.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: prefixed(_))
public macro _PersistedProperty() =
  #externalMacro(module: "StrataMacros", type: "WrittenPropertyMacro")

/// Says which properties of a model are unique together: an object has a value of the group that no
/// other has. Stands inside the class.
@freestanding(declaration)
public macro Unique<T: PersistentModel>(_ constraints: [PartialKeyPath<T>]...) =
  #externalMacro(module: "StrataMacros", type: "UniqueConstraintsMacro")

/// Says which properties of a model have an index together. Stands inside the class.
@freestanding(declaration)
public macro Index<T: PersistentModel>(_ indices: [PartialKeyPath<T>]...) =
  #externalMacro(module: "StrataMacros", type: "IndexMacro")

/// Says which properties of a model have an index together, and of which kind. Stands inside the
/// class.
@freestanding(declaration)
public macro Index<T: PersistentModel>(_ indices: Schema.Index<T>.Types<T>...) =
  #externalMacro(module: "StrataMacros", type: "IndexMacro")
