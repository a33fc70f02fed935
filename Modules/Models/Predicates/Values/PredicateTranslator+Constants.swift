import Foundation
import StrataModel
import StrataQuery
import StrataSchema
import StrataSQLite

// Captured values in the form of a column or of JSON.
extension PredicateTranslator {
  /// Converts a captured value to columns, and a captured model to its key.
  static func constant(_ value: Any) throws -> Subject {
    let translator = PredicateTranslator()
    switch Subject(constant: value) {
    case .null: return .null
    case .constant(let value as any Collection) where ValueForm(type(of: value)).isJSON:
      return .list(try value.map { try translator.column(of: $0, nil) })
    case .constant(let value): return .value(.literal(try translator.column(of: value, nil)))
    default: throw Untranslatable("a captured value of type \(type(of: value))")
    }
  }

  /// Converts a value to a column.
  ///
  /// An object becomes its key if it belongs to the entity, or else a key that no object has.
  func column(of value: Any, _ entity: _ModelEntity?) throws -> ColumnValue {
    guard case .constant(let value) = Subject(constant: value) else { return .null }
    switch value {
    case let model as any PersistentModel: return key(of: model.persistentModelID, in: entity)
    case let identifier as PersistentIdentifier: return key(of: identifier, in: entity)
    case let value as any ColumnRepresentable:
      let columns = try columns(of: value)
      guard columns.count == 1 else {
        throw Untranslatable("a \(type(of: value)) has several columns")
      }
      return columns[0]
    case let value as any RawRepresentable where value.rawValue is any ColumnRepresentable:
      return try column(of: value.rawValue, nil)
    case let value as any Encodable: return .text(try JSONColumn.encode(value))
    case let character as Character: return .text(String(character))
    case let text as Substring: return .text(String(text))
    default: throw Untranslatable("a \(type(of: value)) has no place in a store")
    }
  }

  /// Encodes a value into its columns.
  func columns(of value: some ColumnRepresentable) throws -> [ColumnValue] {
    var binder = Binder(recording: PropertySet(0))
    try value.bind(to: &binder)
    return binder.values
  }

  /// Returns the key of an identifier in an entity.
  ///
  /// The result is a key that no object has if the object is of another entity or store, or was
  /// never inserted.
  private func key(of identifier: PersistentIdentifier, in entity: _ModelEntity?) -> ColumnValue {
    let nobody = ColumnValue.integer(0)
    guard identifier.storeIdentifier != nil else { return nobody }
    if let entity, !mayName(identifier, entity) { return nobody }
    guard let graph else { return .integer(identifier.key) }
    return graph.key(of: identifier).map { .integer($0) } ?? nobody
  }

  // In a hierarchy an identifier may name a superclass or a subclass.
  private func mayName(_ identifier: PersistentIdentifier, _ entity: _ModelEntity) -> Bool {
    guard let graph else { return identifier.entityName == entity.name }
    func mayName<Model: PersistentModel>(_ type: Model.Type) -> Bool {
      graph.mayName(identifier, type)
    }
    return mayName(entity.type)
  }

  /// Converts a value to the form that SQLite reads from JSON.
  func json(of value: Any) throws -> QueryExpression {
    guard case .constant(let value) = Subject(constant: value) else { return .literal(.null) }
    guard let value = value as? any Encodable else {
      throw Untranslatable("a \(type(of: value)) has no form in JSON")
    }
    let text = try JSONColumn.encode(value)
    if ValueForm(type(of: value)).isFloating {
      // Read by the same function as the stored value, so that both are rounded alike.
      return .function(.real, [.json(.literal(.text(text)), [])])
    }
    return .literal(StoredJSON.read(text)?.columnValue ?? .text(text))
  }
}

extension ValueForm {
  var isJSON: Bool {
    if case .json = self { return true }
    return false
  }
}
