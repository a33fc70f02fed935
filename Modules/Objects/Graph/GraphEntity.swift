package import StrataModel
package import StrataSchema
package import StrataStorage

/// An entity with its table, keys and relationships, as a graph uses it.
package final class GraphEntity: Sendable {
  package let index: EntityIndex
  package let entity: _ModelEntity
  /// The entity at the top of the hierarchy, among those of the graph.
  package let root: EntityIndex
  /// The entity itself, then its subentities, in the order of the table's kinds.
  package let kinds: [EntityIndex]
  package let table: EntityTable
  package let keys: KeySequence
  package let relationships: [ModelRelationship]
  /// The properties that a save doesn't write to these objects' rows: ephemeral ones, and to-many
  /// relationships whose links are stored in the members' rows.
  let memberKept: PropertySet
  /// The ephemeral properties.
  let ephemeral: PropertySet
  /// The properties with columns in the object's own row.
  let rowProperties: PropertySet
  /// The properties that saves set.
  package let stamps: [SaveStamp]
  /// Of these, those that each save sets which writes the row.
  package let stamped: PropertySet
  /// The property with the date of the deletion (`@Attribute(.deletedAt)`), or nil if there is none.
  package let deletedAt: PropertyIndex?
  /// True if the entity or one of its subentities has relationships.
  let leadsOn: Bool
  /// The relationships with a required target or a limited number of members, which a save
  /// validates.
  let limitedRelationships: [ModelRelationship]
  /// True if objects have lifecycle methods (``LifecycleModel``).
  let isLifecycle: Bool
  /// True if objects are validated before a save (``ValidatedModel``).
  let isValidated: Bool
  /// True if new rows may be refused by a unique rule that a server is asked about.
  let mayBeRefused: Bool
  /// The link tables with rows of the entity's objects, and true for the owner's end.
  package let links: [(table: LinkTable, isOwner: Bool)]
  /// True if each read leaves out the attributes that objects can do without, but for the first one, as a fetch with
  /// `propertiesToFetch` does. Tests set it before they create a container.
  @TaskLocal package static var readsOneAttribute = false

  /// The columns that a read leaves out unless it asks for them: attributes in external storage. Nil if there are none.
  package let reading: RowSelection?
  /// The classes of ``kinds``.
  private let classes: [_ModelEntity]
  /// The attributes that objects can do without until they are asked for, for each of ``kinds``. O(number of properties):
  /// each opening would pay for it, and few programs ask.
  var readableLater: [PropertySet] { classes.map { $0.readableLater() } }
  /// The attributes in external storage, for each of ``kinds``.
  private let externalOfKinds: [PropertySet]
  /// The attributes in external storage.
  var external: PropertySet { externalOfKinds.first ?? PropertySet() }
  package let linksByProperty: [PropertyIndex: (table: LinkTable, isOwner: Bool)]

  package var name: String { entity.name }
  /// True if other classes have rows in the table.
  var isShared: Bool { table.isShared }
  package var type: any PersistentModel.Type { entity.type }

  /// - Parameters:
  ///   - indices: The index of each entity in the graph, by name.
  ///   - models: The classes of the graph, by index.
  init(
    _ index: EntityIndex, _ entity: _ModelEntity, schema: Schema, store: Store,
    indices: [String: EntityIndex], models: [any PersistentModel.Type]
  ) throws {
    self.index = index
    self.entity = entity
    table = try store.tables.table(entity.name)
    root = indices[table.name] ?? index
    kinds = table.kinds.compactMap { indices[$0.entity.name] }
    classes = kinds.map { models[$0.rawValue]._$entity }
    externalOfKinds = classes.map { $0.externalProperties() }
    reading = RowSelection(
      leavingOut: Self.readsOneAttribute
        ? classes.map { $0.readableLater().withoutFirst } : externalOfKinds,
      of: table)
    keys = store.keySequence(for: table.name)
    relationships = entity.relationships.compactMap { $0 }
    leadsOn = table.kinds.contains { !$0.entity.relationships.isEmpty }
    limitedRelationships = relationships.filter(\.isLimited)
    isLifecycle = entity.hearsLifecycle && entity.type is any LifecycleModel.Type
    isValidated = entity.type is any ValidatedModel.Type
    mayBeRefused = store.isOnServer && !table.uniqueColumnGroups.isEmpty
    var memberKept = PropertySet()
    for relationship in relationships where !relationship.isToOne && !relationship.usesLinkTable {
      memberKept.insert(relationship.index)
    }
    var ephemeral = PropertySet()
    for case .attribute(let attribute) in table.entity.properties where attribute.isEphemeral {
      if let index = table.index(of: attribute.name) { ephemeral.insert(index) }
    }
    memberKept.formUnion(ephemeral)
    rowProperties = table.columns.reduce(into: PropertySet()) { $0.insert($1.property) }
    stamps = SaveStages.stamps(of: table)
    stamped = stamps.reduce(into: PropertySet()) {
      if $1.rows == .written { $0.insert($1.property) }
    }
    deletedAt = table.entity.timestamp(.deletedAt).flatMap { [table] in table.index(of: $0.name) }
    self.memberKept = memberKept
    self.ephemeral = ephemeral
    var byProperty: [PropertyIndex: (table: LinkTable, isOwner: Bool)] = [:]
    for case .relationship(let relationship) in table.entity.properties
    where relationship.usesLinkTable {
      if let index = table.index(of: relationship.name) {
        byProperty[index] = LinkTable.make(for: relationship, of: entity.name, in: schema)
      }
    }
    linksByProperty = byProperty
    // A delete also removes the rows of one-way links that lead to the object.
    let names = Set(table.entity.lineage.map(\.name))
    links = schema.linkTables.flatMap { link in
      (names.contains(link.ownerEntity) ? [(link, true)] : [])
        + (names.contains(link.memberEntity) ? [(link, false)] : [])
    }
  }
}

extension GraphEntity {
  /// The columns that a fetch of some attributes reads, or nil for all.
  ///
  /// - Parameters:
  ///   - attributes: The names of the attributes, or nil for all but those in external storage.
  ///   - andAllSmall: True to read all attributes that aren't in external storage as well.
  package func reading(_ attributes: [String]?, andAllSmall: Bool = false) -> RowSelection? {
    guard let attributes else { return reading }
    var wanted = PropertySet()
    for name in attributes {
      if let property = table.index(of: name) { wanted.insert(property) }
    }
    return RowSelection(
      leavingOut: zip(readableLater, externalOfKinds).map { later, external in
        var properties = andAllSmall ? external : later
        properties.subtract(wanted)
        return properties
      }, of: table)
  }
}

extension PropertySet {
  fileprivate var withoutFirst: PropertySet {
    var rest = self
    if let first = indices.first { rest.subtract(PropertySet(first)) }
    return rest
  }
}
