#if !canImport(ObjectiveC)
public import Foundation
public import StrataManagedObjects

// Functions and types of Foundation and of the Objective-C runtime that programs of Core Data use, and
// that Linux lacks.

/// Runs a body. Without the Objective-C runtime there are no autoreleased objects to release.
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result {
  try body()
}

extension Bundle {
  /// The location of a resource. Nil if the bundle doesn't have it.
  ///
  /// Xcode compiles an `.xcdatamodeld` into a `.momd`, and Linux copies it. Where the bundle has no
  /// compiled model with the name, this is the location of the source, which `NSManagedObjectModel`
  /// reads as well.
  public func url(forResource name: String, withExtension kind: String?) -> URL? {
    let resource: String? = name
    if let url = url(forResource: resource, withExtension: kind) { return url }
    let source = ["momd": "xcdatamodeld", "mom": "xcdatamodel"]
    guard let kind = kind.flatMap({ source[$0] }) else { return nil }
    return url(forResource: resource, withExtension: kind)
  }

  /// The locations of the resources of a kind in a folder of the bundle. Nil if there are none.
  ///
  /// As with ``url(forResource:withExtension:)``, a model's source stands for its compiled form: the versions of
  /// `Trips.momd` are those in `Trips.xcdatamodeld`.
  public func urls(forResourcesWithExtension kind: String, subdirectory folder: String?) -> [URL]? {
    func found(_ kind: String?, _ folder: String?) -> [URL]? {
      urls(forResourcesWithExtension: kind, subdirectory: folder)?.map { $0 as URL }
    }
    let sources = ["mom": "xcdatamodel", "momd": "xcdatamodeld"]
    if let urls = found(kind, folder), !urls.isEmpty { return urls }
    guard let source = sources[kind] else { return nil }
    let known = folder.map { folder in
      folder.hasSuffix(".momd") ? String(folder.dropLast(4)) + "xcdatamodeld" : folder
    }
    return found(source, known)
  }

  /// The path of a resource. Nil if the bundle doesn't have it.
  ///
  /// As with ``url(forResource:withExtension:)``, a model's source stands for its compiled form.
  public func path(forResource name: String, ofType kind: String?) -> String? {
    url(forResource: name, withExtension: kind)?.path
  }
}

extension IndexPath {
  /// Creates the path of an item in a section, as a fetched results controller takes it.
  public init(item: Int, section: Int) { self.init(indexes: [section, item]) }

  /// Creates the path of a row in a section, as a fetched results controller takes it.
  public init(row: Int, section: Int) { self.init(indexes: [section, row]) }

  /// The number of the section. The path must have one.
  public var section: Int { self[0] }

  /// The number of the item in its section. The path must have one.
  public var item: Int { self[1] }

  /// The number of the row in its section. The path must have one.
  public var row: Int { self[1] }
}

extension UserDefaults {
  /// The value of a key, as `object(forKey:)`.
  public func value(forKey key: String) -> Any? { object(forKey: key) }

  /// Sets the value of a key, as `set(_:forKey:)`. Nil removes it.
  public func setValue(_ value: Any?, forKey key: String) { set(value, forKey: key) }
}

extension NotificationCenter {
  /// The notifications with a name, as an asynchronous sequence.
  ///
  /// It has those that are posted from this call on, in their order, and ends with the task.
  public func notifications(
    named name: Notification.Name, object: AnyObject? = nil
  ) -> Notifications { Notifications(self, name, object) }

  /// An asynchronous sequence of notifications.
  public struct Notifications: AsyncSequence, Sendable {
    // Unchecked: a notification is handed from the poster to one reader, as by an observer's queue.
    fileprivate struct Box: @unchecked Sendable {
      let notification: Notification
    }

    // Unchecked: the token is only passed back to the center, which locks itself.
    private struct Token: @unchecked Sendable {
      let center: NotificationCenter
      let observer: any NSObjectProtocol
    }

    private let stream: AsyncStream<Box>

    fileprivate init(
      _ center: NotificationCenter, _ name: Notification.Name, _ object: AnyObject?
    ) {
      stream = AsyncStream { continuation in
        let observer = center.addObserver(forName: name, object: object, queue: nil) {
          continuation.yield(Box(notification: $0))
        }
        let token = Token(center: center, observer: observer)
        continuation.onTermination = { _ in token.center.removeObserver(token.observer) }
      }
    }

    /// An iterator over the notifications.
    public struct AsyncIterator: AsyncIteratorProtocol {
      fileprivate var iterator: AsyncStream<Box>.AsyncIterator

      /// Waits for the next notification. Nil once the task is cancelled.
      public mutating func next() async -> Notification? { await iterator.next()?.notification }
    }

    /// Creates an iterator.
    public func makeAsyncIterator() -> AsyncIterator {
      AsyncIterator(iterator: stream.makeAsyncIterator())
    }
  }
}

extension NSPersistentHistoryTransaction: CustomStringConvertible, CustomDebugStringConvertible {
  /// The number, the store and the author.
  public var description: String {
    "transaction \(transactionNumber) of \(storeID)\(author.map { " by \($0)" } ?? "")"
  }

  /// The description.
  public var debugDescription: String { description }
}

extension NSPersistentHistoryChange: CustomStringConvertible, CustomDebugStringConvertible {
  /// The kind and the object.
  public var description: String { "\(changeType) of \(changedObjectID)" }

  /// The description.
  public var debugDescription: String { description }
}
#endif
