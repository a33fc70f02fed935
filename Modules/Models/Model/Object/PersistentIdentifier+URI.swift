public import Foundation

extension PersistentIdentifier {
  /// The identifier as a URI, such as `x-coredata://5D0C…/Item/p12`: it can be written down, sent elsewhere and
  /// read again. It has the form of Core Data's. That of an object that was never inserted, or of one with a
  /// temporary identifier (``isTemporaryID``), such as `x-coredata:///Item/t12`, names nothing that could be found
  /// again, and can't be read.
  public func uriRepresentation() -> URL {
    // An entity's name may have letters that a URI can't.
    var components = URLComponents()
    components.scheme = Self.scheme
    components.host = storeIdentifier ?? ""
    components.path = isTemporaryID ? "/\(entityName)/t\(key.magnitude)" : "/\(entityName)/p\(key)"
    guard let url = components.url else {
      // A host and a path that begins with a slash always make one.
      preconditionFailure("\(self) makes no URI")
    }
    return url
  }

  /// Whether the object has no key in its store yet: it was never inserted, or the store couldn't give one, and
  /// a save will.
  public var isTemporaryID: Bool { storeIdentifier == nil || key <= 0 }

  /// Reads a URI; also one of an earlier version, such as `x-strata://5D0C…/Item/12`.
  ///
  /// - Throws: ``InvalidObjectURI`` for one that ``uriRepresentation()`` doesn't give, and for one of a
  ///   temporary identifier.
  public init(uri: URL) throws(InvalidObjectURI) {
    let parts = uri.path(percentEncoded: false).split(
      separator: "/", omittingEmptySubsequences: false)
    let prefix = uri.scheme == Self.scheme ? "p" : ""
    guard uri.scheme == Self.scheme || uri.scheme == Self.earlierScheme, let host = uri.host(),
      let store = UUID(uuidString: host), parts.count == 3, parts[0].isEmpty, !parts[1].isEmpty,
      parts[2].hasPrefix(prefix), let key = Int64(parts[2].dropFirst(prefix.count)), key > 0,
      uri.query() == nil, uri.fragment() == nil
    else { throw InvalidObjectURI(uri: uri) }
    self.init(store: store, entity: String(parts[1]), key: key)
  }

  private static let scheme = "x-coredata"
  private static let earlierScheme = "x-strata"
}

/// A URI that names no object.
public struct InvalidObjectURI: Error, Sendable, Hashable, CustomStringConvertible {
  /// The URI.
  public let uri: URL

  /// What is wrong, and what would be right.
  public var description: String {
    "\(uri) names no object; a URI of one looks like x-coredata://STORE-UUID/Entity/p12"
  }
}
