internal import Foundation
internal import StrataArchives
public import StrataDescriptions

extension ModelArchiveReader {
  mutating func attribute(
    _ node: Node, named name: String, place: String, depth: Int
  ) throws(ArchiveError) -> AttributeDescription {
    try spend(Self.costOfDescription)
    var attribute = AttributeDescription(name: name, type: .undefined)
    let rawType = node["NSAttributeType"]?.integer ?? 0
    if let type = AttributeType(rawValue: Int(rawType)) {
      attribute.type = type
    } else {
      warn(place, "there is no attribute type \(rawType)")
    }
    readCommon(node, into: &attribute)
    try readTexts(node, into: &attribute, place: place)
    readFlags(node["NSFlagsKey"]?.integer ?? 0, into: &attribute, place: place)
    // For other types the class follows from the type.
    if attribute.type == .transformable {
      attribute.attributeValueClassName = try text(node["NSAttributeValueClassName"])
    }
    attribute.valueTransformerName = try text(node["NSValueTransformerName"])

    if let value = node["NSDefaultValue"] {
      attribute.defaultValue = AttributeValue(value, type: attribute.type)
      if let text = value.string { try spend(text.utf8.count / 64) }
      if attribute.defaultValue == nil {
        warn(place, "the default value, of \(value.className ?? "another type"), is left out")
      }
    }
    for predicate in try elements(node["NSValidationPredicates"])
    where !(try readLimits(predicate, into: &attribute, depth: 1)) {
      warn(place, "a validation is no limit, and is left out")
    }
    if let expression = node["NSDerivationExpression"] {
      try readDerivation(expression, into: &attribute, place: place)
    }
    if node["NSFilteringPredicate"] != nil {
      warn(place, "the predicate of the derivation is left out")
    }
    if attribute.type == .composite {
      attribute.elements = try compositeElements(node, place: place, depth: depth)
    }
    return attribute
  }

  private mutating func compositeElements(
    _ node: Node, place: String, depth: Int
  ) throws(ArchiveError) -> [AttributeDescription] {
    guard depth < 32 else { throw ArchiveError.tooLarge(what: "nesting of composites", limit: 32) }
    var found: [AttributeDescription] = []
    for element in try elements(node["NSCompositeElements"]) {
      guard let name = try text(element["NSPropertyName"]) else {
        warn(place, "an element of the composite has no name")
        continue
      }
      try spend(place.utf8.count / 64)
      found.append(
        try attribute(element, named: name, place: "\(place).\(name)", depth: depth + 1))
    }
    return found
  }

  /// Reads the flags whose meaning is known from real stores.
  private mutating func readFlags(
    _ flags: Int64, into attribute: inout AttributeDescription, place: String
  ) {
    attribute.allowsExternalBinaryDataStorage = flags & 4 != 0
    attribute.preservesValueInHistoryOnDeletion = flags & 16 != 0
    let unknown = flags & ~20
    if unknown != 0 { warn(place, "the flags \(unknown) aren't known") }
  }

  private mutating func readDerivation(
    _ node: Node, into attribute: inout AttributeDescription, place: String
  ) throws(ArchiveError) {
    var writer = ArchivedPredicateWriter()
    attribute.derivationExpression = writer.expression(node)
    try spend(writer.cost)
    if attribute.derivationExpression == nil {
      // The attribute is still marked as derived, so that nobody sets it.
      attribute.derivationExpression = ""
      warn(place, "the expression that the value is worked out from isn't understood")
    }
  }

  /// Reads the limits that the model editor sets. Archives contain them as predicates on the value
  /// or on a text's length.
  ///
  /// Returns false for any other predicate.
  private mutating func readLimits(
    _ node: Node, into attribute: inout AttributeDescription, depth: Int
  ) throws(ArchiveError) -> Bool {
    try spend(1)
    guard depth < 8 else { return false }
    if node.isKind(of: "NSCompoundPredicate") {
      guard node["NSCompoundPredicateType"]?.integer == 1 else { return false }
      // A compound is read completely or not at all, since a part of it would be another condition.
      var changed = attribute
      for part in try elements(node["NSSubpredicates"])
      where !(try readLimits(part, into: &changed, depth: depth + 1)) { return false }
      attribute = changed
      return true
    }
    guard node.isKind(of: "NSComparisonPredicate"),
      node["NSPredicateOperator"]?["NSModifier"]?.integer ?? 0 == 0,
      let left = node["NSLeftExpression"],
      let constant = node["NSRightExpression"]?["NSConstantValue"]
    else { return false }
    var writer = ArchivedPredicateWriter()
    let subject = writer.expression(left)
    try spend(writer.cost)
    let isLength = subject == "length" && attribute.type == .string
    guard subject == "SELF" || isLength else { return false }
    let value = AttributeValue(constant, type: isLength ? .integer64 : attribute.type)
    switch node["NSPredicateOperator"]?["NSOperatorType"]?.integer {
    case 1 where value != nil: attribute.maximumValue = value
    case 3 where value != nil: attribute.minimumValue = value
    case 6 where !isLength && attribute.type == .string:
      guard let pattern = try text(constant) else { return false }
      attribute.regularExpression = pattern
    default: return false
    }
    return true
  }
}

extension AttributeValue {
  /// Converts an archived value. Returns nil if an attribute of the type can't have it.
  init?(_ node: KeyedArchive.Node, type: AttributeType) {
    let value: AttributeValue? =
      switch type {
      case .integer16, .integer32, .integer64: node.integer.map { .integer($0) }
      case .decimal: node.decimal.map { .decimal($0) }
      case .double, .float: node.value.double.map { .double($0) }
      case .string: node.string.map { .string($0) }
      case .boolean: node.boolean.map { .boolean($0) }
      case .date: node.date.map { .date($0) }
      case .binaryData: node.data.map { .data($0) }
      case .uuid: node.uuid.map { .uuid($0) }
      case .uri: node.url.map { .uri($0) }
      case .undefined, .transformable, .objectID, .composite: nil
      }
    guard let value else { return nil }
    self = value
  }
}

extension AttributeDescription {
  /// True if the attribute is a composite that SwiftData created for an enum.
  public var isEnumeration: Bool { type == .composite && userInfo["EnumType"] == "true" }

  /// The cases without associated values of an enum without raw values, as SwiftData lists them.
  /// Nil for other attributes.
  public var enumerationCaseNames: [String]? {
    guard isEnumeration, let text = userInfo["enum"] else { return nil }
    // A user info that isn't a list of texts doesn't come from SwiftData.
    let list = try? ArchivedValue(json: Data(text.utf8)).elements
    return list?.compactMap(\.string)
  }
}
