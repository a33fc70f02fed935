public import Foundation
public import StrataModel

/// What has become of an object among the results of a fetch, or of a section.
public enum FetchedResultsChangeType: Sendable, Hashable {
  case insert
  case delete
  /// It is in another section, or the order is another.
  case move
  /// A value is another, and the place the same.
  case update
}

/// Who is told what has changed among the results of a fetch. Each method does nothing unless it is written.
///
/// Of one change the methods are called in the order in which they stand here. Places before the change are
/// those of the results as they were, places after it those of the results as they are.
public protocol FetchedResultsControllerDelegate<ResultType>: AnyObject {
  /// What the results are.
  associatedtype ResultType: ManagedObject & FetchRequestResult

  /// Called before the delegate is told of a change. The controller shows the new results already.
  func controllerWillChangeContent(_ controller: FetchedResultsController<ResultType>)
  /// Called for each section that has come or gone.
  func controller(
    _ controller: FetchedResultsController<ResultType>,
    didChange section: FetchedResultsSection<ResultType>, atSectionIndex index: Int,
    for type: FetchedResultsChangeType)
  /// Called for each object that has come, gone, moved or changed.
  func controller(
    _ controller: FetchedResultsController<ResultType>, didChange object: ResultType,
    at indexPath: IndexPath?, for type: FetchedResultsChangeType, newIndexPath: IndexPath?)
  /// Called with the difference of the identifiers, in order.
  func controller(
    _ controller: FetchedResultsController<ResultType>,
    didChangeContentWith difference: CollectionDifference<PersistentIdentifier>)
  /// Called when the delegate was told of all of a change.
  func controllerDidChangeContent(_ controller: FetchedResultsController<ResultType>)
  /// What stands for a section in an index beside a list; the name's first letter unless this is written.
  func controller(
    _ controller: FetchedResultsController<ResultType>,
    sectionIndexTitleForSectionName sectionName: String
  ) -> String?
}

extension FetchedResultsControllerDelegate {
  /// Does nothing.
  public func controllerWillChangeContent(_ controller: FetchedResultsController<ResultType>) {}
  /// Does nothing.
  public func controller(
    _ controller: FetchedResultsController<ResultType>,
    didChange section: FetchedResultsSection<ResultType>, atSectionIndex index: Int,
    for type: FetchedResultsChangeType
  ) {}
  /// Does nothing.
  public func controller(
    _ controller: FetchedResultsController<ResultType>, didChange object: ResultType,
    at indexPath: IndexPath?, for type: FetchedResultsChangeType, newIndexPath: IndexPath?
  ) {}
  /// Does nothing.
  public func controller(
    _ controller: FetchedResultsController<ResultType>,
    didChangeContentWith difference: CollectionDifference<PersistentIdentifier>
  ) {}
  /// Does nothing.
  public func controllerDidChangeContent(_ controller: FetchedResultsController<ResultType>) {}
  /// The name's first letter, as a capital.
  public func controller(
    _ controller: FetchedResultsController<ResultType>,
    sectionIndexTitleForSectionName sectionName: String
  ) -> String? { sectionName.first.map { $0.uppercased() } }
}
