public import Foundation

extension PersistentIdentifier {
  /// The identifier as a URI, such as `x-strata://5D0C…/Item/12`: it can be written down, sent elsewhere and
  /// read again. Nil for an object that was never inserted, which no other program could find.
  public func uriRepresentation() -> URL? {
    guard let store = storeIdentifier else { return nil }
    // An entity's name may have letters that a URI can't.
    var components = URLComponents()
    components.scheme = Self.scheme
    components.host = store
    components.path = "/\(entityName)/\(key)"
    return components.url
  }

  /// Reads a URI.
  ///
  /// - Throws: ``InvalidObjectURI`` for one that ``uriRepresentation()`` doesn't give.
  public init(uri: URL) throws(InvalidObjectURI) {
    let parts = uri.path(percentEncoded: false).split(
      separator: "/", omittingEmptySubsequences: false)
    guard uri.scheme == Self.scheme, let host = uri.host(), let store = UUID(uuidString: host),
      parts.count == 3, parts[0].isEmpty, !parts[1].isEmpty, let key = Int64(parts[2]), key > 0,
      uri.query() == nil, uri.fragment() == nil
    else { throw InvalidObjectURI(uri: uri) }
    self.init(store: store, entity: String(parts[1]), key: key)
  }

  private static let scheme = "x-strata"
}

/// A URI that names no object.
public struct InvalidObjectURI: Error, Sendable, Hashable, CustomStringConvertible {
  /// The URI.
  public let uri: URL

  /// What is wrong, and what would be right.
  public var description: String {
    "\(uri) names no object; a URI of one looks like x-strata://STORE-UUID/Entity/12"
  }
}
