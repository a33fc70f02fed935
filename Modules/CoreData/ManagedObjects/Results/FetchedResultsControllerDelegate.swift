package import Foundation
package import StrataModel

/// The kind of change of an object or section in a fetch's results.
public enum NSFetchedResultsChangeType: UInt, Sendable, Hashable {
  case insert = 1
  case delete
  /// The object is in another section, or at another position in the order.
  case move
  /// A value has changed, and the position hasn't.
  case update
}

/// A delegate that a fetched results controller notifies of changes to its results.
///
/// Each method does nothing unless you implement it. For one change the methods are called in the
/// order of their declarations. Old index paths refer to the results before the change, new ones to
/// those after it.
package protocol FetchedResultsControllerDelegate<ResultType>: AnyObject {
  /// The class of the results.
  associatedtype ResultType: NSManagedObject & NSFetchRequestResult

  /// Called before the other methods. The controller already has the new results.
  func controllerWillChangeContent(_ controller: FetchedResultsController<ResultType>)
  /// Called for each section that was inserted or deleted.
  func controller(
    _ controller: FetchedResultsController<ResultType>,
    didChange section: FetchedResultsSection<ResultType>, atSectionIndex index: Int,
    for type: NSFetchedResultsChangeType)
  /// Called for each object that was inserted, deleted, moved or updated.
  func controller(
    _ controller: FetchedResultsController<ResultType>, didChange object: ResultType,
    at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?)
  /// Called with the difference of the identifiers, in order.
  func controller(
    _ controller: FetchedResultsController<ResultType>,
    didChangeContentWith difference: CollectionDifference<PersistentIdentifier>)
  /// Called after the other methods.
  func controllerDidChangeContent(_ controller: FetchedResultsController<ResultType>)
  /// Returns a section's title in a list's index. The default is the name's first letter, as a
  /// capital.
  func controller(
    _ controller: FetchedResultsController<ResultType>,
    sectionIndexTitleForSectionName sectionName: String
  ) -> String?
}

extension FetchedResultsControllerDelegate {
  /// Does nothing.
  package func controllerWillChangeContent(_ controller: FetchedResultsController<ResultType>) {}
  /// Does nothing.
  package func controller(
    _ controller: FetchedResultsController<ResultType>,
    didChange section: FetchedResultsSection<ResultType>, atSectionIndex index: Int,
    for type: NSFetchedResultsChangeType
  ) {}
  /// Does nothing.
  package func controller(
    _ controller: FetchedResultsController<ResultType>, didChange object: ResultType,
    at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
  ) {}
  /// Does nothing.
  package func controller(
    _ controller: FetchedResultsController<ResultType>,
    didChangeContentWith difference: CollectionDifference<PersistentIdentifier>
  ) {}
  /// Does nothing.
  package func controllerDidChangeContent(_ controller: FetchedResultsController<ResultType>) {}
  /// Returns the name's first letter, as a capital.
  package func controller(
    _ controller: FetchedResultsController<ResultType>,
    sectionIndexTitleForSectionName sectionName: String
  ) -> String? { sectionName.first.map { $0.uppercased() } }
}
