public import Foundation

extension ModelContext {
  /// Posted before a save, with the context as its object.
  public static let willSave = Notification.Name("ModelContext.willSave")
  /// Posted after a save that wrote something, with the context as its object and the identifiers
  /// of what was written under the keys of ``NotificationKey``.
  public static let didSave = Notification.Name("ModelContext.didSave")

  /// What a notification's `userInfo` holds: arrays by the keys' raw values, and sets of the same
  /// identifiers by the keys themselves.
  public enum NotificationKey: String, Sendable, Hashable {
    /// The identifiers of new objects, `[PersistentIdentifier]`.
    case insertedIdentifiers
    /// The identifiers of changed objects, `[PersistentIdentifier]`.
    case updatedIdentifiers
    /// The identifiers of deleted objects, `[PersistentIdentifier]`.
    case deletedIdentifiers
    /// Whether all objects are to be fetched anew; never set here.
    case invalidatedAllIdentifiers
    /// The number of the transaction, `Int64`.
    case queryGeneration
  }

  func post(_ name: Notification.Name, _ saved: SavedChanges?) {
    let info: [AnyHashable: Any]? = saved.map { saved in
      let identifiers: [(key: NotificationKey, value: [PersistentIdentifier])] = [
        (.insertedIdentifiers, saved.inserted.map(\.persistentModelID)),
        (.updatedIdentifiers, saved.updated.map(\.persistentModelID)),
        (.deletedIdentifiers, saved.deleted),
      ]
      var info: [AnyHashable: Any] = [NotificationKey.queryGeneration.rawValue: saved.transaction]
      for (key, value) in identifiers {
        info[key.rawValue] = value
        // Programs ask for either: an array under the raw value, or a set under the key itself.
        info[key] = Set(value)
      }
      return info
    }
    NotificationCenter.default.post(name: name, object: self, userInfo: info)
  }
}
