// swift-format-ignore-file
public import CoreData

/// A branch: "@NSManaged var fake: Int" in a comment stays.
#if canImport(ObjectiveC)
@objc(Branch)
#endif
public class Branch: NSManagedObject {
  #if canImport(ObjectiveC)
  @objc
  #endif
  dynamic var size: Int { name == nil ? 0 : "@objc".count }
  var grown = 0
  static let nameKey = "name"
  static let format = "\("tree.name") == #keyPath(Branch.name)"

  /// Counts.
  public override func awakeFromInsert() {  // at once
    super.awakeFromInsert()
    grown += 1
  }
}

#if canImport(ObjectiveC)
extension Branch: Identifiable {}
#endif

extension Branch {
  @nonobjc public class func fetchRequest() -> NSFetchRequest<Branch>? { nil }

  #if canImport(ObjectiveC)
  @NSManaged
  #else
  @Managed
  #endif
  public var name: NSString?  // its name
  #if canImport(ObjectiveC)
  @NSManaged
  #else
  @Managed
  #endif
  public private(set) var length: Double
  #if canImport(ObjectiveC)
  @NSManaged
  #else
  @Managed
  #endif
  public var price: NSDecimalNumber?
  #if canImport(ObjectiveC)
  @NSManaged
  #else
  @Managed
  #endif
  public var count: NSNumber?
  #if canImport(ObjectiveC)
  @NSManaged
  #else
  @Managed
  #endif
  public var tree: Branch?
  #if canImport(ObjectiveC)
  @objc @NSManaged
  #else
  @Managed
  #endif
  public var leaves: NSSet?
  #if canImport(ObjectiveC)
  @NSManaged
  #else
  @Managed
  #endif
  public var twigs: NSOrderedSet?
  #if canImport(ObjectiveC)
  @NSManaged
  #else
  @Managed("nick")
  #endif
  private var primitiveNick: NSString?

  var nick: NSString? { primitiveNick }
}

// MARK: Generated accessors for leaves
extension Branch {

  #if canImport(ObjectiveC)
  @objc(addLeavesObject:)
  @NSManaged public func addToLeaves(_ value: Branch)
  #else
  public func addToLeaves(_ value: Branch) { _$addMembers(value, forKey: "leaves") }
  #endif

  #if canImport(ObjectiveC)
  @objc(removeLeavesObject:)
  @NSManaged public func removeFromLeaves(_ value: Branch)
  #else
  public func removeFromLeaves(_ value: Branch) { _$removeMembers(value, forKey: "leaves") }
  #endif

  #if canImport(ObjectiveC)
  @objc(addLeaves:)
  @NSManaged public func addToLeaves(_ values: NSSet)
  #else
  public func addToLeaves(_ values: NSSet) { _$addMembers(values, forKey: "leaves") }
  #endif

  #if canImport(ObjectiveC)
  @objc(removeLeaves:)
  @NSManaged public func removeFromLeaves(_ values: NSSet)
  #else
  public func removeFromLeaves(_ values: NSSet) { _$removeMembers(values, forKey: "leaves") }
  #endif

}

// MARK: Generated accessors for twigs
extension Branch {

  #if canImport(ObjectiveC)
  @objc(insertObject:inTwigsAtIndex:)
  @NSManaged public func insertIntoTwigs(_ value: Branch, at idx: Int)
  #else
  public func insertIntoTwigs(_ value: Branch, at idx: Int) {
    _$insertMembers(value, at: IndexSet(integer: idx), forKey: "twigs")
  }
  #endif

  #if canImport(ObjectiveC)
  @objc(removeObjectFromTwigsAtIndex:)
  @NSManaged public func removeFromTwigs(at idx: Int)
  #else
  public func removeFromTwigs(at idx: Int) {
    _$removeMembers(at: IndexSet(integer: idx), forKey: "twigs")
  }
  #endif

  #if canImport(ObjectiveC)
  @objc(insertTwigs:atIndexes:)
  @NSManaged public func insertIntoTwigs(_ values: NSArray, at indexes: NSIndexSet)
  #else
  public func insertIntoTwigs(_ values: NSArray, at indexes: NSIndexSet) {
    _$insertMembers(values, at: IndexSet(indexes), forKey: "twigs")
  }
  #endif

  #if canImport(ObjectiveC)
  @objc(removeTwigsAtIndexes:)
  @NSManaged public func removeFromTwigs(at indexes: NSIndexSet)
  #else
  public func removeFromTwigs(at indexes: NSIndexSet) {
    _$removeMembers(at: IndexSet(indexes), forKey: "twigs")
  }
  #endif

  #if canImport(ObjectiveC)
  @objc(replaceObjectInTwigsAtIndex:withObject:)
  @NSManaged public func replaceTwigs(at idx: Int, with value: Branch)
  #else
  public func replaceTwigs(at idx: Int, with value: Branch) {
    _$replaceMembers(at: IndexSet(integer: idx), with: value, forKey: "twigs")
  }
  #endif

  #if canImport(ObjectiveC)
  @objc(replaceTwigsAtIndexes:withTwigs:)
  @NSManaged public func replaceTwigs(at indexes: NSIndexSet, with values: NSArray)
  #else
  public func replaceTwigs(at indexes: NSIndexSet, with values: NSArray) {
    _$replaceMembers(at: IndexSet(indexes), with: values, forKey: "twigs")
  }
  #endif

  #if canImport(ObjectiveC)
  @objc(addTwigs:)
  @NSManaged public func addToTwigs(_ values: NSOrderedSet)
  #else
  public func addToTwigs(_ values: NSOrderedSet) { _$addMembers(values, forKey: "twigs") }
  #endif

}
