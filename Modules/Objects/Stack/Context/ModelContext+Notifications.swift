import StrataGraph
public import Foundation
internal import StrataModel
internal import StrataObservation
internal import Synchronization

/// Whether the program has ever asked for the name of a notification. Without the name nobody can
/// listen, and listing what a large save wrote would cost a fifth of the save.
private let isAskedFor = Atomic<Bool>(false)

extension ModelContext {
  /// Posted before a save, with the context as its object.
  public static var willSave: Notification.Name { name("willSave") }
  /// Posted after a save that wrote something, with the context as its object and the identifiers
  /// of what was written under the keys of ``NotificationKey``.
  public static var didSave: Notification.Name { name("didSave") }

  /// Posted when something failed that couldn't throw, with the context as its object and the error
  /// under ``NotificationKey/error``; see ``errorHandler``.
  public static var didFail: Notification.Name { name("didFail") }

  private static func name(_ event: String) -> Notification.Name {
    isAskedFor.store(true, ordering: .relaxed)
    return Notification.Name("ModelContext." + event)
  }

  /// What a notification's `userInfo` holds: arrays by the keys' raw values, and sets of the same
  /// identifiers by the keys themselves.
  public enum NotificationKey: String, Sendable, Hashable {
    /// The identifiers of new objects, `[PersistentIdentifier]`.
    case insertedIdentifiers
    /// The identifiers of changed objects, `[PersistentIdentifier]`.
    case updatedIdentifiers
    /// The names of the properties that changed, by the identifiers of changed objects,
    /// `[PersistentIdentifier: [String]]`.
    case updatedProperties
    /// The identifiers of deleted objects, `[PersistentIdentifier]`.
    case deletedIdentifiers
    /// Whether all objects are to be fetched anew; never set here.
    case invalidatedAllIdentifiers
    /// The number of the transaction, `Int64`; of several stores, that of one of them.
    case queryGeneration
    /// The new objects that others stand for now, `[UniqueConflict]`; not there when there are none.
    case resolvedConflicts
    /// The conflicts with others' saves that were settled, `[MergeConflict]`; not there when there are none.
    case mergeConflicts
    /// What went wrong, `any Error`.
    case error
  }

  // A context that goes is named to nobody, who might keep it.
  package var isHeard: Bool { !isGoing && isAskedFor.load(ordering: .relaxed) }

  /// Tells whoever wants to hear of an error that can't be thrown.
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

  /// Posts what the stores that were written say together.
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
      info[NotificationKey.resolvedConflicts.rawValue] = conflicts
      info[NotificationKey.resolvedConflicts] = conflicts
    }
    let settled = saved.flatMap(\.settled)
    if !settled.isEmpty {
      info[NotificationKey.mergeConflicts.rawValue] = settled
      info[NotificationKey.mergeConflicts] = settled
    }
    for (key, value) in identifiers {
      info[key.rawValue] = value
      // Programs ask for either: an array under the raw value, or a set under the key itself.
      info[key] = Set(value)
    }
    NotificationCenter.default.post(name: Self.didSave, object: self, userInfo: info)
  }
}
