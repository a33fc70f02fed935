/// The constraint or index that `#Unique`, `#Index` or `#Search` declares in a class.
public protocol SchemaConstraint {
  /// True if the groups are unique, false if they are only indexed.
  var isUnique: Bool { get }
  /// The groups of properties.
  var keyPathGroups: [[AnyKeyPath]] { get }
  /// The tokenizer of a search index, or nil for any other constraint.
  var searchTokenizer: Schema.SearchTokenizer? { get }
}

extension SchemaConstraint {
  /// Nil, as for every constraint but a search index.
  public var searchTokenizer: Schema.SearchTokenizer? { nil }
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

  /// Texts with a search index.
  public struct Search<T>: SchemaConstraint {
    /// The properties with the texts.
    public let properties: [PartialKeyPath<T>]
    /// The rule by which texts become words.
    public let tokenizer: SearchTokenizer

    /// Creates a search index of the given properties.
    public init(_ properties: [PartialKeyPath<T>], tokenizer: SearchTokenizer = .unicode61) {
      self.properties = properties
      self.tokenizer = tokenizer
    }

    /// False for a search index.
    public var isUnique: Bool { false }
    /// The properties, as one group.
    public var keyPathGroups: [[AnyKeyPath]] { [properties] }
    /// The rule by which texts become words.
    public var searchTokenizer: SearchTokenizer? { tokenizer }
  }
}
