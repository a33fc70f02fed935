internal import StrataArchives
internal import StrataDescriptions

/// Creates a model from an archive's objects.
///
/// Objects may be shared and may refer to each other in cycles. The reader therefore counts each
/// visit and limits the depth.
struct ModelArchiveReader {
  typealias Node = KeyedArchive.Node

  /// The cost of a description, as a number of plain values that take about as much time and
  /// memory.
  static let costOfDescription = 16

  let limits: ArchiveLimits
  private(set) var warnings: [ArchivedModel.Warning] = []
  /// The number of visits that remain.
  private var left: Int
  /// The names of the properties that an entity declares or inherits, by its number in the archive.
  private var propertyNames: [Int: Set<String>] = [:]

  init(limits: ArchiveLimits) {
    self.limits = limits
    left = limits.values
  }

  mutating func model(_ root: Node) throws(ArchiveError) -> ManagedObjectModel {
    var model = ManagedObjectModel()
    for (name, node) in try pairs(root["NSEntities"]) {
      guard node.isKind(of: "NSEntityDescription") else {
        warn(name, "the entity is none")
        continue
      }
      model.entities.append(try entity(node, named: name))
    }
    for (name, node) in try pairs(root["NSConfigurations"]) {
      var names: [String] = []
      for entity in try elements(node) {
        if let name = try text(entity, or: entity["NSEntityName"]) { names.append(name) }
      }
      model.configurations.append(.init(name: name, entityNames: names.sorted()))
    }
    for (name, node) in try pairs(root["NSFetchRequestTemplates"]) {
      model.fetchRequestTemplates.append(try fetchRequest(node, named: name, place: name))
    }
    for identifier in try elements(root["NSVersionIdentifiers"]) {
      // Core Data archives an empty text for a version without a name.
      if let text = try text(identifier), !text.isEmpty { model.versionIdentifiers.insert(text) }
    }
    return model
  }

  /// The names of the properties that an entity declares or inherits. The archive lists both.
  mutating func names(of entity: Node?) throws(ArchiveError) -> Set<String> {
    guard let entity, let number = entity.number else { return [] }
    if let names = propertyNames[number] { return names }
    let names = Set(try pairs(entity["NSProperties"]).map(\.0))
    propertyNames[number] = names
    return names
  }
}

extension ModelArchiveReader {
  /// Adds a warning. Long names and long lists are truncated.
  mutating func warn(_ place: String, _ message: @autoclosure () -> String) {
    guard warnings.count < 200 else { return }
    warnings.append(
      warnings.count == 199
        ? .init(place: "", message: "there is more that isn't understood")
        : .init(place: String(place.prefix(200)), message: String(message().prefix(400))))
  }

  /// Counts visits of objects, and throws if there are too many.
  mutating func spend(_ count: Int) throws(ArchiveError) {
    left -= count
    guard left >= 0 else {
      throw ArchiveError.tooLarge(what: "number of objects", limit: limits.values)
    }
  }

  /// The text of an object, or of another if the first isn't a text. A long text counts as several
  /// visits.
  mutating func text(_ node: Node?, or other: Node? = nil) throws(ArchiveError) -> String? {
    guard let text = node?.string ?? other?.string else { return nil }
    try spend(1 + text.utf8.count / 64)
    return text
  }

  /// The objects in a list, or none if it isn't a list.
  mutating func elements(_ node: Node?) throws(ArchiveError) -> [Node] {
    guard let places = node?.places else { return [] }
    try spend(1 + places.count)
    return places.compactMap(\.self)
  }

  /// The entries of a dictionary, sorted by key, or none if it isn't a dictionary.
  ///
  /// Entities are in a special dictionary of Core Data, whose list of keys is an object of its own.
  mutating func pairs(_ node: Node?) throws(ArchiveError) -> [(String, Node)] {
    guard let node else { return [] }
    var pairs: [(String, Node)] = []
    if node.isKind(of: "NSKnownKeysDictionary1") || node.isKind(of: "NSKnownKeysDictionary") {
      let values = node["values"]?.places ?? []
      let keys = node["searchMapping"]?["keys"]?.places ?? []
      try spend(1 + values.count + keys.count)
      let none = node["emptyToken"]?.string
      for (key, value) in zip(keys, values) {
        guard let name = try text(key), let value else { continue }
        if let none, value.string == none { continue }
        pairs.append((name, value))
      }
    } else {
      let entries = node.entries ?? []
      try spend(1 + entries.count)
      for (key, value) in entries {
        if let name = try text(key), let value { pairs.append((name, value)) }
      }
    }
    var seen: Set<String> = []
    return pairs.filter { seen.insert($0.0).inserted }.sorted { $0.0 < $1.0 }
  }
}
