package import Foundation
import StrataContexts
import StrataModel
import StrataObservation
internal import Synchronization

// Unchecked, since only the context's queue uses the mutable state.
/// A controller that keeps the results of a fetch request current, optionally in sections, and
/// notifies its delegate of changes.
///
/// It fetches again whenever its context processes pending changes, which each save does: when
/// `save()` returns, ``fetchedObjects`` is current and the delegate has been notified. It also
/// fetches again after another context's or process's save (within a quarter of a second). Use the
/// controller on the context's queue.
package final class FetchedResultsController<ResultType: NSManagedObject & NSFetchRequestResult>:
  @unchecked Sendable
{
  /// The request whose results the controller observes.
  package private(set) var fetchRequest: NSFetchRequest<ResultType>
  /// The context that fetches.
  package let managedObjectContext: NSManagedObjectContext
  /// The key path of an object's section name, or nil for a single section.
  ///
  /// Objects of a section must be adjacent, so you usually sort by the same key first.
  package let sectionNameKeyPath: String?
  /// The delegate that the controller notifies of changes.
  package weak var delegate: (any FetchedResultsControllerDelegate<ResultType>)?
  /// The results, or nil before ``performFetch()``.
  package var fetchedObjects: [ResultType]? { shown?.objects }
  /// The sections, or nil before ``performFetch()``.
  package var sections: [FetchedResultsSection<ResultType>]? { shown?.sections }

  /// The sections' index titles, without duplicates. Empty before ``performFetch()``.
  package var sectionIndexTitles: [String] {
    var titles: [String] = []
    for title in (sections ?? []).compactMap(\.indexTitle) where titles.last != title {
      if !titles.contains(title) { titles.append(title) }
    }
    return titles
  }

  private var shown: FetchedResults<ResultType>?
  /// The context's revision at the last fetch.
  private var revision: Int?
  /// True while an update is queued, so that many saves in a row cause one.
  private let isDue = Atomic<Bool>(false)
  private var subscription: ChangeFeed.Subscription?
  private var watchers: [StoreWatch.Watcher] = []

  /// Creates a controller. Call ``performFetch()`` to fetch.
  ///
  /// - Parameter cacheName: Ignored: sections are computed in memory and never cached.
  package init(
    fetchRequest: NSFetchRequest<ResultType>, managedObjectContext: NSManagedObjectContext,
    sectionNameKeyPath: String? = nil, cacheName: String? = nil
  ) {
    self.fetchRequest = fetchRequest
    self.managedObjectContext = managedObjectContext
    self.sectionNameKeyPath = sectionNameKeyPath
  }

  /// Fetches the results, and observes changes from now on.
  ///
  /// - Throws: as the context's `fetch(_:)`. ``ManagedObjectError/unsupported(_:)`` if objects of a
  ///   section aren't adjacent.
  package func performFetch() throws {
    shown = try fetch()
    guard subscription == nil else { return }
    let container = try managedObjectContext.modelContext().container
    subscription = container.changes.subscribe { [weak self] _ in self?.updateSoon() }
    watchers = container.origins.map { $0.watch.begin() }
    managedObjectContext.follow(self)
  }

  // Many saves in a row cause one update.
  private func updateSoon() {
    guard !isDue.exchange(true, ordering: .acquiringAndReleasing) else { return }
    managedObjectContext.perform { [weak self] in
      self?.isDue.store(false, ordering: .releasing)
      self?.update()
    }
  }

  /// Does nothing: sections are never cached.
  package static func deleteCache(withName name: String?) {}

  /// Returns the index of the first section with an index title, or nil if no section has it.
  ///
  /// - Parameter index: The title's position in ``sectionIndexTitles``. Ignored.
  package func section(forSectionIndexTitle title: String, at index: Int) -> Int? {
    sections?.firstIndex { $0.indexTitle == title }
  }

  /// Returns the object at an index path of section and position, or nil if there is none.
  package func object(at indexPath: IndexPath) -> ResultType? {
    guard indexPath.count == 2, let sections, sections.indices.contains(indexPath[0]) else {
      return nil
    }
    let objects = sections[indexPath[0]].objects
    return objects.indices.contains(indexPath[1]) ? objects[indexPath[1]] : nil
  }

  /// Returns the index path of an object, or nil if it isn't among the results. O(1).
  package func indexPath(forObject object: ResultType) -> IndexPath? {
    shown?.places[ObjectIdentifier(object)]
  }

  /// Takes the content of another request, for the next fetch.
  package func replaceRequest(_ request: NSFetchRequest<ResultType>) { fetchRequest = request }

  private func fetch() throws -> FetchedResults<ResultType> {
    var results = try FetchedResults(
      try managedObjectContext.fetch(fetchRequest), sectionedBy: sectionNameKeyPath)
    if let delegate {
      results.setIndexTitles { delegate.controller(self, sectionIndexTitleForSectionName: $0) }
    }
    // Read after the fetch, which has merged other contexts' saves.
    revision = managedObjectContext.following(try managedObjectContext.modelContext()).revision
    return results
  }

  /// Fetches again, and notifies the delegate of the differences.
  private func update() {
    guard let old = shown else { return }
    let new: FetchedResults<ResultType>
    do {
      new = try fetch()
    } catch {
      // The old results remain until a fetch succeeds.
      managedObjectContext.report(error)
      return
    }
    let changes = new.changes(from: old)
    shown = new
    guard !changes.isEmpty, let delegate else { return }
    delegate.controllerWillChangeContent(self)
    for change in changes.sections {
      delegate.controller(
        self, didChange: change.section, atSectionIndex: change.index, for: change.kind)
    }
    for change in changes.objects {
      delegate.controller(
        self, didChange: change.object, at: change.old, for: change.kind, newIndexPath: change.new)
    }
    delegate.controller(self, didChangeContentWith: changes.difference)
    delegate.controllerDidChangeContent(self)
  }
}

extension FetchedResultsController: PendingChangesObserver {
  /// Fetches again if the context has changed since the last fetch.
  func contextDidProcessChanges() {
    guard revision == nil || revision != managedObjectContext.changes?.revision else { return }
    update()
  }
}
