import StrataRuntime

extension Schema {
  /// A property with a value.
  public struct Attribute: SchemaProperty {
    /// The property's name in the model class.
    public let name: String
    /// The name in an earlier version, or ``name`` if none is given.
    public let originalName: String
    /// The options of `@Attribute(…)`.
    public let options: [Option]
    /// The Swift type of the property.
    public var valueType: any Any.Type { type.type }
    private let type: NamedType
    /// The columns of a value, in order.
    public let columns: [ColumnDescription]
    /// The property's initial value as columns, if it has one.
    ///
    /// If each object gets its own, this is that of one object.
    public let defaultColumns: [ColumnValue]?
    /// The evaluation of the initial value for another object.
    package private(set) var evaluation = Evaluation.none
    /// A CHECK expression for the value's columns, with their full names.
    public let check: String?
    /// The structure of a value that `@Composite` stores in columns, or nil for any other value.
    package private(set) var shape: CompositeShape?
    /// The conversions that a migration needs to convert values from another form.
    package private(set) var conversion = Conversion.none
    /// A text that you change to distinguish versions without other differences.
    public let hashModifier: String?

    /// Creates an attribute.
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

    /// Creates an attribute from the arguments of `@Attribute(…)`, without a property.
    public init(
      _ options: Option..., originalName: String? = nil, hashModifier: String? = nil
    ) {
      self.init(
        name: "", originalName: originalName, options: options, valueType: Any.self, columns: [],
        hashModifier: hashModifier)
    }

    /// Returns a copy whose initial value is evaluated for each object.
    package func evaluating(_ evaluation: Evaluation) -> Attribute {
      var copy = self
      copy.evaluation = evaluation
      return copy
    }

    /// Returns a copy with the structure and the conversions of its values.
    package func shaped(_ shape: CompositeShape?, _ conversion: Conversion = .none) -> Attribute {
      var copy = self
      copy.shape = shape
      copy.conversion = conversion
      return copy
    }

    // The evaluation and the conversions are code, and can't be encoded.
    private enum CodingKeys: CodingKey {
      case name, originalName, options, type, columns, defaultColumns, check, hashModifier, shape
    }

    /// True for an attribute.
    public var isAttribute: Bool { true }
    /// True if a transformer converts the value to data.
    public var isTransformable: Bool { options.contains(.transformable) }
    /// True if the value is stored as one encoded column.
    public var isCodable: Bool { options.contains(.codable) }

    /// True if the value is never saved and has no column.
    public var isEphemeral: Bool { options.contains(.ephemeral) }

    /// The option by which saves or deletions set the value, or nil if there is none.
    package var timestamp: Option? { options.first(where: Option.timestamps.contains) }

    /// True if no two objects may have the same value.
    public var isUnique: Bool { options.contains(.unique) }
    /// True if the value may be nil.
    public var isOptional: Bool {
      isEphemeral
        ? valueType is any ExpressibleByNilLiteral.Type : columns.allSatisfy(\.isOptional)
    }
  }
}

extension Schema.Attribute {
  /// An option for the storage of an attribute's value.
  public struct Option: Sendable, Hashable, Codable {
    /// The option's name, as you write it in `@Attribute`.
    public let name: String

    /// Requires that no two objects have the same value.
    public static let unique = Option(name: "unique")
    /// Marks a large value, which a fetch doesn't read.
    ///
    /// An object reads the value when you first ask for it. The column stays in the table, behind all
    /// others, so that queries, batches and SQL use it like any other. An engine stores large values on pages
    /// of their own. An object that was deleted before the value was read has a placeholder for it. A property that is a constant, or whose type has no placeholder and which has no initial
    /// value, is read with the object.
    public static let externalStorage = Option(name: "externalStorage")
    /// Preserves the value in the history when the object is deleted
    /// (`HistoryEntry.Change.tombstone`).
    public static let preserveValueOnDeletion = Option(name: "preserveValueOnDeletion")
    /// Tracks and observes the value, but never saves it.
    ///
    /// A fetched object has the initial value, and queries can't use the property.
    public static let ephemeral = Option(name: "ephemeral")
    /// Has no effect here.
    ///
    /// It is for a search index of another platform.
    public static let spotlight = Option(name: "spotlight")
    /// Has no effect here.
    ///
    /// It is for a cloud of another platform.
    public static let allowsCloudEncryption = Option(name: "allowsCloudEncryption")
    /// Stores the value as one encoded column.
    public static let codable = Option(name: "codable")
    /// Sets the date of the save that inserts the object, unless the property has a value already.
    ///
    /// The property is a `Date` or `Date?` without an initial value.
    public static let createdAt = Option(name: "createdAt")
    /// Sets the date of each save that inserts the object or changes its row.
    ///
    /// The property is a `Date` or `Date?` without an initial value.
    public static let updatedAt = Option(name: "updatedAt")
    /// Lets a deletion set the date instead of deleting the row. Fetches leave the object out then.
    ///
    /// The property is a `Date?`, and nil if the object isn't deleted.
    public static let deletedAt = Option(name: "deletedAt")
    package static let transformable = Option(name: "transformable")
    /// The options by which saves or deletions set a property.
    package static let timestamps: [Option] = [.createdAt, .updatedAt, .deletedAt]
  }
}

extension Schema.Attribute {
  /// The evaluation of an attribute's initial value for another object.
  ///
  /// It belongs to the program, not to the store, so that attributes are equal even if they differ
  /// in it.
  package struct Evaluation: Sendable, Hashable {
    /// Evaluates the value and returns its columns, or nil if all objects have the same value.
    package let columns: (@Sendable () throws -> [ColumnValue])?

    /// No evaluation: all objects have the same value, or none.
    package static var none: Evaluation { Evaluation() }

    private init() { columns = nil }

    /// - Parameter columns: The code of a property's initial value, which captures nothing. It runs
    ///   on the isolation that creates an object, which may be that of a store's migration.
    package init(_ columns: @escaping () throws -> [ColumnValue]) {
      // Safe: the code captures nothing, so that no two isolations share anything by it.
      nonisolated(unsafe) let columns = columns
      self.columns = { try columns() }
    }

    package static func == (lhs: Evaluation, rhs: Evaluation) -> Bool { true }
    package func hash(into hasher: inout Hasher) {}
  }
}
