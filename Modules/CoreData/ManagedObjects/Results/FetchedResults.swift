internal import Foundation
import StrataModel
import StrataSchema

/// Objects of the results of a fetch that stand together.
public struct FetchedResultsSection<ResultType: ManagedObject> {
  /// What they have in common, as text; empty where there are no sections, and for none.
  public let name: String
  /// The objects, in order.
  public internal(set) var objects: [ResultType]
  /// How many there are.
  public var numberOfObjects: Int { objects.count }
  /// What stands for the section in an index beside a list: the name's first letter, as a capital; nil for an
  /// empty name. A delegate may say otherwise.
  public internal(set) var indexTitle: String?

  init(name: String) {
    self.name = name
    objects = []
    indexTitle = name.first.map { $0.uppercased() }
  }
}

/// The results of a fetch at one moment.
struct FetchedResults<ResultType: ManagedObject> {
  let objects: [ResultType]
  private(set) var sections: [FetchedResultsSection<ResultType>] = []
  // By identity: a new object that is deleted again loses its identifier.
  private(set) var places: [ObjectIdentifier: IndexPath] = [:]
  /// What the objects' values were, to tell later what has changed.
  private let contents: [ObjectIdentifier: ContiguousArray<ColumnValue>]
  /// What the objects were called.
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
    // As in Core Data there is one section where nobody asked for any.
    if keyPath == nil, sections.isEmpty {
      sections = [FetchedResultsSection(name: "")]
    }
  }

  struct Changes {
    var sections:
      [(section: FetchedResultsSection<ResultType>, index: Int, kind: FetchedResultsChangeType)] =
        []
    var objects:
      [(object: ResultType, old: IndexPath?, kind: FetchedResultsChangeType, new: IndexPath?)] = []
    let difference: CollectionDifference<PersistentIdentifier>

    var isEmpty: Bool { sections.isEmpty && objects.isEmpty }
  }

  /// What has become different since other results.
  func changes(from old: FetchedResults) -> Changes {
    // An object that goes to another section is moved, whatever the order is.
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

  /// Has somebody say what stands for each section in an index.
  mutating func setIndexTitles(_ title: (_ name: String) -> String?) {
    for index in sections.indices { sections[index].indexTitle = title(sections[index].name) }
  }

  private func sectionName(of identifier: ObjectIdentifier) -> String? {
    places[identifier].map { sections[$0[0]].name }
  }
}

extension ManagedObject {
  /// The columns of the attributes, and where the to-one relationships lead.
  fileprivate var content: ContiguousArray<ColumnValue> {
    var content = values
    for slot in toOnes {
      let target = slot.value.flatMap { $0 }
      content.append(.integer(target?._$state.key ?? slot.key))
    }
    return content
  }
}
