/// The elements of a model file.
enum ElementKind: String, Sendable {
  case model, entity, attribute, relationship, fetchedProperty, fetchRequest
  case fetchIndex, fetchIndexElement
  case uniquenessConstraints, uniquenessConstraint, constraint
  case compoundIndexes, compoundIndex, index
  case userInfo, entry
  case configuration, memberEntity
  case composite
  case elements, element

  /// The names of the element's attributes, in the editor's order.
  var attributeNames: [String] {
    switch self {
    case .model: Self.modelNames
    case .entity: Self.entityNames
    case .attribute: Self.attributeNames
    case .relationship: Self.relationshipNames
    case .fetchedProperty: Self.fetchedPropertyNames
    case .fetchRequest: Self.fetchRequestNames
    case .fetchIndex: ["name", "partialIndexPredicate"]
    case .fetchIndexElement: ["property", "expression", "expressionType", "type", "order"]
    case .constraint, .index: ["value"]
    case .entry: ["key", "value"]
    case .configuration, .memberEntity, .composite: ["name"]
    case .element: ["name", "positionX", "positionY", "width", "height"]
    case .uniquenessConstraints, .uniquenessConstraint, .compoundIndexes, .compoundIndex, .userInfo,
      .elements:
      []
    }
  }

  /// The order before the editor wrote a source language, with the version identifier near the
  /// start.
  static let oldModelNames =
    ["name", "userDefinedModelVersionIdentifier"]
    + modelNames.filter { $0 != "name" && $0 != "userDefinedModelVersionIdentifier" }

  private static let modelNames = [
    "name", "type", "documentVersion", "lastSavedToolsVersion", "systemVersion",
    "minimumToolsVersion", "sourceLanguage", "usedWithCloudKit", "usedWithSwiftData",
    "userDefinedModelVersionIdentifier", "macOSVersion", "iOSVersion",
  ]
  private static let entityNames = [
    "name", "representedClassName", "isAbstract", "parentEntity", "elementID",
    "renamingIdentifier", "versionHashModifier", "syncable", "codeGenerationType",
  ]
  private static let attributeNames = [
    "name", "optional", "transient", "attributeType", "derived", "derivationExpression",
    "minValueString", "maxValueString", "regularExpressionString", "minDateTimeInterval",
    "maxDateTimeInterval", "defaultDateTimeInterval", "defaultValueString", "valueTransformerName",
    "renamingIdentifier", "usesScalarValueType", "customClassName",
    "allowsExternalBinaryDataStorage", "allowsCloudEncryption", "preserveAfterDeletion",
    "composite", "indexed", "spotlightIndexingEnabled", "elementID", "versionHashModifier",
    "syncable",
  ]
  private static let relationshipNames = [
    "name", "optional", "transient", "toMany", "minCount", "maxCount", "deletionRule", "ordered",
    "destinationEntity", "inverseName", "inverseEntity", "indexed", "spotlightIndexingEnabled",
    "elementID", "renamingIdentifier", "versionHashModifier", "syncable",
  ]
  private static let fetchedPropertyNames = [
    "name", "optional", "transient", "indexed", "spotlightIndexingEnabled", "elementID",
    "renamingIdentifier", "versionHashModifier", "syncable",
  ]
  private static let fetchRequestNames = [
    "name", "entity", "predicateString", "fetchLimit", "fetchBatchSize", "resultType",
    "includeSubentities", "includePropertyValues", "includesPendingChanges",
    "returnObjectsAsFaults", "returnDistinctResults",
  ]
}

/// An attribute value that a file writes differently than the current editor would.
///
/// `defaultValueString="0"` and `"0.0"` are the same default, `optional="NO"` equals a missing
/// attribute, and older editors wrote `syncable="YES"` everywhere. The document preserves the
/// difference as long as the value is unchanged, so that it writes what it has read.
struct Spelling: Sendable, Hashable {
  /// The value in the current editor's format, or nil for a missing attribute.
  var usual: String?
  /// The value in the file, or nil for a missing attribute.
  var written: String?
}

/// The path of an element in a model file: the kinds and names of its ancestors and itself.
struct ElementPlace: Sendable, Hashable {
  private var steps: [String]

  static let model = ElementPlace(steps: [])

  private init(steps: [String]) { self.steps = steps }

  /// Returns the path of a child element.
  func element(_ kind: ElementKind, _ name: String) -> ElementPlace {
    ElementPlace(steps: steps + [kind.rawValue, name])
  }
}
