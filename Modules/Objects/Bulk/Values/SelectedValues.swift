import StrataContexts
import StrataModel
import StrataQuery
import StrataSQLite
import StrataSchema
import StrataStorage

/// Some values of the objects that a query finds, read without the objects.
struct SelectedValues<Model: PersistentModel> {
  private let graph: ObjectGraph
  private var values: [GroupedQuery.Value] = []

  init(_ graph: ObjectGraph) { self.graph = graph }

  /// Adds a value of each object.
  ///
  /// - Throws: `StackError.unsupportedSelection(_:)`.
  mutating func add<Type>(_ keyPath: AnyKeyPath, as type: Type.Type) throws -> SelectedValue<Type> {
    let value: GroupedQuery.Value
    do {
      value = try Model.groupValue(at: keyPath, of: type)
    } catch StackError.unsupportedAggregate(let subject) {
      throw StackError.unsupportedSelection(subject)
    }
    values.append(value)
    switch value {
    case .column:
      let read = StoredValue.reader(of: type)
      return SelectedValue(index: values.count - 1) { row, _, _ in try read(&row) }
    case .object(_, let entity):
      // A required relationship whose target is missing. No object has the key 0.
      let missing = PersistentIdentifier(store: graph.store.identifier, entity: entity, key: 0)
      guard missing is Type else {
        throw StackError.unsupportedSelection(
          "\(Model._$entity.words(for: keyPath)), which is an object and no identifier")
      }
      return SelectedValue(index: values.count - 1) { row, index, query in
        let identifier = try query.object(index) { position in
          row.rewind(to: position)
          return try Int64?(from: &row)
        }
        if let value = identifier as? Type ?? missing as? Type { return value }
        throw StackError.unsupportedSelection("objects as \(Type.self)")
      }
    }
  }

  /// Makes a result of each row, in the order of a descriptor.
  ///
  /// - Throws: `StackError`, `StorageError`.
  func read<Result>(
    _ descriptor: FetchDescriptor<Model>, _ body: (inout SelectedRow) throws -> Result
  ) throws -> [Result] {
    let query = GroupedQuery(try descriptor.query(in: graph), keys: values, aggregates: [])
    let whole = try WholeGroups(query, in: graph.store)
    return try graph.reading(.fetch, of: query.query.entity) {
      try graph.reader.values(
        whole.query.keys, of: query.query, { SelectedRow(row: $0, query: whole) }, body)
    }
  }
}

// Neither is part of the generic type, whose metadata would be looked up for each row.

/// A value of each row that a query finds, with its Swift type.
struct SelectedValue<Type> {
  fileprivate let index: Int
  fileprivate let read: (inout Row, _ index: Int, WholeGroups) throws -> Type
}

/// The current row of a query.
struct SelectedRow {
  fileprivate var row: Row
  fileprivate let query: WholeGroups

  /// Reads a value of the row.
  mutating func value<Type>(_ value: SelectedValue<Type>) throws -> Type {
    row.rewind(to: value.index)
    return try value.read(&row, value.index, query)
  }
}
