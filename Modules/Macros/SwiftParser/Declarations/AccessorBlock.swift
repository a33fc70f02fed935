/// What stands in braces behind a property or a subscript.
public struct AccessorBlock: Equatable, Sendable {
  /// The accessors in order; none if the braces hold a getter's statements.
  public let accessors: [Accessor]
  /// The whole block with its braces.
  public let source: Fragment

  /// Whether the braces hold the getter's statements rather than accessors.
  public var isImplicitGetter: Bool { accessors.isEmpty }

  /// Whether it gives the value itself, so that nothing is stored.
  public var isComputed: Bool {
    isImplicitGetter || accessors.contains { $0.kind.readsValue }
  }

  /// Whether it observes a stored value.
  public var hasObservers: Bool {
    self[.willSet] != nil || self[.didSet] != nil
  }

  /// The accessor of a kind, if there is one.
  public subscript(kind: Accessor.Kind) -> Accessor? {
    accessors.first { $0.kind == kind }
  }
}

/// One accessor of a property or a subscript.
public struct Accessor: Equatable, Sendable {
  /// What it does; the raw value is the keyword.
  public enum Kind: String, Sendable {
    case get, set, willSet, didSet
    case initialize = "init"
    case underscoredRead = "_read"
    case underscoredModify = "_modify"
    case address = "unsafeAddress"
    case mutableAddress = "unsafeMutableAddress"

    /// Whether a value comes from it.
    public var readsValue: Bool {
      switch self {
      case .get, .underscoredRead, .address: true
      default: false
      }
    }
  }

  /// What it does.
  public let kind: Kind
  /// The attributes in front of it.
  public let attributes: [Attribute]
  /// The modifiers in front of it, such as `mutating`.
  public let modifiers: [Modifier]
  /// The name in parentheses: of `set(value)`, `value`.
  public let parameter: Name?
  /// `async` and `throws`.
  public let effects: Fragment?
  /// The statements with their braces; `nil` in a protocol.
  public let body: Fragment?
  /// The bytes it takes in the scanned text.
  public let range: Range<Int>

  /// What stands between the braces, exactly.
  public var statements: String? {
    body.map { String($0.text.dropFirst().dropLast()) }
  }
}
