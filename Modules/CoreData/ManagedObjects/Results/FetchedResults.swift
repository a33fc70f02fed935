internal import Foundation
import StrataModel
import StrataSchema

/// A section of a fetch's results: adjacent objects with the same section name.
package struct FetchedResultsSection<ResultType: NSManagedObject> {
  /// The section's name: the text of its objects' common value. Empty without sections, and for
  /// nil.
  package let name: String
  /// The objects, in order.
  package internal(set) var objects: [ResultType]
  /// The number of objects.
  package var numberOfObjects: Int { objects.count }
  /// The section's title in a list's index, or nil for an empty name. The default is the name's
  /// first letter, as a capital. A delegate may return another title.
  package internal(set) var indexTitle: String?

  init(name: String) {
    self.name = name
    objects = []
    indexTitle = name.first.map { $0.uppercased() }
  }
}

/// A snapshot of a fetch's results, divided into sections.
struct FetchedResults<ResultType: NSManagedObject> {
  let objects: [ResultType]
  private(set) var sections: [FetchedResultsSection<ResultType>] = []
  // By object and not by identifier, since a new object loses its identifier when it is deleted.
  private(set) var places: [ObjectIdentifier: IndexPath] = [:]
  /// The objects' values when they were fetched. A later comparison with them finds updates.
  private let contents: [ObjectIdentifier: ContiguousArray<ColumnValue>]
  /// The objects' identifiers when they were fetched.
  private let identifiers: [PersistentIdentifier]

  /// - Throws: ``ManagedObjectError``.
  init(_ objects: [ResultType], sectionedBy keyPath: String?) throws(ManagedObjectError) {
    self.objects = objects
    identifiers = objects.map(\.objectID)
    contents = Dictionary(
      objects.map { (ObjectIdentifier($0), $0.content) }, uniquingKeysWith: { first, _ in first })
    var names: Set<String> = []
    for object in objects {
      var name = ""
      if let keyPath, let value = try object.value(forKeyPath: keyPath) {
        name = ValueText.of(value)
      }
      if sections.last?.name != name {
        guard names.insert(name).inserted else {
          throw .unsupported(
            "the objects of the section '\(name)' don't stand together; sort by \(keyPath ?? "") first"
          )
        }
        sections.append(FetchedResultsSection(name: name))
      }
      let last = sections.count - 1
      places[ObjectIdentifier(object)] = IndexPath(indexes: [last, sections[last].objects.count])
      sections[last].objects.append(object)
    }
    // As in Core Data, an empty result without sections still has one section.
    if keyPath == nil, sections.isEmpty {
      sections = [FetchedResultsSection(name: "")]
    }
  }

  struct Changes {
    var sections:
      [(section: FetchedResultsSection<ResultType>, index: Int, kind: NSFetchedResultsChangeType)] =
        []
    var objects:
      [(object: ResultType, old: IndexPath?, kind: NSFetchedResultsChangeType, new: IndexPath?)] =
        []
    let difference: CollectionDifference<PersistentIdentifier>

    var isEmpty: Bool { sections.isEmpty && objects.isEmpty }
  }

  /// Returns the differences from earlier results.
  func changes(from old: FetchedResults) -> Changes {
    // An object that changes its section is moved, even if its position in the list stays the same.
    var moving: Set<PersistentIdentifier> = []
    for (object, identifier) in zip(objects, identifiers) {
      guard let before = old.sectionName(of: ObjectIdentifier(object)) else { continue }
      if before != sectionName(of: ObjectIdentifier(object)) { moving.insert(identifier) }
    }
    let difference = OrderChange(
      from: old.identifiers, to: identifiers, moving: moving
    ).difference
    var changes = Changes(difference: difference)
    let (before, after) = (Set(old.sections.map(\.name)), Set(sections.map(\.name)))
    for (index, section) in old.sections.enumerated() where !after.contains(section.name) {
      changes.sections.append((section, index, .delete))
    }
    for (index, section) in sections.enumerated() where !before.contains(section.name) {
      changes.sections.append((section, index, .insert))
    }
    let moved = Set(
      difference.insertions.compactMap { change -> ObjectIdentifier? in
        guard case .insert(let offset, _, let origin) = change, origin != nil else { return nil }
        return ObjectIdentifier(objects[offset])
      })
    for object in old.objects where places[ObjectIdentifier(object)] == nil {
      changes.objects.append((object, old.places[ObjectIdentifier(object)], .delete, nil))
    }
    for object in objects {
      let identifier = ObjectIdentifier(object)
      guard let place = old.places[identifier] else {
        changes.objects.append((object, nil, .insert, places[identifier]))
        continue
      }
      if moved.contains(identifier) {
        changes.objects.append((object, place, .move, places[identifier]))
      } else if contents[identifier] != old.contents[identifier] {
        changes.objects.append((object, place, .update, places[identifier]))
      }
    }
    return changes
  }

  /// Sets the index titles of the sections with a closure.
  mutating func setIndexTitles(_ title: (_ name: String) -> String?) {
    for index in sections.indices { sections[index].indexTitle = title(sections[index].name) }
  }

  private func sectionName(of identifier: ObjectIdentifier) -> String? {
    places[identifier].map { sections[$0[0]].name }
  }
}

extension NSManagedObject {
  /// The columns of the attributes, and the keys of to-one targets.
  fileprivate var content: ContiguousArray<ColumnValue> {
    var content = values
    for slot in toOnes {
      let target = slot.value.flatMap { $0 }
      content.append(.integer(target?._$state.key ?? slot.key))
    }
    return content
  }
}
