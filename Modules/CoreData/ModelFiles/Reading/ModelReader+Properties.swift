import StrataDescriptions
import StrataSchema

extension ModelReader {
  /// Reads the attributes common to all properties.
  mutating func readCommon(_ element: ModelElement, to property: inout some DescribedProperty)
    throws(ModelFileError)
  {
    property.isOptional = flag(element, "optional")
    property.isTransient = flag(element, "transient")
    property.renamingIdentifier = text(element, "renamingIdentifier")
    property.versionHashModifier = text(element, "versionHashModifier")
    property.isIndexed = flag(element, "indexed")
    property.isIndexedBySpotlight = flag(element, "spotlightIndexingEnabled")
    property.elementID = text(element, "elementID")
    property.isSyncable = flag(element, "syncable", default: true)
  }

  /// Reads the user info.
  mutating func userInfo(_ element: ModelElement) throws(ModelFileError) -> [String: String] {
    checkNames(of: element, .userInfo)
    var info: [String: String] = [:]
    for (kind, entry) in children(of: element, .entry) {
      checkNames(of: entry, kind)
      guard let key = entry["key"] else {
        throw error(entry, "the entry has no key; give it one")
      }
      if info.updateValue(entry["value"] ?? "", forKey: key) != nil {
        warn(entry, "the key “\(key)” has another value before, which is left out")
      }
    }
    return info
  }

  mutating func relationship(_ element: ModelElement, _ name: String, at place: ElementPlace)
    throws(ModelFileError) -> RelationshipDescription
  {
    var relationship = RelationshipDescription(
      name: name, destination: text(element, "destinationEntity"),
      inverse: text(element, "inverseName"))
    try readCommon(element, to: &relationship)
    relationship.isOrdered = flag(element, "ordered")
    relationship.minCount = try number(element, "minCount")
    relationship.maxCount = try maxCount(of: element)
    relationship.deleteRule = try deleteRule(of: element)
    if let destination = relationship.destinationEntityName,
      let entity = text(element, "inverseEntity"), entity != destination
    {
      inverseEntities.append(
        InverseEntity(name: entity, destination: destination, line: element.line))
    }
    for (_, child) in children(of: element, .userInfo) {
      relationship.userInfo = try userInfo(child)
    }
    compare(element, .relationship, at: place, with: relationship.fileAttributes)
    return relationship
  }

  /// Reads the maximum count. A relationship is to-one unless the file says otherwise.
  private mutating func maxCount(of element: ModelElement) throws(ModelFileError) -> Int {
    let count = try number(element, "maxCount")
    if flag(element, "toMany") {
      if count == 1 {
        warn(element, "toMany is YES, but maxCount 1; the relationship leads to one object")
      }
      return count
    }
    if count > 1 {
      warn(
        element, "maxCount is \(count), but toMany isn't YES; the relationship leads to one object")
    }
    return 1
  }

  private func deleteRule(of element: ModelElement)
    throws(ModelFileError) -> Schema.Relationship.DeleteRule
  {
    switch element["deletionRule"] {
    case nil, "Nullify": return .nullify
    case "Cascade": return .cascade
    case "Deny": return .deny
    case "No Action": return .noAction
    case .some(let text):
      throw error(
        element, "deletionRule is “\(text)”; it must be Nullify, Cascade, Deny or No Action")
    }
  }

  mutating func fetchedProperty(_ element: ModelElement, _ name: String, at place: ElementPlace)
    throws(ModelFileError) -> FetchedPropertyDescription
  {
    var property = FetchedPropertyDescription(name: name, fetchRequest: nil)
    try readCommon(element, to: &property)
    for (kind, child) in children(of: element, .fetchRequest, .userInfo) {
      if kind == .userInfo {
        property.userInfo = try userInfo(child)
      } else if property.fetchRequest == nil {
        property.fetchRequest = try fetchRequest(
          child, text(child, "name") ?? "fetchedPropertyFetchRequest", at: place.element(kind, ""))
      } else {
        warn(child, "“\(name)” has another fetch request before; this one is left out")
      }
    }
    compare(element, .fetchedProperty, at: place, with: property.fileAttributes)
    return property
  }

  mutating func fetchRequest(_ element: ModelElement, _ name: String, at place: ElementPlace)
    throws(ModelFileError) -> FetchRequestDescription
  {
    var request = FetchRequestDescription(
      name: name, entityName: text(element, "entity"), predicate: text(element, "predicateString"))
    request.fetchLimit = try number(element, "fetchLimit")
    request.fetchBatchSize = try number(element, "fetchBatchSize")
    let resultType = try number(element, "resultType")
    if let known = FetchRequestDescription.ResultType(rawValue: resultType) {
      request.resultType = known
    } else {
      warn(element, "resultType is \(resultType), which isn't known; objects are fetched")
    }
    request.includesSubentities = flag(element, "includeSubentities", default: true)
    request.includesPropertyValues = flag(element, "includePropertyValues", default: true)
    request.includesPendingChanges = flag(element, "includesPendingChanges", default: true)
    request.returnsObjectsAsFaults = flag(element, "returnObjectsAsFaults", default: true)
    request.returnsDistinctResults = flag(element, "returnDistinctResults")
    _ = children(of: element)
    compare(element, .fetchRequest, at: place, with: request.fileAttributes)
    return request
  }
}
