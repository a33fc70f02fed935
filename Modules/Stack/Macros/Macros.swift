internal import Observation
public import StrataSchema

/// Makes a class a model: its stored properties are kept in a store, observed one by one, and
/// related to other models.
@attached(
  member, conformances: Observable, PersistentModel,
  names: named(_$state), named(_$entity), named(schemaMetadata), named(init), named(_$read),
  named(_$write), named(_$visit))
@attached(memberAttribute)
@attached(extension, conformances: Observable, PersistentModel)
public macro Model() = #externalMacro(module: "StrataMacros", type: "PersistentModelMacro")

/// Says more of an attribute of a model: that it is unique, or what it was called before.
@attached(peer)
public macro Attribute(
  _ options: Schema.Attribute.Option..., originalName: String? = nil, hashModifier: String? = nil
) = #externalMacro(module: "StrataMacros", type: "AttributePropertyMacro")

/// Says more of a relationship of a model: its other end, and what happens when its owner is
/// deleted.
@attached(peer)
public macro Relationship(
  deleteRule: Schema.Relationship.DeleteRule = .nullify, originalName: String? = nil,
  inverse: AnyKeyPath? = nil, hashModifier: String? = nil
) = #externalMacro(module: "StrataMacros", type: "RelationshipPropertyMacro")

/// Keeps a stored property of a model out of the store.
@attached(peer)
public macro Transient() = #externalMacro(module: "StrataMacros", type: "TransientPropertyMacro")

/// What `@Model` attaches to each persisted property, with the property's position.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(_$))
public macro _PersistedProperty(_ index: Int) =
  #externalMacro(module: "StrataMacros", type: "PersistedPropertyMacro")
