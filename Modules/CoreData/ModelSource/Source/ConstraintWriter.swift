import StrataDescriptions

/// Writes the `#Unique` and `#Index` declarations of an entity.
struct ConstraintWriter {
  private let model: ManagedObjectModel
  private let names: SwiftNames
  /// The properties that are unique on their own and are declared with `.unique`, by entity.
  let singles: [String: Set<String>]
  private(set) var notes: [ModelNote] = []

  init(_ model: ManagedObjectModel, _ names: SwiftNames) {
    self.model = model
    self.names = names
    var singles: [String: Set<String>] = [:]
    for entity in model.entities {
      for group in entity.uniquenessConstraints where group.count == 1 {
        guard let property = entity.property(named: group[0]), Self.hasColumn(property) else {
          continue
        }
        // A value with several columns needs a `#Unique` declaration.
        if case .attribute(let attribute) = property, attribute.type == .composite { continue }
        singles[entity.name, default: []].insert(group[0])
      }
    }
    self.singles = singles
  }

  /// The lines with an entity's declarations.
  mutating func lines(
    of entity: EntityDescription, className: String, _ types: SwiftTypes, _ layout: SourceLayout
  ) -> [String] {
    var unique: [String] = []
    for group in entity.uniquenessConstraints {
      if group.count == 1, singles[entity.name]?.contains(group[0]) == true { continue }
      add(group, of: entity, "the constraint", to: &unique)
    }
    let indexes = indexes(of: entity)
    var lines: [String] = []
    if !unique.isEmpty {
      lines += layout.lines(
        of: "#Unique<\(className)>", unique, indent: "  ")
    }
    if !indexes.isEmpty {
      lines += layout.lines(
        of: "#Index<\(className)>", indexes, indent: "  ")
    }
    return lines
  }

  private mutating func indexes(of entity: EntityDescription) -> [String] {
    var groups: [(paths: String, isRange: Bool)] = []
    func append(_ paths: [String], isRange: Bool = false) {
      guard let paths = paths.first, !groups.contains(where: { $0.paths == paths }) else { return }
      groups.append((paths, isRange))
    }
    for index in entity.indexes {
      let place = ModelPlace(entity: entity.name)
      if let predicate = index.partialIndexPredicate {
        notes.append(
          ModelNote(
            .note, place, "the index \(index.name) is over all objects, not only \(predicate)"))
      }
      if index.elements.contains(where: { !$0.isAscending }) {
        notes.append(
          ModelNote(.note, place, "the index \(index.name) is ascending, which serves both ways"))
      }
      let properties = index.elements.compactMap(\.propertyName)
      guard properties.count == index.elements.count else {
        notes.append(
          ModelNote(.warning, place, "the index \(index.name) is over an expression, and left out"))
        continue
      }
      var made: [String] = []
      add(properties, of: entity, "the index \(index.name)", to: &made)
      append(
        made, isRange: !made.isEmpty && index.elements.contains { $0.collationType == .rTree })
    }
    let legacy =
      entity.compoundIndexes
      + entity.properties.filter(\.underlying.isIndexed).map {
        [$0.name]
      }
    for group in legacy {
      var made: [String] = []
      add(group, of: entity, "the index", to: &made)
      append(made)
    }
    guard groups.contains(where: \.isRange) else { return groups.map(\.paths) }
    return groups.map { $0.isRange ? ".rtree(\($0.paths))" : ".binary(\($0.paths))" }
  }

  /// Adds a group as key paths, unless one of its properties has no column.
  private mutating func add(
    _ group: [String], of entity: EntityDescription, _ what: String, to groups: inout [String]
  ) {
    guard !group.isEmpty else { return }
    var paths: [String] = []
    for path in group {
      guard let keyPath = keyPath(path, of: entity) else {
        notes.append(
          ModelNote(
            .warning, ModelPlace(entity: entity.name),
            "\(what) over \(group.joined(separator: ", ")) is left out, since \(path) has no column"
          ))
        return
      }
      paths.append(keyPath)
    }
    let made = "[\(paths.joined(separator: ", "))]"
    if !groups.contains(made) { groups.append(made) }
  }

  private func keyPath(_ path: String, of entity: EntityDescription) -> String? {
    let parts = path.split(separator: ".").map(String.init)
    guard let name = parts.first else { return nil }
    let owner = ([entity] + model.superentities(of: entity)).last {
      $0.property(named: name) != nil
    }
    guard let owner, let property = owner.property(named: name), Self.hasColumn(property) else {
      return nil
    }
    let first = SwiftWord.written(names.property(name, of: owner.name))
    guard parts.count > 1 else { return "\\.\(first)" }
    guard case .attribute(let attribute) = property, attribute.type == .composite, parts.count == 2,
      attribute.elements.contains(where: { $0.name == parts[1] && $0.type != .composite })
    else { return nil }
    let place = ModelPlace(entity: owner.name, property: name)
    let member = names.property(parts[1], of: CompositeNames.name(of: attribute, at: place))
    return "\\.\(first)\(attribute.isOptional ? "?" : "").\(SwiftWord.written(member))"
  }

  private static func hasColumn(_ property: PropertyDescription) -> Bool {
    switch property {
    case .attribute(let attribute):
      !attribute.isTransient && ![.undefined, .objectID].contains(attribute.type)
    case .relationship(let relationship): !relationship.isToMany && !relationship.isTransient
    case .fetchedProperty: false
    }
  }
}
