internal import StrataArchives
internal import StrataDescriptions
internal import StrataSchema

extension ModelArchiveReader {
  mutating func property(
    _ node: Node, named name: String, in entity: String
  ) throws(ArchiveError) -> PropertyDescription? {
    try spend((entity.utf8.count + name.utf8.count) / 64)
    let place = "\(entity).\(name)"
    // An entity may have a proxy for a property that it shares with another.
    let node = node["NSUnderlyingProperty"] ?? node
    if node.isKind(of: "NSAttributeDescription") {
      return .attribute(try attribute(node, named: name, place: place, depth: 1))
    }
    if node.isKind(of: "NSRelationshipDescription") {
      return .relationship(try relationship(node, named: name, place: place))
    }
    if node.isKind(of: "NSFetchedPropertyDescription") {
      return .fetchedProperty(try fetchedProperty(node, named: name, place: place))
    }
    warn(place, "there is no property of the class \(node.className ?? "that it has")")
    return nil
  }

  /// Reads the flags common to all properties.
  func readCommon(_ node: Node, into property: inout some DescribedProperty) {
    property.isOptional = node["NSIsOptional"]?.boolean ?? false
    property.isTransient = node["NSIsTransient"]?.boolean ?? false
    property.isIndexed = node["NSIsIndexed"]?.boolean ?? false
    property.isIndexedBySpotlight = node["NSIndexedBySpotlight"]?.boolean ?? false
  }

  /// Reads the texts common to all properties.
  mutating func readTexts(
    _ node: Node, into property: inout some DescribedProperty, place: String
  ) throws(ArchiveError) {
    property.renamingIdentifier = try renamingIdentifier(node, of: property.name)
    property.versionHashModifier = try text(node["NSVersionHashModifier"])
    property.userInfo = try userInfo(node["NSUserInfo"], place: place)
  }

  private mutating func relationship(
    _ node: Node, named name: String, place: String
  ) throws(ArchiveError) -> RelationshipDescription {
    try spend(Self.costOfDescription)
    var relationship = RelationshipDescription(name: name, destination: nil)
    readCommon(node, into: &relationship)
    try readTexts(node, into: &relationship, place: place)
    relationship.destinationEntityName =
      try text(node["_NSDestinationEntityName"], or: node["NSDestinationEntity"]?["NSEntityName"])
    relationship.inverseName =
      try text(
        node["_NSInverseRelationshipName"], or: node["NSInverseRelationship"]?["NSPropertyName"])
    relationship.minCount = count(node["NSMinCount"])
    // Files write 0 for no limit, and programs may set -1.
    relationship.maxCount = count(node["NSMaxCount"])
    relationship.isOrdered =
      node["NSIsOrdered"]?.boolean ?? node["NSOrdered"]?.boolean ?? false
    // The raw values of `NSDeleteRule` in Core Data's public headers.
    switch node["NSDeleteRule"]?.integer {
    case 0: relationship.deleteRule = .noAction
    case 1, nil: relationship.deleteRule = .nullify
    case 2: relationship.deleteRule = .cascade
    case 3: relationship.deleteRule = .deny
    case let rule?: warn(place, "there is no delete rule \(rule)")
    }
    return relationship
  }

  private func count(_ node: Node?) -> Int {
    guard let number = node?.integer, number > 0 else { return 0 }
    return Int(clamping: number)
  }

  private mutating func fetchedProperty(
    _ node: Node, named name: String, place: String
  ) throws(ArchiveError) -> FetchedPropertyDescription {
    var property = FetchedPropertyDescription(name: name, fetchRequest: nil)
    readCommon(node, into: &property)
    try readTexts(node, into: &property, place: place)
    // Archives mark every fetched property as transient.
    property.isTransient = false
    if let request = node["NSFetchRequest"] {
      var request = try fetchRequest(request, named: "", place: place)
      if request.entityName == nil {
        request.entityName = try text(node["_NSFetchRequestEntityName"])
      }
      property.fetchRequest = request
    }
    return property
  }

  /// Reads a fetch request. The flags aren't documented, so the properties that they encode have
  /// their default values.
  mutating func fetchRequest(
    _ node: Node, named name: String, place: String
  ) throws(ArchiveError) -> FetchRequestDescription {
    try spend(Self.costOfDescription)
    var request = FetchRequestDescription(
      name: name,
      entityName: try text(node["NSEntity"]?["NSEntityName"], or: node["NSEntityName"]))
    request.predicate = try predicate(node["NSPredicate"], place: place, of: "the fetch request")
    request.fetchLimit = count(node["NSFetchLimit"])
    request.fetchBatchSize = count(node["NSBatchSize"])
    if let type = node["NSResultType"]?.integer {
      if let known = FetchRequestDescription.ResultType(rawValue: Int(type)) {
        request.resultType = known
      } else {
        warn(place, "there is no result type \(type)")
      }
    }
    let left = ["NSSortDescriptors", "NSValuesToFetch", "NSValuesToGroupBy", "NSHavingPredicate"]
    for key in left where node[key] != nil {
      warn(place, "the fetch request's \(key.dropFirst(2)) are left out")
    }
    return request
  }

  /// Writes a predicate as text. Returns nil if there is none, or with a warning if it isn't
  /// understood.
  mutating func predicate(
    _ node: Node?, place: String, of owner: String
  ) throws(ArchiveError) -> String? {
    guard let node else { return nil }
    var writer = ArchivedPredicateWriter()
    let text = writer.predicate(node)
    try spend(writer.cost)
    if text == nil { warn(place, "the predicate of \(owner) isn't understood") }
    return text
  }
}
