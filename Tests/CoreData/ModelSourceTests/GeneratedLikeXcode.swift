// swift-format-ignore-file
public import CoreData

public class XcodeTrip: NSManagedObject {}

extension XcodeTrip {
  @nonobjc public class func fetchRequest() -> NSFetchRequest<XcodeTrip> {
    NSFetchRequest<XcodeTrip>(entityName: "Trip")
  }

  @Managed public var name: String?
  @Managed public var begins: Date?
  @Managed public var days: NSNumber?
  @Managed public var photo: Data?
  @Managed public var color: Data?
  @Managed public var length: NSNumber?
  @Managed public var start: [String: Any]?
  @Managed public var stops: NSOrderedSet?
}

// MARK: Generated accessors for stops
extension XcodeTrip {
  public func addToStops(_ value: XcodeStop) { _$addMembers(value, forKey: "stops") }
  public func removeFromStops(_ value: XcodeStop) { _$removeMembers(value, forKey: "stops") }
  public func addToStops(_ values: NSOrderedSet) { _$addMembers(values, forKey: "stops") }
  public func removeFromStops(_ values: NSOrderedSet) { _$removeMembers(values, forKey: "stops") }
  public func insertIntoStops(_ value: XcodeStop, at index: Int) {
    _$insertMembers(value, at: IndexSet(integer: index), forKey: "stops")
  }
  public func insertIntoStops(_ values: [XcodeStop], at indexes: NSIndexSet) {
    _$insertMembers(values, at: IndexSet(indexes), forKey: "stops")
  }
  public func removeFromStops(at index: Int) {
    _$removeMembers(at: IndexSet(integer: index), forKey: "stops")
  }
  public func removeFromStops(at indexes: NSIndexSet) {
    _$removeMembers(at: IndexSet(indexes), forKey: "stops")
  }
  public func replaceStops(at index: Int, with value: XcodeStop) {
    _$replaceMembers(at: IndexSet(integer: index), with: value, forKey: "stops")
  }
  public func replaceStops(at indexes: NSIndexSet, with values: [XcodeStop]) {
    _$replaceMembers(at: IndexSet(indexes), with: values, forKey: "stops")
  }
}

public class XcodeStop: NSManagedObject {}

extension XcodeStop {
  @nonobjc public class func fetchRequest() -> NSFetchRequest<XcodeStop> {
    NSFetchRequest<XcodeStop>(entityName: "Stop")
  }

  @Managed public var id: UUID?
  @Managed public var page: URL?
  @Managed public var trip: XcodeTrip?
  @Managed public var seenFrom: XcodeStop?
  @Managed public var rating: Int32
  @Managed public var isOpen: Bool
  @Managed public var height: Double
  @Managed public var visits: Int64
  @Managed public var weight: NSNumber?
  @Managed public var isKnown: NSNumber?
  @Managed public var price: NSDecimalNumber?
  @Managed public var neighbours: NSSet?
}

// MARK: Generated accessors for neighbours
extension XcodeStop {
  public func addToNeighbours(_ value: XcodeStop) { _$addMembers(value, forKey: "neighbours") }
  public func removeFromNeighbours(_ value: XcodeStop) {
    _$removeMembers(value, forKey: "neighbours")
  }
  public func addToNeighbours(_ values: NSSet) { _$addMembers(values, forKey: "neighbours") }
  public func removeFromNeighbours(_ values: NSSet) {
    _$removeMembers(values, forKey: "neighbours")
  }
}

public class XcodeBusinessTrip: XcodeTrip {}

extension XcodeBusinessTrip {
  @nonobjc public class func fetchRequest() -> NSFetchRequest<XcodeBusinessTrip> {
    NSFetchRequest<XcodeBusinessTrip>(entityName: "BusinessTrip")
  }

  @Managed public var allowance: NSDecimalNumber?
  @Managed public var `class`: NSNumber?
}
