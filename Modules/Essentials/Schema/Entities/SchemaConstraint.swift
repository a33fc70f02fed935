/// The constraint or index that `#Unique` or `#Index` declares in a class.
public protocol SchemaConstraint {
  /// True if the groups are unique, false if they are only indexed.
  var isUnique: Bool { get }
  /// The groups of properties.
  var keyPathGroups: [[AnyKeyPath]] { get }
}

extension Schema {
  /// Groups of properties with unique combinations of values.
  public struct Unique<T>: SchemaConstraint {
    /// The groups of properties.
    public let constraints: [[PartialKeyPath<T>]]

    /// Creates a constraint of the given groups.
    public init(_ constraints: [PartialKeyPath<T>]...) { self.constraints = constraints }

    /// True for a uniqueness constraint.
    public var isUnique: Bool { true }
    /// The groups of properties.
    public var keyPathGroups: [[AnyKeyPath]] { constraints }
  }

  /// Groups of properties with an index.
  public struct Index<T>: SchemaConstraint {
    /// A group of properties and the kind of its index.
    public enum Types<Model> {
      /// An index in order of the values.
      case binary([PartialKeyPath<Model>])
      /// An index of ranges, which is implemented like ``binary(_:)``.
      case rtree([PartialKeyPath<Model>])
    }

    /// The groups of properties.
    public let indices: [Types<T>]

    /// Creates indexes in order of the values.
    public init(_ indices: [PartialKeyPath<T>]...) { self.indices = indices.map { .binary($0) } }

    /// Creates indexes of the given kinds.
    public init(_ indices: Types<T>...) { self.indices = indices }

    /// False for an index.
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
