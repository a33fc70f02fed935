/// The braces after a property or a subscript, with its accessors or its getter's statements.
public struct AccessorBlock: Equatable, Sendable {
  /// The accessors in order, or none if the braces contain a getter's statements.
  public let accessors: [Accessor]
  /// The whole block with its braces.
  public let source: Fragment

  /// True if the braces contain the getter's statements rather than accessors.
  public var isImplicitGetter: Bool { accessors.isEmpty }

  /// True if it computes the value, so that nothing is stored.
  public var isComputed: Bool {
    isImplicitGetter || accessors.contains { $0.kind.readsValue }
  }

  /// True if it has observers of a stored property.
  public var hasObservers: Bool {
    self[.willSet] != nil || self[.didSet] != nil
  }

  /// Returns the accessor of a kind, if there is one.
  public subscript(kind: Accessor.Kind) -> Accessor? {
    accessors.first { $0.kind == kind }
  }
}

/// An accessor of a property or a subscript.
public struct Accessor: Equatable, Sendable {
  /// The kind of an accessor.
  ///
  /// The raw value is the keyword.
  public enum Kind: String, Sendable {
    case get, set, willSet, didSet
    case initialize = "init"
    case underscoredRead = "_read"
    case underscoredModify = "_modify"
    case address = "unsafeAddress"
    case mutableAddress = "unsafeMutableAddress"

    /// True if the accessor returns the value.
    public var readsValue: Bool {
      switch self {
      case .get, .underscoredRead, .address: true
      default: false
      }
    }
  }

  /// The kind of accessor.
  public let kind: Kind
  /// The attributes before it.
  public let attributes: [Attribute]
  /// The modifiers before it, such as `mutating`.
  public let modifiers: [Modifier]
  /// The name in parentheses, such as `value` in `set(value)`.
  public let parameter: Name?
  /// The `async` and `throws` of the accessor.
  public let effects: Fragment?
  /// The statements with their braces, or `nil` in a protocol.
  public let body: Fragment?
  /// The range in the scanned text.
  public let range: Range<Int>

  /// The exact text between the braces.
  public var statements: String? {
    body.map { String($0.text.dropFirst().dropLast()) }
  }
}
