/// A small Core Data program as Xcode and its developers write it.
enum SourceProgram {
  static let classes = """
    // swift-format-ignore-file
    public import CoreData

    /// A branch: "@NSManaged var fake: Int" in a comment stays.
    @objc(Branch)
    public class Branch: NSManagedObject, Identifiable {
      @objc dynamic var size: Int { name == nil ? 0 : "@objc".count }
      var grown = 0
      static let nameKey = #keyPath(Branch.name)
      static let format = "\\(#keyPath(Branch.tree.name)) == #keyPath(Branch.name)"
    }

    extension Branch {
      @nonobjc public class func fetchRequest() -> NSFetchRequest<Branch>? { nil }

      @NSManaged public var name: NSString?  // its name
      @NSManaged public private(set) var length: Double
      @NSManaged public var price: NSDecimalNumber?
      @NSManaged public var count: NSNumber?
      @NSManaged public var tree: Branch?
      @objc @NSManaged public var leaves: NSSet?
      @NSManaged public var twigs: NSOrderedSet?
      @NSManaged private var primitiveNick: NSString?

      var nick: NSString? { primitiveNick }
    }

    // MARK: Generated accessors for leaves
    extension Branch {

      @objc(addLeavesObject:)
      @NSManaged public func addToLeaves(_ value: Branch)

      @objc(removeLeavesObject:)
      @NSManaged public func removeFromLeaves(_ value: Branch)

      @objc(addLeaves:)
      @NSManaged public func addToLeaves(_ values: NSSet)

      @objc(removeLeaves:)
      @NSManaged public func removeFromLeaves(_ values: NSSet)

    }

    // MARK: Generated accessors for twigs
    extension Branch {

      @objc(insertObject:inTwigsAtIndex:)
      @NSManaged public func insertIntoTwigs(_ value: Branch, at idx: Int)

      @objc(removeObjectFromTwigsAtIndex:)
      @NSManaged public func removeFromTwigs(at idx: Int)

      @objc(insertTwigs:atIndexes:)
      @NSManaged public func insertIntoTwigs(_ values: NSArray, at indexes: NSIndexSet)

      @objc(removeTwigsAtIndexes:)
      @NSManaged public func removeFromTwigs(at indexes: NSIndexSet)

      @objc(replaceObjectInTwigsAtIndex:withObject:)
      @NSManaged public func replaceTwigs(at idx: Int, with value: Branch)

      @objc(replaceTwigsAtIndexes:withTwigs:)
      @NSManaged public func replaceTwigs(at indexes: NSIndexSet, with values: NSArray)

      @objc(addTwigs:)
      @NSManaged public func addToTwigs(_ values: NSOrderedSet)

    }

    """

  static let hooks = """
    import CoreData

    extension Branch {
      func grow() {}

      /// Counts.
      public override func awakeFromInsert() {  // at once
        super.awakeFromInsert()
        grown += 1
      }
    }

    """
}
