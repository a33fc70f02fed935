import StrataContexts
import StrataModel
import StrataSQLite
import StrataSchema
import StrataStorage

/// A key in a store: columns that are unique together.
struct StoredKey {
  private let modelType: any PersistentModel.Type
  private let columns: [EntityTable.Column]
  private let search: ValueSearch

  /// - Throws: `StackError.unknownModel`, ``ImportError``.
  init(_ properties: [AnyKeyPath], of type: any PersistentModel.Type, in graph: ObjectGraph) throws
  {
    let table = graph.entities[try graph.index(of: type)].table
    columns = try properties.flatMap { try Self.columns(of: $0, type._$entity, table) }
    modelType = type
    search = ValueSearch(table, by: columns)
    let wanted = Set(columns)
    let isUnique = table.uniqueColumnGroups.contains { group in
      group.columns.count == columns.count && Set(group.columns.map { table.columns[$0] }) == wanted
    }
    guard isUnique else {
      throw ImportError.keyIsNotUnique(entity: table.entity.name, properties: columns.map(\.name))
    }
  }

  private static func columns(
    of keyPath: AnyKeyPath, _ entity: _ModelEntity, _ table: EntityTable
  ) throws(ImportError) -> [EntityTable.Column] {
    var path = entity.property(at: keyPath)?.name
    if path == nil, let (property, parts) = entity.part(at: keyPath), parts.count == 1 {
      path = "\(property.name).\(parts[0].part)"
    }
    let names = path.map { table.entity.columnNames(at: $0) } ?? []
    let columns = names.compactMap { name in table.columns.first { $0.name == name } }
    guard !columns.isEmpty else { throw .unknownKeyProperty(entity.words(for: keyPath)) }
    return columns
  }

  /// The column values of a key.
  ///
  /// - Parameter bind: Binds the values in order.
  /// - Throws: ``ImportError/keyWithoutValue(property:)``, errors of `bind`.
  func values(_ bind: (inout Binder) throws -> Void) throws -> KeyValues {
    var binder = Binder(recording: PropertySet(), count: columns.count)
    try bind(&binder)
    let values = binder.values
    if let position = values.firstIndex(where: \.isNull) {
      throw ImportError.keyWithoutValue(
        property: columns.indices.contains(position) ? columns[position].name : "")
    }
    return KeyValues(values)
  }

  /// Finds the objects with given keys, by the position of the key, with one prepared statement.
  ///
  /// Also returns the errors of rows that can't be read. O(number of keys · log(number of rows)).
  func objects(
    with keys: [KeyValues], in graph: ObjectGraph
  ) throws -> (found: [(position: Int, object: AnyObject)], failures: [Int: any Error]) {
    var found: [(position: Int, object: AnyObject)] = []
    var failures: [Int: any Error] = [:]
    func read<Model: PersistentModel>(_ type: Model.Type) throws {
      for (start, query) in search.queries(for: keys.map { $0.columns }) {
        let (links, unreadable) = try graph.linkedObjects(type, query)
        for (key, object) in links { found.append((start + Int(key), object)) }
        for (key, error) in unreadable { failures[start + Int(key)] = error }
      }
    }
    guard !keys.isEmpty else { return ([], [:]) }
    try graph.reading { try read(modelType) }
    return (found, failures)
  }

  /// A description of a key for messages, such as `code 'A1'`.
  func text(_ values: KeyValues) -> String {
    zip(columns, values.columns).map { "\($0.name) \($1)" }.joined(separator: " and ")
  }
}
