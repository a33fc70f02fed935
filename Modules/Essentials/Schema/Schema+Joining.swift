/// The join of a program's schema with the one that a store has recorded.
///
/// A store is used by several programs, and by several versions of one. Its schema is the join of all that have opened
/// it: each class, property, unique rule, index and search index that one of them has. A program that opens the store
/// only adds to it. The join doesn't depend on who opened the store last, so that alternate openings change nothing.
extension Schema {
  /// Returns the schema with all that a recorded one has besides.
  ///
  /// The stricter rule of the two holds: a value that one of them requires is required, and a value that one of them
  /// declares unique is unique. Entities and properties are in the order of the record, followed by those
  /// that it lacks. What the tables don't show, such as delete rules, is as in the schema with the later version, or as
  /// in this one if both have the same version.
  ///
  /// - Parameters:
  ///   - recorded: The schema that the store has recorded.
  ///   - known: The version that a migration comes from. What it has and this one lacks is left out: entities, properties,
  ///     rules and indexes. Nil to keep all.
  /// - Throws: ``SchemaError`` if the two exclude each other.
  package func joined(
    with recorded: Schema, except known: Schema? = nil
  ) throws(SchemaError) -> Schema {
    let join = SchemaJoin(own: self, recorded: recorded, known: known)
    var forms: [Entity.Form] = []
    for theirs in recorded.entities {
      if let own = entitiesByName[theirs.name] {
        forms.append(try join.form(own, theirs))
      } else if known?.entitiesByName[theirs.name] == nil {
        forms.append(join.form(ofUnknown: theirs))
      }
    }
    forms += entities.filter { recorded.entitiesByName[$0.name] == nil }.map { Entity.Form($0) }
    return try Schema(
      entities: Entity.entities(forms),
      version: known == nil ? max(version, recorded.version) : version, modelTypes: nil,
      isRecorded: true)
  }
}

/// The rules by which two schemas are joined.
private struct SchemaJoin {
  let own: Schema
  let recorded: Schema
  let known: Schema?

  /// True if the record says what the tables don't show.
  private var recordIsLater: Bool { known == nil && recorded.version > own.version }

  /// An entity that both schemas have.
  func form(
    _ entity: Schema.Entity, _ theirs: Schema.Entity
  ) throws(SchemaError) -> Schema.Entity.Form {
    let names = currentNames(of: entity, theirs)
    var properties: [Schema.Property] = []
    var taken: Set<String> = []
    for property in theirs.ownProperties {
      if let name = names[property.name] {
        // It may be declared above or below now.
        guard let mine = entity.ownProperties.first(where: { $0.name == name }) else { continue }
        properties.append(
          joined(mine, property, known?.entitiesByName[entity.name]?.property(named: property.name))
        )
        taken.insert(name)
      } else if isUnknown(property, of: entity) {
        properties.append(unknown(property, beside: entity))
      }
    }
    properties += entity.ownProperties.filter { !taken.contains($0.name) }
    let present = Set((entity.superentity?.properties ?? []).map(\.name) + properties.map(\.name))
    func groups(_ all: [[String]]) -> [[String]] {
      all.filter { !isGone($0, of: entity) }.map { $0.map { renamed($0, names) } }.filter { group in
        group.allSatisfy { present.contains(Self.property(ofPath: $0)) }
      }
    }
    let unique = Set(properties.filter(\.isUniqueAttribute).map { [$0.name] })
    return Schema.Entity.Form(
      name: entity.name, originalName: recordIsLater ? theirs.originalName : entity.originalName,
      superentity: entity.superentityName, properties: properties,
      uniquenessConstraints: groups(theirs.ownUniquenessConstraints)
        .adding(entity.ownUniquenessConstraints).filter { !unique.contains($0) },
      indices: groups(theirs.ownIndices).adding(entity.ownIndices),
      search: try search(entity, theirs, present, names))
  }

  /// An entity that this schema lacks, as it is recorded.
  ///
  /// A property that a superclass has now is inherited.
  func form(ofUnknown entity: Schema.Entity) -> Schema.Entity.Form {
    let inherited = Set(
      entity.lineage.dropLast().flatMap { own.entitiesByName[$0.name]?.ownProperties ?? [] }.map(
        \.name))
    return Schema.Entity.Form(
      entity, properties: entity.ownProperties.filter { !inherited.contains($0.name) })
  }

  /// The names that recorded properties have in the program's entity, by their recorded names.
  private func currentNames(
    of entity: Schema.Entity, _ theirs: Schema.Entity
  ) -> [String: String] {
    var names: [String: String] = [:]
    for property in entity.properties where theirs.property(named: property.name) != nil {
      names[property.name] = property.name
    }
    for property in entity.properties
    where names[property.name] == nil && names[property.originalName] == nil
      && theirs.property(named: property.originalName) != nil
    {
      names[property.originalName] = property.name
    }
    return names
  }

  private func isUnknown(_ property: Schema.Property, of entity: Schema.Entity) -> Bool {
    // A migration removes it.
    if let known = known?.entitiesByName[entity.name], known.property(named: property.name) != nil {
      return false
    }
    // A newer program has renamed what this one has. The plan of the migration refuses that by name.
    if property.originalName != property.name, entity.property(named: property.originalName) != nil,
      recorded.entitiesByName[entity.name]?.property(named: property.originalName) == nil
    {
      return false
    }
    // It was moved into a class below.
    return !own.hierarchy(from: entity).dropFirst().contains {
      $0.ownProperties.contains { $0.name == property.name }
    }
  }

  /// A property that this schema lacks. A class has one property of each kind that saves set.
  private func unknown(
    _ property: Schema.Property, beside entity: Schema.Entity
  ) -> Schema.Property {
    switch property {
    case .relationship(let relationship):
      return .relationship(relationship.declared(by: entity))
    case .attribute(let attribute):
      let attribute = attribute.declared(by: entity)
      guard let option = attribute.timestamp,
        own.hierarchy(from: entity).contains(where: { $0.timestamp(option) != nil })
      else { return .attribute(attribute) }
      return .attribute(attribute.with(options: attribute.options.filter { $0 != option }))
    }
  }

  /// - Parameter before: The property of the version that a migration comes from, which decides about all that it has.
  private func joined(
    _ mine: Schema.Property, _ theirs: Schema.Property, _ before: Schema.Property?
  ) -> Schema.Property {
    switch (mine, theirs) {
    case (.attribute(let mine), .attribute(let theirs)):
      guard let before else {
        return .attribute(mine.joined(with: theirs, theirsIsLater: recordIsLater))
      }
      guard case .attribute(let before) = before, let rest = theirs.beyond(before, of: mine) else {
        return .attribute(mine)
      }
      return .attribute(mine.joined(with: rest, theirsIsLater: false))
    case (.relationship(let mine), .relationship(let theirs)):
      guard let before else {
        return .relationship(mine.joined(with: theirs, theirsIsLater: recordIsLater))
      }
      guard case .relationship(let before) = before else { return .relationship(mine) }
      return .relationship(mine.joined(with: theirs.beyond(before), theirsIsLater: false))
    default: return mine
    }
  }

  /// True if a migration removes a rule or an index, which it does if it comes from a version that has it.
  private func isGone(_ group: [String], of entity: Schema.Entity) -> Bool {
    guard let before = known?.entitiesByName[entity.name] else { return false }
    return before.uniquenessConstraints.contains(group) || before.indices.contains(group)
      || (group.count == 1 && before.property(named: group[0])?.isUniqueAttribute == true)
  }

  private func search(
    _ entity: Schema.Entity, _ theirs: Schema.Entity, _ present: Set<String>,
    _ names: [String: String]
  ) throws(SchemaError) -> Schema.SearchIndex? {
    guard let before = theirs.ownSearch, known?.entitiesByName[entity.name]?.search == nil else {
      return entity.ownSearch
    }
    let properties = before.properties.map { names[$0] ?? $0 }.filter(present.contains)
    // It may be inherited now.
    guard let mine = entity.ownSearch else {
      guard entity.search == nil, !properties.isEmpty else { return nil }
      return Schema.SearchIndex(properties: properties, tokenizer: before.tokenizer)
    }
    guard mine.tokenizer == before.tokenizer else {
      let rules =
        mine.tokenizer.kind == before.tokenizer.kind
        ? "another rule for diacritics" : "another tokenizer"
      throw .invalidSearch(
        entity: entity.name,
        reason: "has \(rules) in the store (\(before.tokenizer.kind.rawValue)) than in the models "
          + "(\(mine.tokenizer.kind.rawValue)); change it with a migration plan")
    }
    return Schema.SearchIndex(
      properties: properties.adding(mine.properties), tokenizer: mine.tokenizer)
  }

  private static func property(ofPath path: String) -> String {
    String(path.prefix { $0 != "." })
  }

  private func renamed(_ path: String, _ names: [String: String]) -> String {
    let property = Self.property(ofPath: path)
    return (names[property] ?? property) + path.dropFirst(property.count)
  }
}

extension Sequence where Element: Hashable {
  /// The elements, followed by others that aren't among them.
  fileprivate func adding(_ others: some Sequence<Element>) -> [Element] {
    var seen: Set<Element> = []
    return (Array(self) + Array(others)).filter { seen.insert($0).inserted }
  }
}

extension Schema.Property {
  fileprivate var isUniqueAttribute: Bool {
    if case .attribute(let attribute) = self { attribute.isUnique } else { false }
  }
}

extension Schema.Attribute {
  /// Returns the attribute as strict as a recorded one, with the columns that only the record has.
  ///
  /// A value whose form differs is the program's, whose migration converts or refuses it.
  fileprivate func joined(
    with recorded: Schema.Attribute, theirsIsLater: Bool
  ) -> Schema.Attribute {
    // The store has a column of what the program keeps in memory.
    if isEphemeral, !recorded.isEphemeral, name == recorded.name { return recorded }
    guard isEphemeral == recorded.isEphemeral else { return self }
    let mine = Dictionary(columns.map { ($0.part, $0) }, uniquingKeysWith: { first, _ in first })
    let theirs = Dictionary(
      recorded.columns.map { ($0.part, $0) }, uniquingKeysWith: { first, _ in first })
    let isSame = mine.keys == theirs.keys
    let isForm = Set(mine.keys).intersection(theirs.keys).allSatisfy { part in
      guard let own = mine[part], let other = theirs[part] else { return false }
      return own.isStored(like: other)
    }
    guard isForm else { return self }
    if !isSame {
      // A narrower value leaves the other columns as they are.
      return Set(mine.keys).isSubset(of: theirs.keys) && name == recorded.name
        ? recorded.with(options: options(recorded)) : self
    }
    let columns = recorded.columns.compactMap { other in mine[other.part]?.joined(with: other) }
    let isWider =
      if let shape, let other = recorded.shape {
        other.hasAll(of: shape) && !shape.hasAll(of: other)
      } else {
        false
      }
    let isNarrower =
      if let shape, let other = recorded.shape {
        shape.hasAll(of: other) && !other.hasAll(of: shape)
      } else {
        false
      }
    return with(
      columns: columns, options: options(recorded),
      check: isWider ? recorded.check : isNarrower ? check : check(and: recorded),
      shape: isWider ? recorded.shape : shape, details: theirsIsLater ? recorded : self)
  }

  /// Returns the attribute with only those rules that the version doesn't have that a migration comes from.
  ///
  /// - Returns: Nil if the forms of the values differ, since the migration converts them.
  fileprivate func beyond(
    _ before: Schema.Attribute, of migrated: Schema.Attribute
  ) -> Schema.Attribute? {
    let known = Dictionary(
      before.columns.map { ($0.part, $0) }, uniquingKeysWith: { first, _ in first })
    let parts = Set(columns.map(\.part))
    guard parts == Set(known.keys), parts == Set(migrated.columns.map(\.part)),
      shape == before.shape,
      shape == migrated.shape, isEphemeral == before.isEphemeral
    else { return nil }
    return with(
      columns: columns.map { column in known[column.part].map(column.beyond) ?? column },
      options: options.filter { !before.options.contains($0) },
      check: check(beyond: before.check), shape: shape, details: self)
  }

  /// The rule without another one with which it was joined by ``check(and:)``.
  private func check(beyond known: String?) -> String? {
    guard let check, let known else { return check }
    guard check != known else { return nil }
    let rest: Substring
    if check.hasPrefix("(\(known)) AND (") {
      rest = check.dropFirst("(\(known)) AND ".count)
    } else if check.hasSuffix(") AND (\(known))") {
      rest = check.dropLast(" AND (\(known))".count)
    } else {
      return check
    }
    return String(rest.dropFirst().dropLast())
  }

  /// The rule that both rules hold.
  private func check(and recorded: Schema.Attribute) -> String? {
    // A rule names columns.
    guard let other = recorded.check, name == recorded.name else { return check }
    guard let check, check != other, !other.contains("(\(check))") else { return other }
    return check.contains("(\(other))") ? check : "(\(other)) AND (\(check))"
  }

  private func options(_ recorded: Schema.Attribute) -> [Option] {
    recorded.options.adding(options)
  }

  /// Returns a copy with other options.
  fileprivate func with(options: [Option]) -> Schema.Attribute {
    with(columns: columns, options: options, check: check, shape: shape, details: self)
  }

  /// Returns a copy whose columns are named as those of a class, which may have come below another one.
  fileprivate func declared(by entity: Schema.Entity) -> Schema.Attribute {
    let owner = entity.superentityName.map { _ in entity.name }
    guard columns.contains(where: { $0.owner != owner }) else { return self }
    let columns = columns.map { $0.owned(by: owner) }
    let names = Dictionary(
      zip(self.columns, columns).map { ($0.name(of: name), $1.name(of: name)) },
      uniquingKeysWith: { first, _ in first })
    return with(
      columns: columns, options: options, check: check?.renaming(names), shape: shape, details: self
    )
  }

  private func with(
    columns: [ColumnDescription], options: [Option], check: String?, shape: CompositeShape?,
    details: Schema.Attribute
  ) -> Schema.Attribute {
    Schema.Attribute(
      name: name, originalName: details.originalName, options: options, valueType: valueType,
      columns: columns, defaultColumns: defaultColumns, check: check,
      hashModifier: details.hashModifier
    ).shaped(shape, conversion).evaluating(evaluation)
  }
}

extension ColumnDescription {
  /// True if values are stored alike, whether they may be nil or not.
  fileprivate func isStored(like other: ColumnDescription) -> Bool {
    guard storageClass == other.storageClass, owner == other.owner else { return false }
    switch (meaning, other.meaning) {
    case (.oneOf, .oneOf): return true
    default: return meaning == other.meaning
    }
  }

  /// Returns the column with only what an earlier version of it doesn't have: that it may not be nil, and cases of an enum.
  fileprivate func beyond(_ before: ColumnDescription) -> ColumnDescription {
    var meaning = meaning
    if case .oneOf(let all) = self.meaning, case .oneOf(let known) = before.meaning {
      meaning = .oneOf(all.filter { !known.contains($0) })
    }
    return ColumnDescription(
      part, storageClass, isOptional: isOptional || !before.isOptional, meaning: meaning,
      owner: owner, formerParts: formerParts)
  }

  /// Returns the column, which may be nil only if the other one may.
  fileprivate func joined(with recorded: ColumnDescription) -> ColumnDescription {
    var meaning = meaning
    if case .oneOf(let own) = self.meaning, case .oneOf(let others) = recorded.meaning {
      meaning = .oneOf(others.adding(own))
    }
    let former = (recorded.formerParts ?? []).adding(formerParts ?? [])
    return ColumnDescription(
      part, storageClass, isOptional: isOptional && recorded.isOptional, meaning: meaning,
      owner: owner, formerParts: former.isEmpty ? nil : former)
  }
}

extension String {
  /// Returns SQL in which quoted names are other names. What stands in texts stays.
  fileprivate func renaming(_ names: [String: String]) -> String {
    var result = ""
    var rest = self[...]
    while let start = rest.firstIndex(where: { $0 == "'" || $0 == "\"" }) {
      let quote = rest[start]
      guard let end = rest[rest.index(after: start)...].firstIndex(of: quote) else { break }
      let name = String(rest[rest.index(after: start)..<end])
      result += rest[..<start]
      // Two quotes inside a name or a text read as the end of one and the beginning of the next, which changes nothing.
      result += "\(quote)\(quote == "\"" ? names[name] ?? name : name)\(quote)"
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }
}

extension CompositeShape {
  /// True if the shape has all members or cases of another one.
  fileprivate func hasAll(of other: CompositeShape) -> Bool {
    switch (self, other) {
    case (.structure(_, let members), .structure(_, let others)):
      Set(others.map(\.part)).isSubset(of: members.map(\.part))
    case (.enumeration(_, let cases), .enumeration(_, let others)):
      Set(others.map(\.name)).isSubset(of: cases.map(\.name))
    default: false
    }
  }
}

extension Schema.Relationship {
  /// Returns a copy whose column is named as one of a class, which may have come below another one.
  fileprivate func declared(by entity: Schema.Entity) -> Schema.Relationship {
    let column = entity.superentityName == nil ? name : "\(entity.name)_\(name)"
    guard isToOne, column != columnName else { return self }
    return Schema.Relationship(
      name: name, originalName: originalName, destination: destination, inverseName: inverseName,
      inverseIsToOne: inverseIsToOne, inverseOrigin: inverseOrigin, isToOne: isToOne,
      isOptional: isOptional, deleteRule: deleteRule, columnName: column, options: options,
      minimumModelCount: minimumModelCount, maximumModelCount: maximumModelCount,
      hashModifier: hashModifier, valueType: valueType, keypath: keypath,
      inverseKeyPath: inverseKeyPath)
  }

  /// Returns the relationship with only those rules, and the inverse, that the version doesn't have that a migration comes
  /// from.
  fileprivate func beyond(_ before: Schema.Relationship) -> Schema.Relationship {
    let hasInverse = inverseName != before.inverseName
    return Schema.Relationship(
      name: name, originalName: originalName, destination: destination,
      inverseName: hasInverse ? inverseName : nil, inverseIsToOne: hasInverse && inverseIsToOne,
      inverseOrigin: inverseOrigin, isToOne: isToOne,
      isOptional: isOptional || !before.isOptional, deleteRule: deleteRule,
      columnName: columnName, options: options.filter { !before.options.contains($0) },
      minimumModelCount: minimumModelCount, maximumModelCount: maximumModelCount,
      hashModifier: hashModifier, valueType: valueType, keypath: keypath,
      inverseKeyPath: inverseKeyPath)
  }

  /// Returns the relationship as strict as a recorded one, with the inverse that only the record has.
  ///
  /// A relationship that leads elsewhere, or to one instead of several, is the program's, whose migration moves or refuses
  /// its links.
  fileprivate func joined(
    with recorded: Schema.Relationship, theirsIsLater: Bool
  ) -> Schema.Relationship {
    guard isToOne == recorded.isToOne, destination == recorded.destination else { return self }
    let paired = inverseName == nil ? recorded : self
    let details = theirsIsLater ? recorded : self
    return Schema.Relationship(
      name: name, originalName: details.originalName, destination: destination,
      inverseName: paired.inverseName, inverseIsToOne: paired.inverseIsToOne,
      inverseOrigin: paired.inverseOrigin, isToOne: isToOne,
      isOptional: isOptional && recorded.isOptional, deleteRule: details.deleteRule,
      columnName: columnName, options: recorded.options.adding(options),
      minimumModelCount: details.minimumModelCount, maximumModelCount: details.maximumModelCount,
      hashModifier: details.hashModifier, valueType: valueType, keypath: keypath,
      inverseKeyPath: inverseKeyPath)
  }
}
