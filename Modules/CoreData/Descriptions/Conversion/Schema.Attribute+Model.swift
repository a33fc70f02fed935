import Foundation
import StrataSchema

extension Schema.Attribute {
  /// Creates the schema's attribute for a description.
  ///
  /// - Throws: ``ModelConversionError/invalidDefault(entity:attribute:type:)``.
  init(
    _ attribute: AttributeDescription, of entity: EntityDescription
  ) throws(ModelConversionError) {
    var options: [Option] = []
    let isKept = !attribute.isTransient && attribute.isStorable
    if !isKept { options.append(.ephemeral) }
    if attribute.allowsExternalBinaryDataStorage { options.append(.externalStorage) }
    if attribute.preservesValueInHistoryOnDeletion { options.append(.preserveValueOnDeletion) }
    if attribute.isIndexedBySpotlight { options.append(.spotlight) }
    if attribute.allowsCloudEncryption { options.append(.allowsCloudEncryption) }
    if attribute.type == .transformable { options.append(.transformable) }
    var columns = isKept ? attribute.columns : []
    if entity.superentityName != nil { columns = columns.map { $0.owned(by: entity.name) } }
    let defaults = try attribute.defaultColumns(of: entity)
    self.init(
      name: attribute.name, originalName: attribute.formerName, options: options,
      valueType: attribute.valueType, columns: columns,
      defaultColumns: isKept || attribute.type != .composite ? defaults : nil,
      check: attribute.check(columns),
      hashModifier: attribute.versionHashModifier)
    if isKept, let shape = attribute.shape { self = shaped(shape) }
  }
}

extension AttributeDescription {
  /// True if values of the type can be stored.
  var isStorable: Bool { type != .undefined && type != .objectID }

  /// The Swift type of the value.
  var valueType: any Any.Type {
    func type<Value>(_ value: Value.Type) -> any Any.Type { isOptional ? Value?.self : Value.self }
    return switch self.type {
    case .undefined, .objectID: Any?.self
    case .integer16: type(Int16.self)
    case .integer32: type(Int32.self)
    case .integer64: type(Int64.self)
    case .decimal: type(Decimal.self)
    case .double: type(Double.self)
    case .float: type(Float.self)
    case .string: type(String.self)
    case .boolean: type(Bool.self)
    case .date: type(Date.self)
    case .binaryData, .transformable: type(Data.self)
    case .uuid: type(UUID.self)
    case .uri: type(URL.self)
    case .composite: type([String: AttributeValue].self)
    }
  }

  /// Encodes the default value, or returns nil if there is none.
  ///
  /// - Throws: ``ModelConversionError/invalidDefault(entity:attribute:type:)``.
  func defaultColumns(
    of entity: EntityDescription
  ) throws(ModelConversionError) -> [ColumnValue]? {
    if type == .composite {
      var values: [ColumnValue] = isMarked ? [.null] : []
      for element in elements {
        values +=
          try element.defaultColumns(of: entity)
          ?? Array(repeating: .null, count: element.columns.count)
      }
      guard !values.allSatisfy(\.isNull) else { return nil }
      if isMarked { values[0] = .integer(1) }
      return values
    }
    guard let defaultValue else { return nil }
    guard let value = type.columnValue(of: defaultValue) else {
      throw .invalidDefault(entity: entity.name, attribute: name, type: type)
    }
    return [value]
  }
}
