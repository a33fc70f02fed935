internal import StrataArchives
internal import StrataDescriptions

extension ModelArchiveReader {
  mutating func entity(
    _ node: Node, named name: String
  ) throws(ArchiveError) -> EntityDescription {
    try spend(Self.costOfDescription)
    var entity = EntityDescription(name: name)
    let superentity = node["NSSuperentity"]
    entity.superentityName = try text(superentity?["NSEntityName"])
    entity.isAbstract = node["NSIsAbstract"]?.boolean ?? false
    let className = try text(node["NSClassNameForEntity"])
    entity.managedObjectClassName = className == "NSManagedObject" ? nil : className
    entity.renamingIdentifier = try renamingIdentifier(node, of: name)
    entity.versionHashModifier = try text(node["NSVersionHashModifier"])
    entity.userInfo = try userInfo(node["NSUserInfo"], place: name)

    let inherited = try names(of: superentity)
    for (key, property) in try pairs(node["NSProperties"]) where !inherited.contains(key) {
      if let property = try self.property(property, named: key, in: name) {
        entity.properties.append(property)
      }
    }
    entity.uniquenessConstraints = try tuples(node["NSUniqueTuples"])
    for index in try elements(node["NSFetchIndexDescriptions"]) {
      if let index = try fetchIndex(index, in: name) { entity.indexes.append(index) }
    }
    // Newer versions of Core Data repeat indexes in the older form.
    let indexed = Set(entity.indexes.map { $0.elements.map(\.propertyName) })
    entity.compoundIndexes = try tuples(node["NSCompoundIndexes"])
      .filter { !indexed.contains($0) }
    return entity
  }

  /// The name in an earlier version, or nil if it is unchanged. Archives always contain one.
  mutating func renamingIdentifier(
    _ node: Node, of name: String
  ) throws(ArchiveError) -> String? {
    let identifier = try text(node["NSRenamingIdentifier"])
    return identifier == name ? nil : identifier
  }

  /// Reads the user info. Values that aren't texts are encoded as JSON.
  mutating func userInfo(
    _ node: Node?, place: String
  ) throws(ArchiveError) -> [String: String] {
    var info: [String: String] = [:]
    for (key, value) in try pairs(node) {
      if let text = try text(value) {
        info[key] = text
      } else if let json = try json(value, depth: 1) {
        info[key] = json
      } else {
        warn(place, "the user info \(key) is an object of \(value.className ?? "no known class")")
      }
    }
    return info
  }

  private mutating func json(_ node: Node, depth: Int) throws(ArchiveError) -> String? {
    try spend(1)
    guard depth < 8 else { return nil }
    if let text = try text(node) { return JSONText.quoted(text) }
    switch node.value {
    case .boolean(let flag): return flag ? "true" : "false"
    case .integer(let number): return "\(number)"
    case .real(let number): return number.isFinite ? "\(number)" : nil
    default: break
    }
    guard node.elements != nil else { return nil }
    var parts: [String] = []
    for element in try elements(node) {
      guard let part = try json(element, depth: depth + 1) else { return nil }
      try spend(part.utf8.count / 64)
      parts.append(part)
    }
    return "[" + parts.joined(separator: ",") + "]"
  }

  /// Reads groups of properties, each given as a name or as the property itself.
  private mutating func tuples(_ node: Node?) throws(ArchiveError) -> [[String]] {
    var tuples: [[String]] = []
    for tuple in try elements(node) {
      var names: [String] = []
      for element in try elements(tuple) {
        if let name = try text(element, or: element["NSPropertyName"]) { names.append(name) }
      }
      if !names.isEmpty { tuples.append(names) }
    }
    return tuples
  }

  private mutating func fetchIndex(
    _ node: Node, in entity: String
  ) throws(ArchiveError) -> FetchIndexDescription? {
    guard let name = try text(node["NSIndexName"]) else {
      warn(entity, "an index has no name")
      return nil
    }
    var index = FetchIndexDescription(name: name, elements: [])
    for element in try elements(node["NSIndexElements"]) {
      guard let property = try text(element["NSPropertyName"]) else {
        warn(entity, "the index \(name) is over an expression")
        return nil
      }
      let type = element["NSFetchIndexElementType"]?.integer ?? 0
      guard let collation = FetchIndexElementDescription.CollationType(rawValue: Int(type)) else {
        warn(entity, "the index \(name) has an unknown order, \(type)")
        return nil
      }
      index.elements.append(
        .init(
          property: property, collationType: collation,
          isAscending: element["NSAscending"]?.boolean ?? true))
    }
    index.partialIndexPredicate = try predicate(
      node["NSPartialIndexPredicate"], place: entity, of: "the index \(name)")
    return index
  }
}
