import Foundation
import StrataSchema

extension AttributeDescription {
  init(_ attribute: Schema.Attribute) {
    let columns = attribute.columns
    if columns.count > 1 || columns.first?.part.isEmpty == false {
      let values = Dictionary(
        columns.enumerated().map { index, column in
          let value = attribute.defaultColumns.flatMap {
            $0.indices.contains(index) ? $0[index] : nil
          }
          return (column.part, (column: column, initial: value))
        }, uniquingKeysWith: { first, _ in first })
      self.init(
        name: attribute.name,
        composite: Self.elements(of: attribute.shape, in: "", values)
          ?? columns.map { Self.element($0.part, values[$0.part]) },
        isOptional: attribute.isOptional)
    } else {
      let column = columns.first ?? Self.column(ofType: attribute.valueType)
      var type = AttributeType(column, of: attribute.valueType)
      if attribute.isTransformable { type = .transformable }
      self.init(name: attribute.name, type: type, isOptional: attribute.isOptional)
      if let first = attribute.defaultColumns?.first { defaultValue = type.value(of: first) }
      attributeValueClassName = column?.meaning == .json ? "\(attribute.valueType)" : nil
    }
    isTransient = attribute.isEphemeral
    if attribute.originalName != attribute.name { renamingIdentifier = attribute.originalName }
    versionHashModifier = attribute.hashModifier
    allowsExternalBinaryDataStorage = attribute.options.contains(.externalStorage)
    preservesValueInHistoryOnDeletion = attribute.options.contains(.preserveValueOnDeletion)
    isIndexedBySpotlight = attribute.options.contains(.spotlight)
    allowsCloudEncryption = attribute.options.contains(.allowsCloudEncryption)
  }

  private typealias Part = (column: ColumnDescription, initial: ColumnValue?)

  private static func element(
    _ name: String, _ part: Part?, isOptional: Bool = true
  ) -> AttributeDescription {
    var element = AttributeDescription(
      name: name, type: AttributeType(part?.column, of: nil), isOptional: isOptional)
    element.defaultValue = part?.initial.flatMap { element.type.value(of: $0) }
    return element
  }

  /// The members of a struct, or nil for an enum, whose cases share columns.
  private static func elements(
    of shape: CompositeShape?, in container: String, _ parts: [String: Part]
  ) -> [AttributeDescription]? {
    guard case .structure(_, let members)? = shape else { return nil }
    return members.map { member in
      let path = ColumnDescription.path(container, member.part)
      guard let shape = member.shape, let inner = elements(of: shape, in: path, parts) else {
        return element(member.name, parts[path], isOptional: member.isOptional)
      }
      return AttributeDescription(
        name: member.name, composite: inner, isOptional: member.isOptional)
    }
  }

  /// The column that would store a value of a transient attribute's type, or nil if no attribute
  /// type matches.
  private static func column(ofType type: any Any.Type) -> ColumnDescription? {
    AttributeType.allCases.first { kind in
      kind.column != nil
        && [true, false].contains { isOptional in
          AttributeDescription(name: "", type: kind, isOptional: isOptional).valueType == type
        }
    }?.column
  }
}

extension AttributeType {
  /// Infers the type from a column. The Swift type distinguishes the sizes of numbers.
  fileprivate init(_ column: ColumnDescription?, of valueType: (any Any.Type)?) {
    guard let column else {
      self = .undefined
      return
    }
    switch (column.storageClass, column.meaning) {
    case (.integer, .boolean): self = .boolean
    case (.real, .date): self = .date
    case (.text, .decimal): self = .decimal
    case (.text, .url): self = .uri
    case (.blob, .uuid): self = .uuid
    case (.text, _): self = .string
    case (.blob, _): self = .binaryData
    case (.real, _):
      self = valueType.map { $0 == Float.self || $0 == Float?.self } ?? false ? .float : .double
    case (.integer, _): self = Self.integer(valueType)
    }
  }

  private static func integer(_ type: (any Any.Type)?) -> AttributeType {
    let small: [any Any.Type] = [
      Int16.self, Int16?.self, Int8.self, Int8?.self, UInt8.self, UInt8?.self,
    ]
    let medium: [any Any.Type] = [Int32.self, Int32?.self, UInt16.self, UInt16?.self]
    guard let type else { return .integer64 }
    if small.contains(where: { $0 == type }) { return .integer16 }
    return medium.contains { $0 == type } ? .integer32 : .integer64
  }
}
