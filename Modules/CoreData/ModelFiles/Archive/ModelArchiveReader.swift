internal import StrataArchives
internal import StrataDescriptions

/// Makes a model of an archive's objects.
///
/// The objects may be shared by any number of others, and refer to each other in circles. So each look at
/// one is counted, and nothing is followed deeper than a model can be nested.
struct ModelArchiveReader {
  typealias Node = KeyedArchive.Node

  /// What a description counts as: it takes as much time and memory as about so many plain values.
  static let costOfDescription = 16

  let limits: ArchiveLimits
  private(set) var warnings: [ArchivedModel.Warning] = []
  /// How many objects may still be looked at.
  private var left: Int
  /// The names of the properties that an entity has or inherits, by its number in the archive.
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
      // Core Data keeps an empty text for a model whose version has no name.
      if let text = try text(identifier), !text.isEmpty { model.versionIdentifiers.insert(text) }
    }
    return model
  }

  /// The names of the properties that an entity has, with those that it inherits: all are listed.
  mutating func names(of entity: Node?) throws(ArchiveError) -> Set<String> {
    guard let entity, let number = entity.number else { return [] }
    if let names = propertyNames[number] { return names }
    let names = Set(try pairs(entity["NSProperties"]).map(\.0))
    propertyNames[number] = names
    return names
  }
}

extension ModelArchiveReader {
  /// Notes something that the model doesn't have; long names are cut, and so is a long list.
  mutating func warn(_ place: String, _ message: @autoclosure () -> String) {
    guard warnings.count < 200 else { return }
    warnings.append(
      warnings.count == 199
        ? .init(place: "", message: "there is more that isn't understood")
        : .init(place: String(place.prefix(200)), message: String(message().prefix(400))))
  }

  /// Counts a look at some objects.
  mutating func spend(_ count: Int) throws(ArchiveError) {
    left -= count
    guard left >= 0 else {
      throw ArchiveError.tooLarge(what: "number of objects", limit: limits.values)
    }
  }

  /// The text of an object, or of another if it is none. A long text counts as several objects.
  mutating func text(_ node: Node?, or other: Node? = nil) throws(ArchiveError) -> String? {
    guard let text = node?.string ?? other?.string else { return nil }
    try spend(1 + text.utf8.count / 64)
    return text
  }

  /// The objects of a list; none for what is no list.
  mutating func elements(_ node: Node?) throws(ArchiveError) -> [Node] {
    guard let places = node?.places else { return [] }
    try spend(1 + places.count)
    return places.compactMap(\.self)
  }

  /// The objects of a dictionary by name, in the order of their names; none for what is no dictionary.
  /// Models use a dictionary of their own for entities, in which the list of keys is an object.
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
