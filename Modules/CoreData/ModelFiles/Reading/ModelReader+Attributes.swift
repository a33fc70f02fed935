import Foundation
import StrataDescriptions

extension ModelReader {
  mutating func attribute(_ element: ModelElement, _ name: String, at place: ElementPlace)
    throws(ModelFileError) -> AttributeDescription
  {
    var attribute = AttributeDescription(name: name, type: try type(of: element, name))
    try readCommon(element, to: &attribute)
    readLimits(element, to: &attribute)
    attribute.regularExpression = text(element, "regularExpressionString")
    attribute.attributeValueClassName = text(element, "customClassName")
    attribute.valueTransformerName = text(element, "valueTransformerName")
    attribute.usesScalarValueType = flag(element, "usesScalarValueType")
    attribute.allowsExternalBinaryDataStorage = flag(element, "allowsExternalBinaryDataStorage")
    attribute.preservesValueInHistoryOnDeletion = flag(element, "preserveAfterDeletion")
    attribute.allowsCloudEncryption = flag(element, "allowsCloudEncryption")
    attribute.compositeName = text(element, "composite")
    readDerivation(element, to: &attribute)
    for (_, child) in children(of: element, .userInfo) { attribute.userInfo = try userInfo(child) }
    compare(element, .attribute, at: place, with: attribute.fileAttributes)
    return attribute
  }

  /// Reads the type. Without one the attribute is undefined, which the editor allows for transient
  /// attributes.
  private func type(of element: ModelElement, _ name: String)
    throws(ModelFileError) -> AttributeType
  {
    guard let text = text(element, "attributeType") else { return .undefined }
    if let type = AttributeType(name: text) { return type }
    let known = AttributeType.allCases.map(\.name).joined(separator: ", ")
    throw error(element, "the type of “\(name)” is “\(text)”; it must be one of \(known)")
  }

  private mutating func readDerivation(
    _ element: ModelElement, to attribute: inout AttributeDescription
  ) {
    let isDerived = flag(element, "derived")
    let expression = text(element, "derivationExpression")
    if isDerived { attribute.derivationExpression = expression }
    if isDerived, expression == nil {
      warn(
        element, "“\(attribute.name)” is derived, but from nothing; it counts as one that is set")
    }
    if !isDerived, expression != nil {
      warn(element, "“\(attribute.name)” isn't derived; its derivationExpression is left out")
    }
  }

  private mutating func readLimits(
    _ element: ModelElement, to attribute: inout AttributeDescription
  ) {
    let type = attribute.type
    attribute.defaultValue = value(element, "defaultValueString", of: type)
    // A text's limits apply to its length.
    let limited: AttributeType = type == .string ? .integer64 : type
    attribute.minimumValue = limit(element, "minValueString", of: limited)
    attribute.maximumValue = limit(element, "maxValueString", of: limited)
    if let date = date(element, "defaultDateTimeInterval", of: type) {
      attribute.defaultValue = date
    }
    if let date = date(element, "minDateTimeInterval", of: type) { attribute.minimumValue = date }
    if let date = date(element, "maxDateTimeInterval", of: type) { attribute.maximumValue = date }
  }

  private mutating func limit(_ element: ModelElement, _ name: String, of type: AttributeType)
    -> AttributeValue?
  {
    switch type {
    case .integer16, .integer32, .integer64, .decimal, .double, .float:
      return value(element, name, of: type)
    case .undefined, .string, .boolean, .date, .binaryData, .uuid, .uri, .transformable, .objectID,
      .composite:
      guard let text = text(element, name) else { return nil }
      warn(element, "\(name) is “\(text)”, but values of the type \(type.name) have no such limit")
      return nil
    }
  }

  private mutating func date(_ element: ModelElement, _ name: String, of type: AttributeType)
    -> AttributeValue?
  {
    guard let text = text(element, name) else { return nil }
    guard type == .date else {
      warn(element, "\(name) is “\(text)”, but the type \(type.name) isn't Date")
      return nil
    }
    guard let interval = NumberText.double(text) else {
      warn(element, "\(name) is “\(text)”, which isn't a number of seconds; it is left out")
      return nil
    }
    return .date(Date(timeIntervalSinceReferenceDate: interval))
  }

  private mutating func value(_ element: ModelElement, _ name: String, of type: AttributeType)
    -> AttributeValue?
  {
    guard let text = element[name] else { return nil }
    if type == .string { return .string(text) }
    if text.isEmpty { return nil }
    if let value = AttributeValue(fileText: text, type: type) { return value }
    if type.isInteger, text == "YES" || text == "NO" {
      let number: Int64 = text == "YES" ? 1 : 0
      warn(element, "\(name) is \(text), which counts as \(number) for the type \(type.name)")
      return .integer(number)
    }
    warn(
      element, "\(name) is “\(text)”, which isn't a value of the type \(type.name); it is left out")
    return nil
  }
}

extension AttributeValue {
  /// Parses a value in the format of model files. Returns nil if the text isn't a value of the
  /// type.
  init?(fileText text: String, type: AttributeType) {
    switch type {
    case .integer16, .integer32, .integer64:
      guard let number = NumberText.integer(text), type.integerRange?.contains(number) == true
      else {
        return nil
      }
      self = .integer(number)
    case .decimal:
      guard let number = NumberText.decimal(text) else { return nil }
      self = .decimal(number)
    case .float:
      guard let number = NumberText.double(text), Float(number).isFinite else { return nil }
      self = .double(number)
    case .double:
      guard let number = NumberText.double(text) else { return nil }
      self = .double(number)
    case .boolean:
      switch text {
      case "YES", "1", "true", "yes", "TRUE": self = .boolean(true)
      case "NO", "0", "false", "no", "FALSE": self = .boolean(false)
      default: return nil
      }
    case .string: self = .string(text)
    case .uuid:
      guard let id = UUID(uuidString: text) else { return nil }
      self = .uuid(id)
    case .uri:
      guard let url = URL(string: text) else { return nil }
      self = .uri(url)
    case .undefined, .date, .binaryData, .transformable, .objectID, .composite: return nil
    }
  }
}
