import StrataRuntime

extension Schema {
  /// A property that holds a value.
  public struct Attribute: SchemaProperty {
    /// The property's name in the model class.
    public let name: String
    /// The name it had in an earlier version; the same as ``name`` when none is given.
    public let originalName: String
    /// What was asked for in `@Attribute(…)`.
    public let options: [Option]
    /// The Swift type of the property.
    public var valueType: any Any.Type { type.type }
    private let type: NamedType
    /// The columns that keep a value, in order.
    public let columns: [ColumnDescription]
    /// The property's initial value as columns, where it has one: that of one object, where each gets
    /// its own.
    public let defaultColumns: [ColumnValue]?
    /// What makes the initial value of a further object.
    package private(set) var evaluation = Evaluation.none
    /// A CHECK expression over the value's columns, written with their full names.
    public let check: String?
    /// How a value that `@Composite` keeps in columns is put together; nil for any other.
    package private(set) var shape: CompositeShape?
    /// What code a migration needs to take values over from another form.
    package private(set) var conversion = Conversion.none
    /// Changed to tell versions apart that differ in nothing else.
    public let hashModifier: String?

    /// Describes an attribute.
    public init(
      name: String, originalName: String? = nil, options: [Option] = [],
      valueType: any Any.Type, columns: [ColumnDescription],
      defaultColumns: [ColumnValue]? = nil, check: String? = nil, hashModifier: String? = nil
    ) {
      self.name = name
      self.originalName = originalName ?? name
      self.options = options
      type = NamedType(valueType)
      self.columns = columns
      self.defaultColumns = defaultColumns
      self.check = check
      self.hashModifier = hashModifier
    }

    /// What `@Attribute(…)` says, without the property that it says it of.
    public init(
      _ options: Option..., originalName: String? = nil, hashModifier: String? = nil
    ) {
      self.init(
        name: "", originalName: originalName, options: options, valueType: Any.self, columns: [],
        hashModifier: hashModifier)
    }

    /// The same attribute, whose initial value is evaluated for each object.
    package func evaluating(_ evaluation: Evaluation) -> Attribute {
      var copy = self
      copy.evaluation = evaluation
      return copy
    }

    /// The same attribute, whose value is put together in some way.
    package func shaped(_ shape: CompositeShape?, _ conversion: Conversion = .none) -> Attribute {
      var copy = self
      copy.shape = shape
      copy.conversion = conversion
      return copy
    }

    // Code can't be written down.
    private enum CodingKeys: CodingKey {
      case name, originalName, options, type, columns, defaultColumns, check, hashModifier, shape
    }

    /// True.
    public var isAttribute: Bool { true }
    /// Whether a transformer makes data of the value.
    public var isTransformable: Bool { options.contains(.transformable) }
    /// Whether the value is kept as one encoded column.
    public var isCodable: Bool { options.contains(.codable) }

    /// Whether the value is never saved, so that no column keeps it.
    public var isEphemeral: Bool { options.contains(.ephemeral) }

    /// Whether no two objects may have the same value.
    public var isUnique: Bool { options.contains(.unique) }
    /// Whether the value may be nil.
    public var isOptional: Bool {
      isEphemeral
        ? valueType is any ExpressibleByNilLiteral.Type : columns.allSatisfy(\.isOptional)
    }
  }
}

extension Schema.Attribute {
  /// How an attribute's value is treated beyond being kept.
  public struct Option: Sendable, Hashable, Codable {
    /// The option's name, as it is written in `@Attribute`.
    public let name: String

    /// No two objects have the same value.
    public static let unique = Option(name: "unique")
    /// The value is large; kept in the row all the same, where SQLite puts it on pages of its own.
    public static let externalStorage = Option(name: "externalStorage")
    /// The value is kept in the history when the object is deleted: the entry of the deletion has it
    /// (`HistoryEntry.Change.tombstone`).
    public static let preserveValueOnDeletion = Option(name: "preserveValueOnDeletion")
    /// The value is tracked and observed, but never saved: a fetched object has the initial value, and
    /// no query can ask for it.
    public static let ephemeral = Option(name: "ephemeral")
    /// Meant for a search index of another platform; changes nothing here.
    public static let spotlight = Option(name: "spotlight")
    /// Meant for a cloud of another platform; changes nothing here.
    public static let allowsCloudEncryption = Option(name: "allowsCloudEncryption")
    /// The value is kept as one encoded column.
    public static let codable = Option(name: "codable")
    package static let transformable = Option(name: "transformable")
  }
}
