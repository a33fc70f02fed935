import StrataSQLite
import StrataSchema
import StrataStorage

/// The names by which people know objects: of each its first text, or the attribute that is chosen for its entity.
@MainActor struct DisplayNames {
  /// The length of the longest name in characters. The rest is cut off.
  private static let longest = 60

  private var names: [String: String] = [:]

  /// No names, so that objects are shown by their identifiers.
  init() {}

  /// Reads the names of objects.
  ///
  /// - Parameters:
  ///   - identifiers: Identifiers such as `Item/3`, of which some may lead to nothing.
  ///   - attributes: The attributes to take, by entity.
  /// - Complexity: One query for each entity.
  /// - Throws: `StorageError`.
  init(
    of identifiers: some Sequence<String>, in environment: StoreEnvironment,
    by attributes: [String: String]
  ) throws {
    var keys: [String: Set<Int64>] = [:]
    for identifier in identifiers {
      let parts = identifier.split(separator: "/")
      guard parts.count == 2, let key = Int64(parts[1]) else { continue }
      keys[String(parts[0]), default: []].insert(key)
    }
    for (name, keys) in keys {
      guard let entity = environment.schema.entitiesByName[name] else { continue }
      for (key, text) in try StoredObjects(entity, environment).names(
        of: keys.sorted(), by: attributes[name])
      {
        names["\(name)/\(key)"] =
          text.count > Self.longest ? text.prefix(Self.longest) + "…" : text
      }
    }
  }

  /// The name of an object, or nil if it has none.
  subscript(identifier: String) -> String? { names[identifier] }
}
