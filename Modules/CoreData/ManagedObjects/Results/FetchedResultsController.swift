public import Foundation
import StrataModel
import StrataObservation
import StrataStack
internal import Synchronization

// The context's queue is the only one that uses what can be changed here.
/// Keeps the results of a fetch request current, in sections if wanted, and tells its delegate what has changed.
///
/// It fetches again when its context processes pending changes, which each save of that context does: when
/// `save()` returns, ``fetchedObjects`` is current and the delegate was called. It also does so when another
/// context or process has saved (within a quarter of a second), on the context's queue, where the controller is
/// used as well.
public final class FetchedResultsController<ResultType: ManagedObject & FetchRequestResult>:
  @unchecked Sendable
{
  /// What is fetched.
  public let fetchRequest: FetchRequest<ResultType>
  /// Where it is fetched.
  public let managedObjectContext: ManagedObjectContext
  /// What an object's section is named after; nil for one section. Objects of a section must stand together,
  /// so that the first sort descriptor is of the same key as a rule.
  public let sectionNameKeyPath: String?
  /// Who is told of changes.
  public weak var delegate: (any FetchedResultsControllerDelegate<ResultType>)?
  /// What was fetched; nil before ``performFetch()``.
  public var fetchedObjects: [ResultType]? { shown?.objects }
  /// The sections; nil before ``performFetch()``.
  public var sections: [FetchedResultsSection<ResultType>]? { shown?.sections }

  /// What stands for the sections in an index beside a list, each once; empty before ``performFetch()``.
  public var sectionIndexTitles: [String] {
    var titles: [String] = []
    for title in (sections ?? []).compactMap(\.indexTitle) where titles.last != title {
      if !titles.contains(title) { titles.append(title) }
    }
    return titles
  }

  private var shown: FetchedResults<ResultType>?
  /// How far the context had changed when it was last looked at.
  private var revision: Int?
  /// Whether a look at what others have saved waits for the queue.
  private let isDue = Atomic<Bool>(false)
  private var subscription: ChangeFeed.Subscription?
  private var watchers: [StoreWatch.Watcher] = []

  /// A controller that has still to fetch.
  ///
  /// - Parameter cacheName: Changes nothing here: sections are worked out in memory, and nothing is kept.
  public init(
    fetchRequest: FetchRequest<ResultType>, managedObjectContext: ManagedObjectContext,
    sectionNameKeyPath: String? = nil, cacheName: String? = nil
  ) {
    self.fetchRequest = fetchRequest
    self.managedObjectContext = managedObjectContext
    self.sectionNameKeyPath = sectionNameKeyPath
  }

  /// Fetches, and follows changes from now on.
  ///
  /// - Throws: as the context's `fetch(_:)`; ``ManagedObjectError/unsupported(_:)`` where objects of a section
  ///   don't stand together.
  public func performFetch() throws {
    shown = try fetch()
    guard subscription == nil else { return }
    let container = try managedObjectContext.modelContext().container
    subscription = container.changes.subscribe { [weak self] _ in self?.updateSoon() }
    watchers = container.origins.map { $0.watch.begin() }
    managedObjectContext.follow(self)
  }

  // Many saves in a row are one look.
  private func updateSoon() {
    guard !isDue.exchange(true, ordering: .acquiringAndReleasing) else { return }
    managedObjectContext.perform { [weak self] in
      self?.isDue.store(false, ordering: .releasing)
      self?.update()
    }
  }

  /// Forgets what was kept under a name, or all of it. Nothing is, so that there is nothing to do.
  public static func deleteCache(withName name: String?) {}

  /// The section that a title of ``sectionIndexTitles`` leads to: the first that it stands for; nil for any
  /// other title.
  ///
  /// - Parameter index: The title's place among them.
  public func section(forSectionIndexTitle title: String, at index: Int) -> Int? {
    sections?.firstIndex { $0.indexTitle == title }
  }

  /// The object at a place: its section and its position in that; nil where there is none.
  public func object(at indexPath: IndexPath) -> ResultType? {
    guard indexPath.count == 2, let sections, sections.indices.contains(indexPath[0]) else {
      return nil
    }
    let objects = sections[indexPath[0]].objects
    return objects.indices.contains(indexPath[1]) ? objects[indexPath[1]] : nil
  }

  /// Where an object is; nil where it isn't among the results. O(1).
  public func indexPath(forObject object: ResultType) -> IndexPath? {
    shown?.places[ObjectIdentifier(object)]
  }

  private func fetch() throws -> FetchedResults<ResultType> {
    var results = try FetchedResults(
      try managedObjectContext.fetch(fetchRequest), sectionedBy: sectionNameKeyPath)
    if let delegate {
      results.setIndexTitles { delegate.controller(self, sectionIndexTitleForSectionName: $0) }
    }
    // The fetch itself has brought in what others have saved.
    revision = managedObjectContext.following(try managedObjectContext.modelContext()).revision
    return results
  }

  /// Fetches again, and tells the delegate what has become different.
  private func update() {
    guard let old = shown else { return }
    let new: FetchedResults<ResultType>
    do {
      new = try fetch()
    } catch {
      // What was shown stays until a fetch goes through.
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

extension FetchedResultsController: ContextFollower {
  /// Looks again where anything has changed since the last look.
  func contextDidProcessChanges() {
    guard revision == nil || revision != managedObjectContext.changes?.revision else { return }
    update()
  }
}
