import StrataDescriptions
import StrataSchema

extension DescribedProperty {
  /// Sets the attributes common to all properties' XML elements.
  func fillCommon(_ attributes: inout FileAttributes) {
    attributes["name"] = name
    attributes.setFlag("optional", isOptional)
    attributes.setFlag("transient", isTransient)
    attributes.setFlag("indexed", isIndexed)
    attributes.setFlag("spotlightIndexingEnabled", isIndexedBySpotlight)
    attributes["elementID"] = elementID
    attributes["renamingIdentifier"] = renamingIdentifier
    attributes["versionHashModifier"] = versionHashModifier
    attributes.setFlag("syncable", isSyncable, usually: true)
  }
}

extension AttributeDescription {
  /// The attributes of the attribute's XML element.
  var fileAttributes: FileAttributes {
    var attributes = FileAttributes()
    fillCommon(&attributes)
    if type != .undefined { attributes["attributeType"] = type.name }
    if let derivationExpression {
      attributes["derived"] = "YES"
      attributes["derivationExpression"] = derivationExpression
    }
    attributes["regularExpressionString"] = regularExpression
    if type == .date {
      attributes["minDateTimeInterval"] = minimumValue?.fileText
      attributes["maxDateTimeInterval"] = maximumValue?.fileText
      attributes["defaultDateTimeInterval"] = defaultValue?.fileText
    } else {
      attributes["minValueString"] = minimumValue?.fileText
      attributes["maxValueString"] = maximumValue?.fileText
      attributes["defaultValueString"] = defaultValue?.fileText
    }
    attributes["valueTransformerName"] = valueTransformerName
    attributes["customClassName"] = attributeValueClassName
    if usesScalarValueType {
      attributes["usesScalarValueType"] = "YES"
    } else if type.canBeScalar {
      attributes["usesScalarValueType"] = "NO"
    }
    attributes.setFlag("allowsExternalBinaryDataStorage", allowsExternalBinaryDataStorage)
    attributes.setFlag("allowsCloudEncryption", allowsCloudEncryption)
    attributes.setFlag("preserveAfterDeletion", preservesValueInHistoryOnDeletion)
    attributes["composite"] = compositeName
    return attributes
  }
}

extension AttributeType {
  /// True if the editor offers scalars in generated classes for the type.
  var canBeScalar: Bool {
    switch self {
    case .integer16, .integer32, .integer64, .double, .float, .boolean, .date, .uuid: true
    case .undefined, .decimal, .string, .binaryData, .uri, .transformable, .objectID, .composite:
      false
    }
  }
}

extension RelationshipDescription {
  /// The attributes of the relationship's XML element.
  var fileAttributes: FileAttributes {
    var attributes = FileAttributes()
    fillCommon(&attributes)
    attributes.setFlag("toMany", isToMany)
    attributes.setNumber("minCount", minCount)
    attributes.setNumber("maxCount", maxCount)
    attributes["deletionRule"] = deleteRule.fileText
    attributes.setFlag("ordered", isOrdered)
    attributes["destinationEntity"] = destinationEntityName
    attributes["inverseName"] = inverseName
    if inverseName != nil { attributes["inverseEntity"] = destinationEntityName }
    return attributes
  }
}

extension Schema.Relationship.DeleteRule {
  /// The name in a file.
  var fileText: String {
    switch self {
    case .noAction: "No Action"
    case .nullify: "Nullify"
    case .cascade: "Cascade"
    case .deny: "Deny"
    }
  }
}

extension FetchedPropertyDescription {
  /// The attributes of the fetched property's XML element.
  var fileAttributes: FileAttributes {
    var attributes = FileAttributes()
    fillCommon(&attributes)
    return attributes
  }
}

extension FetchRequestDescription {
  /// The attributes of the fetch request's XML element.
  var fileAttributes: FileAttributes {
    var attributes = FileAttributes()
    attributes["name"] = name
    attributes["entity"] = entityName
    attributes["predicateString"] = predicate
    attributes.setNumber("fetchLimit", fetchLimit)
    attributes.setNumber("fetchBatchSize", fetchBatchSize)
    attributes.setNumber("resultType", resultType.rawValue)
    attributes.setFlag("includeSubentities", includesSubentities, usually: true)
    attributes.setFlag("includePropertyValues", includesPropertyValues, usually: true)
    attributes.setFlag("includesPendingChanges", includesPendingChanges, usually: true)
    attributes.setFlag("returnObjectsAsFaults", returnsObjectsAsFaults, usually: true)
    attributes.setFlag("returnDistinctResults", returnsDistinctResults)
    return attributes
  }
}
