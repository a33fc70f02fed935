import CoreData

/// Abstract: make objects of the classes that inherit from it.
class ManagedTrip: NSManagedObject {
  @Managed var name: String?
  @Managed var begins: Date?
  @Managed var days: Int16
  @Managed var photo: Data?
  @Managed var color: Data?
  @Managed var length: Double
  @Managed var start: [String: Any]?
  @Managed var stops: [ManagedStop]
}

// Methods for stops
extension ManagedTrip {
  func addToStops(_ value: ManagedStop) { _$addMembers(value, forKey: "stops") }
  func removeFromStops(_ value: ManagedStop) { _$removeMembers(value, forKey: "stops") }
  func addToStops(_ values: some Sequence<ManagedStop>) { _$addMembers(values, forKey: "stops") }
  func removeFromStops(_ values: some Sequence<ManagedStop>) {
    _$removeMembers(values, forKey: "stops")
  }
  func addToStops(_ values: NSOrderedSet) { _$addMembers(values, forKey: "stops") }
  func removeFromStops(_ values: NSOrderedSet) { _$removeMembers(values, forKey: "stops") }
  func insertIntoStops(_ value: ManagedStop, at index: Int) {
    _$insertMembers(value, at: IndexSet(integer: index), forKey: "stops")
  }
  func insertIntoStops(_ values: [ManagedStop], at indexes: NSIndexSet) {
    _$insertMembers(values, at: IndexSet(indexes), forKey: "stops")
  }
  func removeFromStops(at index: Int) {
    _$removeMembers(at: IndexSet(integer: index), forKey: "stops")
  }
  func removeFromStops(at indexes: NSIndexSet) {
    _$removeMembers(at: IndexSet(indexes), forKey: "stops")
  }
  func replaceStops(at index: Int, with value: ManagedStop) {
    _$replaceMembers(at: IndexSet(integer: index), with: value, forKey: "stops")
  }
  func replaceStops(at indexes: NSIndexSet, with values: [ManagedStop]) {
    _$replaceMembers(at: IndexSet(indexes), with: values, forKey: "stops")
  }
}

final class ManagedStop: NSManagedObject {
  @Managed var id: UUID?
  @Managed var page: URL?
  @Managed var trip: ManagedTrip?
  @Managed var seenFrom: ManagedStop?
  @Managed var neighbours: Set<ManagedStop>
}

// Methods for neighbours
extension ManagedStop {
  func addToNeighbours(_ value: ManagedStop) { _$addMembers(value, forKey: "neighbours") }
  func removeFromNeighbours(_ value: ManagedStop) { _$removeMembers(value, forKey: "neighbours") }
  func addToNeighbours(_ values: some Sequence<ManagedStop>) {
    _$addMembers(values, forKey: "neighbours")
  }
  func removeFromNeighbours(_ values: some Sequence<ManagedStop>) {
    _$removeMembers(values, forKey: "neighbours")
  }
  func addToNeighbours(_ values: NSSet) { _$addMembers(values, forKey: "neighbours") }
  func removeFromNeighbours(_ values: NSSet) { _$removeMembers(values, forKey: "neighbours") }
}

final class ManagedBusinessTrip: ManagedTrip {
  @Managed var allowance: Decimal?
  @Managed var `class`: Int
}
