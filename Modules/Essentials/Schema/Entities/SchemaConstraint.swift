/// What `#Unique` or `#Index` says of a class.
public protocol SchemaConstraint {
  /// Whether the groups are unique rather than just indexed.
  var isUnique: Bool { get }
  /// The groups of properties.
  var keyPathGroups: [[AnyKeyPath]] { get }
}

extension Schema {
  /// Groups of properties whose values together are unique.
  public struct Unique<T>: SchemaConstraint {
    /// The groups of properties.
    public let constraints: [[PartialKeyPath<T>]]

    /// Names the groups.
    public init(_ constraints: [PartialKeyPath<T>]...) { self.constraints = constraints }

    /// True.
    public var isUnique: Bool { true }
    /// The groups of properties.
    public var keyPathGroups: [[AnyKeyPath]] { constraints }
  }

  /// Groups of properties that have an index.
  public struct Index<T>: SchemaConstraint {
    /// A group of properties and the kind of its index.
    public enum Types<Model> {
      /// An ordinary index, in order of the values.
      case binary([PartialKeyPath<Model>])
      /// An index of ranges; kept as an ordinary one.
      case rtree([PartialKeyPath<Model>])
    }

    /// The groups of properties.
    public let indices: [Types<T>]

    /// Names groups that have ordinary indexes.
    public init(_ indices: [PartialKeyPath<T>]...) { self.indices = indices.map { .binary($0) } }

    /// Names groups and the kinds of their indexes.
    public init(_ indices: Types<T>...) { self.indices = indices }

    /// False.
    public var isUnique: Bool { false }

    /// The groups of properties.
    public var keyPathGroups: [[AnyKeyPath]] {
      indices.map { index in
        switch index {
        case .binary(let group), .rtree(let group): group
        }
      }
    }
  }
}
