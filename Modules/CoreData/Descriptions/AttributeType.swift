public import Foundation

/// The type of an attribute's value. The raw values are those of Core Data's public headers.
public enum AttributeType: Int, Sendable, Hashable, CaseIterable {
  /// No type. Only for values that aren't saved.
  case undefined = 0
  case integer16 = 100
  case integer32 = 200
  case integer64 = 300
  case decimal = 400
  case double = 500
  case float = 600
  case string = 700
  case boolean = 800
  /// A point in time: seconds since 2001-01-01 00:00 UTC.
  case date = 900
  case binaryData = 1000
  case uuid = 1100
  case uri = 1200
  /// A value that a transformer converts to data.
  case transformable = 1800
  /// An object's identifier. Only for values that aren't saved.
  case objectID = 2000
  /// A value that consists of several attributes.
  case composite = 2100

  /// The type's name in a model file, such as `Integer 64`.
  public var name: String {
    switch self {
    case .undefined: "Undefined"
    case .integer16: "Integer 16"
    case .integer32: "Integer 32"
    case .integer64: "Integer 64"
    case .decimal: "Decimal"
    case .double: "Double"
    case .float: "Float"
    case .string: "String"
    case .boolean: "Boolean"
    case .date: "Date"
    case .binaryData: "Binary"
    case .uuid: "UUID"
    case .uri: "URI"
    case .transformable: "Transformable"
    case .objectID: "ObjectID"
    case .composite: "Composite"
    }
  }

  /// Finds the type with a name in a model file. Returns nil for an unknown name.
  public init?(name: String) {
    guard let type = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = type
  }

  /// True for the integer types.
  public var isInteger: Bool { [.integer16, .integer32, .integer64].contains(self) }

  /// The range of an integer type, or nil for other types.
  public var integerRange: ClosedRange<Int64>? {
    switch self {
    case .integer16: Int64(Int16.min)...Int64(Int16.max)
    case .integer32: Int64(Int32.min)...Int64(Int32.max)
    case .integer64: Int64.min...Int64.max
    default: nil
    }
  }
}

/// A value in a model: a default value or a limit.
public enum AttributeValue: Sendable, Hashable {
  case integer(Int64)
  case decimal(Decimal)
  case double(Double)
  case string(String)
  case boolean(Bool)
  case date(Date)
  case data(Data)
  case uuid(UUID)
  case uri(URL)
}
