public import Foundation

extension PersistentIdentifier {
  /// Returns the identifier as a URI, such as `x-coredata://5D0C…/Item/p12`, in Core Data's form.
  ///
  /// You can store or send it, and read it with ``init(uri:)``. An object that was never inserted,
  /// or whose store couldn't provide a key yet, has a URI such as
  /// `x-coredata:///Item/t12`. That one can't be read, since no object could be found by it.
  ///
  /// The identifier of an object in a custom store has a URI such as
  /// `x-swiftdata:///trips%2Ejson/Trip/8A3F…`.
  public func uriRepresentation() -> URL {
    // An entity's name may have characters that a URI must escape.
    var components = URLComponents()
    if let customKey {
      components.scheme = Self.customScheme
      // In the path, since a host may not have all characters even if they are escaped.
      components.host = ""
      components.percentEncodedPath =
        [storeIdentifier ?? "", entityName, customKey].map { "/" + Self.escape($0) }.joined()
    } else {
      components.scheme = Self.scheme
      components.host = storeIdentifier ?? ""
      components.path =
        hasKey ? "/\(entityName)/p\(key)" : "/\(entityName)/t\(key.magnitude)"
    }
    guard let url = components.url else {
      // A host and a path that begins with a slash always make a URI.
      preconditionFailure("\(self) makes no URI")
    }
    return url
  }

  /// True if the object has no key in its store yet, or if the identifier is a managed object's that wasn't saved when
  /// you took it.
  ///
  /// In the first case the object was never inserted, or the store couldn't provide a key, and the save will. In the
  /// second case the identifier is the one that the object has after the save.
  public var isTemporaryID: Bool { isOfUnsavedObject || !hasKey }

  /// True if the object has a key in its store, or will have this one after the save.
  package var hasKey: Bool { customKey != nil || (storeIdentifier != nil && key > 0) }

  /// Reads a URI, also one of an earlier version, such as `x-strata://5D0C…/Item/12`.
  ///
  /// - Throws: ``ModelError/invalidURI(_:)`` for a URI that ``uriRepresentation()`` doesn't return, and for
  ///   that of an object without a key.
  public init(uri: URL) throws(ModelError) {
    if uri.scheme == Self.customScheme {
      self = try Self.custom(uri)
      return
    }
    let parts = uri.path(percentEncoded: false).split(
      separator: "/", omittingEmptySubsequences: false)
    let prefix = uri.scheme == Self.scheme ? "p" : ""
    guard uri.scheme == Self.scheme || uri.scheme == Self.earlierScheme, let host = uri.host(),
      let store = UUID(uuidString: host), parts.count == 3, parts[0].isEmpty, !parts[1].isEmpty,
      parts[2].hasPrefix(prefix), let key = Int64(parts[2].dropFirst(prefix.count)), key > 0,
      uri.query() == nil, uri.fragment() == nil
    else { throw ModelError.invalidURI(uri) }
    self.init(store: store, entity: String(parts[1]), key: key)
  }

  private static func custom(_ uri: URL) throws(ModelError) -> PersistentIdentifier {
    let parts = uri.path(percentEncoded: true).split(
      separator: "/", omittingEmptySubsequences: false)
    guard uri.host() ?? "" == "", parts.count == 4, parts[0].isEmpty,
      let store = parts[1].removingPercentEncoding, let entity = parts[2].removingPercentEncoding,
      let key = parts[3].removingPercentEncoding, uri.query() == nil, uri.fragment() == nil
    else { throw ModelError.invalidURI(uri) }
    do {
      return try identifier(for: store, entityName: entity, primaryKey: key)
    } catch {
      throw ModelError.invalidURI(uri)
    }
  }

  /// Escapes all but letters and digits of ASCII.
  private static func escape(_ text: String) -> String {
    text.utf8.reduce(into: "") { escaped, byte in
      let scalar = Unicode.Scalar(byte)
      let isPlain =
        scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
      escaped += isPlain ? "\(scalar)" : String(format: "%%%02X", byte)
    }
  }

  private static let scheme = "x-coredata"
  /// The scheme of identifiers in stores that aren't Strata's own.
  private static let customScheme = "x-swiftdata"
  private static let earlierScheme = "x-strata"
}
