/// The structure of a value that `@Composite` stores in columns.
///
/// A store records it. If the type is stored as JSON again later, a migration finds its values by
/// the recorded structure, since by then no code knows the columns.
public indirect enum CompositeShape: Sendable, Hashable, Codable {
  /// The members of a struct.
  ///
  /// `presence` is the part that is never NULL if there is a value.
  case structure(presence: String, [Member])
  /// The cases of an enum.
  ///
  /// `kind` is the part with the case's name.
  case enumeration(kind: String, [Case])

  /// A member of a struct, or an associated value of a case.
  public struct Member: Sendable, Hashable, Codable {
    /// The key in JSON: the member's name, the value's label, or `_0` for a value without a label.
    public let name: String
    /// The part that stores it, or the prefix of its parts if it has several columns.
    public let part: String
    /// True if it may be nil.
    public let isOptional: Bool
    /// The structure of the member itself, or nil if it has a single column.
    public let shape: CompositeShape?

    /// Creates a member.
    public init(name: String, part: String, isOptional: Bool, shape: CompositeShape? = nil) {
      self.name = name
      self.part = part
      self.isOptional = isOptional
      self.shape = shape
    }
  }

  /// A case of an enum.
  public struct Case: Sendable, Hashable, Codable {
    /// The case's name.
    public let name: String
    /// The associated values, in order.
    public let values: [Member]

    /// Creates a case.
    public init(name: String, values: [Member] = []) {
      self.name = name
      self.values = values
    }
  }

  /// The part that is NULL exactly if there is no value.
  public var presence: String {
    switch self {
    case .structure(let presence, _): presence
    case .enumeration(let kind, _): kind
    }
  }
}

extension ColumnDescription {
  /// Returns the name of a part inside another, such as `price_amount`.
  public static func path(_ part: String, _ inner: String) -> String {
    part.isEmpty ? inner : inner.isEmpty ? part : "\(part)_\(inner)"
  }

  /// Returns the column as a part of a member of another value, with the member's current and
  /// original names.
  public func inside(_ member: String, formerly original: String?) -> ColumnDescription {
    let own = [part] + (formerParts ?? [])
    var names: [String] = []
    for name in [member] + (original.map { [$0] } ?? []) {
      names += own.map { Self.path(name, $0) }
    }
    return ColumnDescription(
      names[0], storageClass, isOptional: isOptional, meaning: meaning, owner: owner,
      formerParts: names.count > 1 ? Array(names.dropFirst()) : nil)
  }
}
