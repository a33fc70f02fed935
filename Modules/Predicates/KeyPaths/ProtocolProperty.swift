import StrataModel
import StrataRuntime
import StrataSchema
import StrataSQLite
import Synchronization

/// Finds the persisted property behind a protocol's, for code that knows a model by a protocol:
/// `func named<T: PersistentModel & Named>(_ name: String) … #Predicate<T> { $0.name == name }`.
///
/// Such a key path says where the protocol lists the property, and not which of the class's stands for
/// it. So objects that are in no context are given values that nothing makes by chance
/// (``MemberProbe``), several times over; the property that has each time what the key path gives is
/// the one. Where a getter works something out, no property has that each time, and there is none. The
/// getter is run for this, so that it is asked only where something is read, never to set a property.
enum ProtocolProperty {
  // A key path can't be changed, and may be used anywhere.
  private struct Key: Hashable, @unchecked Sendable {
    let entity: ObjectIdentifier
    let keyPath: AnyKeyPath
  }

  // nil for a key path that leads to no property.
  private static let known = Mutex<[Key: PropertyIndex?]>([:])

  /// The property that a key path of a protocol's property leads to; nil for any other key path.
  static func property(
    at keyPath: AnyKeyPath, of entity: ModelEntity
  ) -> Schema.PropertyMetadata? {
    guard type(of: keyPath).valueType != PersistentIdentifier.self,
      let parts = KeyPathParts(keyPath), parts.count == 1, parts.hasArguments
    else { return nil }
    let key = Key(entity: ObjectIdentifier(entity), keyPath: keyPath)
    if let index = known.withLock({ $0[key] }) { return index.map { entity.properties[$0] } }
    let found = find(keyPath, entity.type)
    known.withLock { known in
      // A subscript is another key path with each argument.
      if known.count > 1000 { known.removeAll() }
      known[key] = .some(found?.index)
    }
    return found
  }

  private static func find<Model: PersistentModel>(
    _ keyPath: AnyKeyPath, _ type: Model.Type
  ) -> Schema.PropertyMetadata? {
    guard let keyPath = keyPath as? PartialKeyPath<Model> else { return nil }
    var candidates = type._$entity.properties.filter { property in
      guard case .attribute(let valueType, _, _, _) = property.kind else { return false }
      return valueType == Swift.type(of: keyPath).valueType
    }
    // Enough to tell a truth value from what is made of several; without negative numbers.
    for trial in 0..<64 where !candidates.isEmpty {
      let probe = MemberProbe(variant: 1 + trial % (MemberProbe.variantCount - 1), salt: trial)
      // A getter may look at any property, and one without a value can't be read.
      guard let (model, columns) = try? sample(of: type, probe) else { return nil }
      let found = model[keyPath: keyPath]
      candidates.removeAll { property in
        // What the property couldn't keep isn't its value.
        guard let given = try? property.encode?(found) else { return true }
        return given != columns[property.index]
      }
    }
    guard candidates.count == 1, let found = candidates.first,
      staysItself(found, at: keyPath)
    else { return nil }
    return found
  }

  /// Whether a key path gives a property's empty value too, where a getter may have another to offer.
  private static func staysItself<Model: PersistentModel>(
    _ property: Schema.PropertyMetadata, at keyPath: PartialKeyPath<Model>
  ) -> Bool {
    let table = Model._$entity.name
    var row = Row.blank(table: table)
    // A class whose objects can't be made of nothing can't be asked.
    guard let blank = try? Model._$make(&row),
      let empty = try? blank.columnValues(forKey: property.name),
      let (model, _) = try? sample(of: Model.self, MemberProbe(variant: 1, salt: 1))
    else { return false }
    var values = Row(empty, table: table, present: PropertySet(property.index))
    guard (try? model._$take(&values)) != nil else { return false }
    return (try? property.encode?(model[keyPath: keyPath])) == .some(.some(empty))
  }

  /// An object that belongs to no graph, and the columns of its attributes.
  private static func sample<Model: PersistentModel>(
    of type: Model.Type, _ probe: MemberProbe
  ) throws -> (Model, [PropertyIndex: [ColumnValue]]) {
    let table = type._$entity.name
    var row = Row.blank(table: table)
    let model = try Model._$make(&row)
    var columns: [PropertyIndex: [ColumnValue]] = [:]
    for property in type._$entity.properties {
      guard case .attribute(let valueType, _, _, _) = property.kind else { continue }
      guard let valueType = valueType as? any Decodable.Type, let encode = property.encode else {
        // What can't be given has to have an empty value at least.
        columns[property.index] = try model.columnValues(forKey: property.name)
        continue
      }
      let values = try encode(try probe.value(valueType))
      var row = Row(values, table: table, present: PropertySet(property.index))
      try model._$take(&row)
      columns[property.index] = values
    }
    return (model, columns)
  }
}
