/// How `@Composite` puts a value together of its columns.
///
/// A store writes it down, so that a type which goes back to JSON finds its values: by then no code
/// knows what the columns meant.
public indirect enum CompositeShape: Sendable, Hashable, Codable {
  /// The members of a struct. `presence` is the part that is never NULL where there is a value.
  case structure(presence: String, [Member])
  /// The cases of an enum. `kind` is the part that names the case.
  case enumeration(kind: String, [Case])

  /// A member of a struct, or a value that a case carries.
  public struct Member: Sendable, Hashable, Codable {
    /// What JSON calls it: the member's name, the value's label, `_0` for one without a label.
    public let name: String
    /// The part of the value that keeps it; what parts of it begin with, where it has several columns.
    public let part: String
    /// Whether it may be nil.
    public let isOptional: Bool
    /// How it is put together itself; nil for what one column keeps.
    public let shape: CompositeShape?

    /// Describes a member.
    public init(name: String, part: String, isOptional: Bool, shape: CompositeShape? = nil) {
      self.name = name
      self.part = part
      self.isOptional = isOptional
      self.shape = shape
    }
  }

  /// A case of an enum.
  public struct Case: Sendable, Hashable, Codable {
    /// Its name.
    public let name: String
    /// What it carries, in order.
    public let values: [Member]

    /// Describes a case.
    public init(name: String, values: [Member] = []) {
      self.name = name
      self.values = values
    }
  }

  /// The part that is NULL where there is no value, and nowhere else.
  public var presence: String {
    switch self {
    case .structure(let presence, _): presence
    case .enumeration(let kind, _): kind
    }
  }
}

extension ColumnDescription {
  /// The name of a part that is inside another: `price_amount`.
  public static func path(_ part: String, _ inner: String) -> String {
    part.isEmpty ? inner : inner.isEmpty ? part : "\(part)_\(inner)"
  }

  /// The same column of a value inside another, where that is called so, and was called so.
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
