import Strata
@_spi(Query) import StrataContexts
import StrataQuery

/// All objects of a store in pages, for a first push or pull.
///
/// The pages have all objects by class and key. Then they have the links again that led to objects of later pages.
struct SyncPages {
  let objects: SyncedObjects
  /// The maximum number of objects in a page.
  let limit: Int

  /// A place between two objects.
  private struct Place {
    var isOfLinks = false
    var root = 0
    var key: Int64 = 0

    init() {}

    init(_ text: String) throws(SyncError) {
      let parts = text.split(separator: " ").compactMap { Int64($0) }
      guard parts.count == 3, let root = Int(exactly: parts[1]), root >= 0 else {
        throw .malformed(reason: "\(text.prefix(100)) is no page")
      }
      (isOfLinks, self.root, key) = (parts[0] == 1, root, parts[2])
    }

    var text: String { "\(isOfLinks ? 1 : 0) \(root) \(key)" }
  }

  /// Returns the objects of a page, and the name of the next one.
  ///
  /// - Parameter name: The page, or nil for the first one.
  func page(_ name: String?) throws -> (changes: [SyncObject], next: String?) {
    var place = try name.map { try Place($0) } ?? Place()
    let roots = objects.schema.roots
    while true {
      guard place.root < roots.count else {
        guard !place.isOfLinks else { return ([], nil) }
        place = Place()
        place.isOfLinks = true
        continue
      }
      let root = roots[place.root]
      let found =
        place.isOfLinks && lateLinks(below: root, place.root, roots).isEmpty
        ? [] : try objects.context.fetch(query(root.name, after: place.key))
      guard let last = found.last else {
        (place.root, place.key) = (place.root + 1, 0)
        continue
      }
      place.key = last.persistentModelID.rowKey
      let changes = try content(of: found, place, roots)
      if changes.isEmpty { continue }
      return (changes, place.text)
    }
  }

  private func query(_ root: String, after key: Int64) -> Query {
    Query(
      entity: root,
      predicate: .comparison(.greater, .key(QueryPath()), .literal(.integer(key))), limit: limit)
  }

  private func content(
    of found: [any PersistentModel], _ place: Place, _ roots: [SyncedSchema.Class]
  ) throws -> [SyncObject] {
    let parts = found.compactMap {
      object -> (any PersistentModel, SyncedSchema.Class, Set<String>?)? in
      guard let one = objects.schema[type(of: object)._$entity.name] else { return nil }
      guard place.isOfLinks else { return (object, one, nil) }
      return (object, one, Set(lateLinks(of: one, place.root, roots).map(\.name)))
    }
    try objects.name(found.map { objects.row(of: $0) })
    try objects.nameTargets(of: parts)
    let changes = try parts.compactMap { object, one, properties -> SyncObject? in
      // One without a name was inserted since, and comes with the changes.
      guard let id = objects.id(objects.row(of: object)) else { return nil }
      let kind: SyncObject.Kind = place.isOfLinks ? .update : .insert
      let content = try objects.content(of: object, one, id, kind, properties)
      let isEmpty = content.links?.values.allSatisfy(\.isEmpty) ?? true
      return place.isOfLinks && isEmpty ? nil : content
    }
    try objects.checkReads()
    return changes
  }

  /// The relationships of a class that may lead to objects of later pages.
  private func lateLinks(
    of one: SyncedSchema.Class, _ root: Int, _ roots: [SyncedSchema.Class]
  ) -> [Schema.Relationship] {
    one.links.filter { link in
      guard let target = objects.schema[link.destination] else { return false }
      return (roots.firstIndex { $0.name == target.root } ?? root) >= root
    }
  }

  private func lateLinks(
    below root: SyncedSchema.Class, _ index: Int, _ roots: [SyncedSchema.Class]
  ) -> [Schema.Relationship] {
    objects.schema.order.filter { $0.root == root.name }
      .flatMap { lateLinks(of: $0, index, roots) }
  }
}
