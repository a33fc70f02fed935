import StrataSchema
import StrataSQLite

extension Schema.Attribute.Conversion {
  /// Returns what a migration needs to know of a type: how to read its JSON, and the defaults of
  /// its parts.
  static func of(
    _ type: any Any.Type, _ columns: [ColumnDescription], isComposite: Bool
  ) -> Schema.Attribute.Conversion {
    // Each `as?` that fails searches all conformances of the program.
    guard isComposite || (columns.count == 1 && columns[0].meaning == .json) else { return .none }
    let kept = (type as? any OptionalValue.Type)?.wrappedType ?? type
    if let composite = kept as? any _CompositeValue.Type {
      return .init(
        columns: (kept as? any Decodable.Type)?.columnsOfJSON, isSame: comparison(of: kept),
        defaults: composite.defaults)
    }
    guard let codable = kept as? any (Decodable & Encodable).Type else { return .none }
    return .init(json: codable.rewriteJSON, isSame: comparison(of: kept))
  }

  private static func comparison(
    of type: any Any.Type
  ) -> ((_ json: String, _ other: String) throws -> Bool)? {
    (type as? any (Decodable & Equatable).Type)?.compareJSON
  }
}

extension _CompositeValue {
  fileprivate static var defaults: [String: [Schema.Attribute.PartDefault]] { _$layout.defaults }
}

extension Decodable {
  /// A function that decodes a value from JSON and encodes it into columns.
  fileprivate static var columnsOfJSON: (String) throws -> [ColumnValue] {
    { try StoredValue.encode(try JSONColumn.value(of: $0, as: Self.self)) }
  }
}

extension Decodable where Self: Equatable {
  /// A function that decodes two texts and compares their values.
  fileprivate static var compareJSON: (String, String) throws -> Bool {
    { try JSONColumn.value(of: $0, as: Self.self) == JSONColumn.value(of: $1, as: Self.self) }
  }
}

extension Decodable where Self: Encodable {
  /// A function that decodes JSON and encodes the result again.
  fileprivate static var rewriteJSON: (String) throws -> String {
    { try JSONColumn.encode(try JSONColumn.value(of: $0, as: Self.self)) }
  }
}
