import StrataGraph
public import Foundation
internal import StrataModel
internal import StrataObservation
internal import Synchronization

/// True once the program has asked for the name of a notification.
///
/// Until then nobody can observe one, and collecting the identifiers of a large save would take a
/// fifth of the save's time.
private let isAskedFor = Atomic<Bool>(false)

extension ModelContext {
  /// Posted before a save, with the context as object.
  public static var willSave: Notification.Name { name("willSave") }
  /// Posted after a save that wrote something, with the context as object.
  ///
  /// The `userInfo` contains the identifiers of written objects under the keys of
  /// ``NotificationKey``.
  public static var didSave: Notification.Name { name("didSave") }

  /// Posted after an error that couldn't be thrown, with the context as object.
  ///
  /// The `userInfo` contains the error under ``NotificationKey/error``. See ``errorHandler``.
  public static var didFail: Notification.Name { name("didFail") }

  private static func name(_ event: String) -> Notification.Name {
    isAskedFor.store(true, ordering: .relaxed)
    return Notification.Name("ModelContext." + event)
  }

  /// The keys of a notification's `userInfo`.
  ///
  /// The keys' raw values have arrays of identifiers as values. The keys themselves have sets of
  /// the same identifiers.
  public enum NotificationKey: String, Sendable, Hashable {
    /// The identifiers of new objects, `[PersistentIdentifier]`.
    case insertedIdentifiers
    /// The identifiers of changed objects, `[PersistentIdentifier]`.
    case updatedIdentifiers
    /// The names of changed properties by the identifiers of changed objects,
    /// `[PersistentIdentifier: [String]]`.
    case updatedProperties
    /// The identifiers of deleted objects, `[PersistentIdentifier]`.
    case deletedIdentifiers
    /// True if all objects must be fetched again. Strata never sets it.
    case invalidatedAllIdentifiers
    /// The number of the transaction, `Int64`. For several stores, that of one of them.
    case queryGeneration
    /// The new objects that were merged into existing ones, `[UniqueConflict]`. Omitted if there
    /// are none.
    case resolvedUniqueConflicts
    /// The resolved conflicts with other contexts' saves, `[MergeConflict]`. Omitted if there are
    /// none.
    case mergeConflicts
    /// The error, `any Error`.
    case error
  }

  // During `deinit` the context posts nothing, since an observer might retain it.
  package var isHeard: Bool { !isDeinitializing && isAskedFor.load(ordering: .relaxed) }

  /// Reports an error that can't be thrown to the error handler, the log and observers.
  package func report(_ error: any Error) {
    errorHandler?(error)
    graph.logger.log(.error, "\(error)")
    guard isHeard else { return }
    NotificationCenter.default.post(
      name: Self.didFail, object: self,
      userInfo: [NotificationKey.error: error, NotificationKey.error.rawValue: error])
  }

  func postWillSave() {
    owner?.contextWillSave()
    guard isHeard else { return }
    NotificationCenter.default.post(name: Self.willSave, object: self)
  }

  /// Posts a notification with the changes of all written stores.
  func postDidSave(_ saved: [SavedChanges]) {
    if !saved.isEmpty { owner?.contextDidSave(saved) }
    guard isHeard, let first = saved.first else { return }
    let identifiers: [(key: NotificationKey, value: [PersistentIdentifier])] = [
      (.insertedIdentifiers, saved.flatMap(\.inserted).map(\.persistentModelID)),
      (.updatedIdentifiers, saved.flatMap(\.updated).map(\.persistentModelID)),
      (.deletedIdentifiers, saved.flatMap(\.deleted)),
    ]
    var info: [AnyHashable: Any] = [NotificationKey.queryGeneration.rawValue: first.transaction]
    let properties = saved.reduce(into: [:]) { $0.merge($1.updatedPropertyNames) { $1 } }
    info[NotificationKey.updatedProperties.rawValue] = properties
    info[NotificationKey.updatedProperties] = properties
    let conflicts = saved.flatMap(\.conflicts)
    if !conflicts.isEmpty {
      info[NotificationKey.resolvedUniqueConflicts.rawValue] = conflicts
      info[NotificationKey.resolvedUniqueConflicts] = conflicts
    }
    let settled = saved.flatMap(\.settled)
    if !settled.isEmpty {
      info[NotificationKey.mergeConflicts.rawValue] = settled
      info[NotificationKey.mergeConflicts] = settled
    }
    for (key, value) in identifiers {
      info[key.rawValue] = value
      // Programs use either form: an array under the raw value, or a set under the key.
      info[key] = Set(value)
    }
    NotificationCenter.default.post(name: Self.didSave, object: self, userInfo: info)
  }
}
