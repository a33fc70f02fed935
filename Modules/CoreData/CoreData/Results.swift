#if !canImport(ObjectiveC)
public import Foundation
public import StrataManagedObjects
public import StrataModel

/// A section of a controller's results.
public protocol NSFetchedResultsSectionInfo {
  /// The section's name: the text of its objects' common value.
  var name: String { get }
  /// The section's title in a list's index, or nil for an empty name.
  var indexTitle: String? { get }
  /// The number of objects.
  var numberOfObjects: Int { get }
  /// The objects, in order.
  var objects: [Any]? { get }
}

/// A delegate that a fetched results controller notifies of changes to its results.
///
/// Each method does nothing unless you implement it. The controller that it gets has the same results
/// as the one whose delegate it is, whatever the type of the results.
public protocol NSFetchedResultsControllerDelegate: AnyObject {
  /// Called before the other methods. The controller already has the new results.
  func controllerWillChangeContent(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>)
  /// Called for each section that was inserted or deleted.
  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
    for type: NSFetchedResultsChangeType)
  /// Called for each object that was inserted, deleted, moved or updated.
  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
    at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?)
  /// Called with the difference of the identifiers, in order.
  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChangeContentWith diff: CollectionDifference<NSManagedObjectID>)
  /// Called after the other methods.
  func controllerDidChangeContent(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>)
  /// Returns a section's title in a list's index. The default is the name's first letter, as a
  /// capital.
  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    sectionIndexTitleForSectionName sectionName: String
  ) -> String?
}

extension NSFetchedResultsControllerDelegate {
  /// The method of the same name, for a caller that takes it for an optional one of Objective-C:
  /// `next?.controllerWillChangeContent?(controller)`.
  public var controllerWillChangeContent:
    ((NSFetchedResultsController<any NSFetchRequestResult>) -> Void)?
  { { self.controllerWillChangeContent($0) } }

  /// The method of the same name, for a caller that takes it for an optional one of Objective-C.
  public var controllerDidChangeContent:
    ((NSFetchedResultsController<any NSFetchRequestResult>) -> Void)?
  { { self.controllerDidChangeContent($0) } }

  /// Does nothing.
  public func controllerWillChangeContent(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>
  ) {}
  /// Does nothing.
  public func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
    for type: NSFetchedResultsChangeType
  ) {}
  /// Does nothing.
  public func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
    at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
  ) {}
  /// Does nothing.
  public func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
  ) {}
  /// Does nothing.
  public func controllerDidChangeContent(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>
  ) {}
  /// Returns the name's first letter, as a capital.
  public func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    sectionIndexTitleForSectionName sectionName: String
  ) -> String? { sectionName.first.map { $0.uppercased() } }
}

/// A controller that keeps the results of a fetch current.
///
/// `ResultType` is a subclass of `NSManagedObject`, or `any NSFetchRequestResult` for objects of any
/// class.
open class NSFetchedResultsController<ResultType>: NSObject {
  /// The request for the objects, with at least one sort descriptor.
  public let fetchRequest: NSFetchRequest<ResultType>
  /// The context that fetches.
  public let managedObjectContext: NSManagedObjectContext
  /// The key path of the values that divide the objects into sections, or nil for one section.
  public let sectionNameKeyPath: String?
  /// The name of the cache. Sections are computed in memory and never cached.
  public let cacheName: String?
  /// The delegate, which isn't retained.
  open weak var delegate: (any NSFetchedResultsControllerDelegate)? {
    didSet { bridge.isHeard = delegate != nil }
  }

  fileprivate let results: FetchedResultsController<NSManagedObject>
  private let bridge: DelegateBridge

  /// Creates a controller. Call ``performFetch()`` to fetch.
  public init(
    fetchRequest: NSFetchRequest<ResultType>, managedObjectContext context: NSManagedObjectContext,
    sectionNameKeyPath: String?, cacheName name: String?
  ) {
    self.fetchRequest = fetchRequest
    managedObjectContext = context
    self.sectionNameKeyPath = sectionNameKeyPath
    cacheName = name
    results = FetchedResultsController(
      fetchRequest: fetchRequest.asObjects(), managedObjectContext: context,
      sectionNameKeyPath: sectionNameKeyPath, cacheName: name)
    bridge = DelegateBridge()
    super.init()
    bridge.controllers = { [weak self] in
      guard let self, let delegate = self.delegate else { return nil }
      return (delegate, self.erased)
    }
    results.delegate = bridge
  }

  /// Creates a controller with the results of another one.
  fileprivate init(
    sharing results: FetchedResultsController<NSManagedObject>,
    _ fetchRequest: NSFetchRequest<ResultType>,
    _ bridge: DelegateBridge, cacheName: String?
  ) {
    self.results = results
    self.fetchRequest = fetchRequest
    self.bridge = bridge
    managedObjectContext = results.managedObjectContext
    sectionNameKeyPath = results.sectionNameKeyPath
    self.cacheName = cacheName
  }

  /// The same results, without the type of the objects.
  private var erased: NSFetchedResultsController<any NSFetchRequestResult> {
    if let own = self as? NSFetchedResultsController<any NSFetchRequestResult> { return own }
    let erased = NSFetchedResultsController<any NSFetchRequestResult>(
      sharing: results, fetchRequest.erased(), bridge, cacheName: cacheName)
    erased.original = self
    return erased
  }

  /// The controller whose results these are, which a delegate's comparisons find equal.
  private var original: NSObject?

  /// True if both have the same results.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? any ResultsHolder else { return false }
    return other.heldResults === results
  }

  /// The hash of the results' identity.
  open override var hash: Int { ObjectIdentifier(results).hashValue }

  /// Fetches the results, and observes changes from now on.
  ///
  /// - Throws: As the context's `fetch(_:)`. `ManagedObjectError` if objects of a section aren't
  ///   adjacent.
  open func performFetch() throws {
    results.replaceRequest(fetchRequest.asObjects())
    try results.performFetch()
  }

  /// The objects, in order. Nil before ``performFetch()``.
  open var fetchedObjects: [ResultType]? {
    results.fetchedObjects.map { $0.compactMap { $0 as? ResultType } }
  }

  /// The sections. Nil before ``performFetch()``.
  open var sections: [any NSFetchedResultsSectionInfo]? {
    results.sections.map { $0.map { Section($0) } }
  }

  /// The sections' index titles, without duplicates.
  open var sectionIndexTitles: [String] { results.sectionIndexTitles }

  /// Returns the title of a section with a name in a list's index.
  open func sectionIndexTitle(forSectionName sectionName: String) -> String? {
    sectionName.first.map { $0.uppercased() }
  }

  /// Returns the index of the first section with an index title, or 0 if no section has it.
  open func section(forSectionIndexTitle title: String, at sectionIndex: Int) -> Int {
    results.section(forSectionIndexTitle: title, at: sectionIndex) ?? 0
  }

  /// Returns the object at an index path of section and position, which must exist.
  open func object(at indexPath: IndexPath) -> ResultType {
    guard let object = results.object(at: indexPath) as? ResultType else {
      preconditionFailure(
        "the results have no object at \(indexPath); sections has the numbers of objects")
    }
    return object
  }

  /// Returns the index path of an object, or nil if it isn't among the results. O(1).
  open func indexPath(forObject object: ResultType) -> IndexPath? {
    (object as? NSManagedObject).flatMap { results.indexPath(forObject: $0) }
  }

  /// Does nothing: sections are never cached.
  public static func deleteCache(withName name: String?) {}
}

private protocol ResultsHolder: AnyObject {
  var heldResults: FetchedResultsController<NSManagedObject> { get }
}

extension NSFetchedResultsController: ResultsHolder {
  fileprivate var heldResults: FetchedResultsController<NSManagedObject> { results }
}

private struct Section: NSFetchedResultsSectionInfo {
  let section: FetchedResultsSection<NSManagedObject>

  init(_ section: FetchedResultsSection<NSManagedObject>) { self.section = section }

  var name: String { section.name }
  var indexTitle: String? { section.indexTitle }
  var numberOfObjects: Int { section.numberOfObjects }
  var objects: [Any]? { section.objects }
}

/// Hands a typed controller's notifications to a delegate of Core Data's shape.
private final class DelegateBridge: FetchedResultsControllerDelegate {
  typealias Erased = NSFetchedResultsController<any NSFetchRequestResult>
  var controllers: () -> (any NSFetchedResultsControllerDelegate, Erased)? = { nil }
  var isHeard = false

  func controllerWillChangeContent(_ controller: FetchedResultsController<NSManagedObject>) {
    guard isHeard, let (delegate, erased) = controllers() else { return }
    delegate.controllerWillChangeContent(erased)
  }

  func controller(
    _ controller: FetchedResultsController<NSManagedObject>,
    didChange section: FetchedResultsSection<NSManagedObject>, atSectionIndex index: Int,
    for type: NSFetchedResultsChangeType
  ) {
    guard isHeard, let (delegate, erased) = controllers() else { return }
    delegate.controller(erased, didChange: Section(section), atSectionIndex: index, for: type)
  }

  func controller(
    _ controller: FetchedResultsController<NSManagedObject>, didChange object: NSManagedObject,
    at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
  ) {
    guard isHeard, let (delegate, erased) = controllers() else { return }
    delegate.controller(
      erased, didChange: object, at: indexPath, for: type, newIndexPath: newIndexPath)
  }

  func controller(
    _ controller: FetchedResultsController<NSManagedObject>,
    didChangeContentWith difference: CollectionDifference<PersistentIdentifier>
  ) {
    guard isHeard, let (delegate, erased) = controllers() else { return }
    delegate.controller(erased, didChangeContentWith: difference)
  }

  func controllerDidChangeContent(_ controller: FetchedResultsController<NSManagedObject>) {
    guard isHeard, let (delegate, erased) = controllers() else { return }
    delegate.controllerDidChangeContent(erased)
  }

  func controller(
    _ controller: FetchedResultsController<NSManagedObject>,
    sectionIndexTitleForSectionName sectionName: String
  ) -> String? {
    guard isHeard, let (delegate, erased) = controllers() else {
      return sectionName.first.map { $0.uppercased() }
    }
    return delegate.controller(erased, sectionIndexTitleForSectionName: sectionName)
  }
}
#endif
