internal import StrataObservation
public import StrataSchema
package import StrataSQLite

extension Schema {
  /// The description of one persisted property, as `@Model` generates it.
  public struct PropertyMetadata {
    /// The property's name.
    public let name: String
    /// The key path of the property.
    public let keypath: AnyKeyPath
    /// The property's position among the persisted ones of its class.
    package let index: PropertyIndex
    package private(set) var kind: Kind
    package let options: PropertyOptions
    /// The structure of a composite value of several columns, for types with `@Composite`.
    let shape: CompositeShape?
    /// The conversions that a migration needs for the value's type.
    let conversion: Schema.Attribute.Conversion
    package let willSet: (any PersistentModel) -> Void
    package let didSet: (any PersistentModel) -> Void
    /// Copies the property's value from one object to another.
    package let copy: (_ source: any PersistentModel, _ target: any PersistentModel) -> Void
    /// Encodes a value of the attribute into columns, or nil if only an object can do that.
    package private(set) var encode: ((_ value: Any) throws -> [ColumnValue])?
    /// Decodes the value of a transformed property, which only the class knows how to do.
    ///
    /// It is nil for others.
    package private(set) var restore: ((inout Row) throws -> Any)?
    /// True if the class can set the property after an object was made.
    let isVariable: Bool
    private let makeDefault: (() -> Any?)?
    /// Makes the initial value of another new object, as columns.
    private let makeDefaultColumns: (() throws -> [ColumnValue])?
    private var isDefaultConstant = false
    /// The property's storage in backing data, if the class conforms without the macro.
    private(set) var backed: BackedProperty?
    /// The reason why no store can keep the property, or nil if one can.
    var problem: String?

    /// The initial value of a new object, or nil if the class gives none.
    ///
    /// Each call evaluates it.
    public var defaultValue: Any? { makeDefault?() }
    /// The arguments of `@Attribute(…)` or `@Relationship(…)`, or nil if there is neither.
    public var metadata: (any SchemaProperty)? { options.metadata }

    /// Describes a property in the `schemaMetadata` of a class that conforms to ``PersistentModel``
    /// without the macro.
    ///
    /// The property's type determines how it is stored, as it does for `@Model`.
    ///
    /// - Parameters:
    ///   - defaultValue: The initial value of a new object. `schemaMetadata` is asked for it again
    ///     for each object.
    ///   - metadata: A `Schema.Attribute` or a `Schema.Relationship`, with what you would write in
    ///     `@Attribute(…)` or `@Relationship(…)`.
    public init<Root: PersistentModel, Value>(
      name: String, keypath: KeyPath<Root, Value>, defaultValue: Any? = nil,
      metadata: (any SchemaProperty)? = nil
    ) {
      var options = PropertyOptions.none
      options.metadata = metadata
      let kind = Kind.attribute(
        valueType: Value.self, columns: [], check: nil, defaultColumns: nil)
      self.init(0, name, keypath, options, kind: kind, makeDefault: defaultValue.map { v in { v } })
      backed = BackedProperty(name, keypath, hasDefault: defaultValue != nil, metadata)
    }

    /// Describes a property of a type that no store can keep.
    init<Root: PersistentModel, Value>(
      unstorable index: PropertyIndex, _ name: String, _ keyPath: KeyPath<Root, Value>,
      _ options: PropertyOptions
    ) {
      self.init(
        index, name, keyPath, options,
        kind: .attribute(valueType: Value.self, columns: [], check: nil, defaultColumns: nil))
    }

    package enum Kind {
      case attribute(
        valueType: any Any.Type, columns: [ColumnDescription],
        check: ((_ columns: [ColumnDescription]) -> String?)?, defaultColumns: [ColumnValue]?)
      case relationship(destination: any PersistentModel.Type, isToOne: Bool, isOptional: Bool)
    }

    init<Root: PersistentModel, Value>(
      _ index: PropertyIndex, _ name: String, _ keyPath: KeyPath<Root, Value>,
      _ options: PropertyOptions,
      kind: Kind, shape: CompositeShape? = nil,
      conversion: Schema.Attribute.Conversion = .none, makeDefault: (() -> Any?)? = nil,
      makeDefaultColumns: (() throws -> [ColumnValue])? = nil,
      encode: ((_ value: Any) throws -> [ColumnValue])? = nil
    ) {
      self.index = index
      self.name = name
      keypath = keyPath
      isVariable = keyPath is ReferenceWritableKeyPath<Root, Value>
      self.kind = kind
      self.options = options
      self.shape = shape
      self.conversion = conversion
      self.makeDefault = makeDefault
      self.makeDefaultColumns = makeDefaultColumns
      self.encode = encode
      copy = { source, target in
        if case .attribute = kind, !options.options.contains(.ephemeral) {
          // A source without a value, or with one that can't be stored, leaves the target as it is.
          guard let columns = try? source.columnValues(forKey: name) else { return }
          // Can't fail: the columns are those of a value of the same type.
          try? target.setColumnValues(columns, forKey: name)
        } else if let source = source as? Root, let target = target as? Root {
          target.setValue(forKey: keyPath, to: source.getValue(forKey: keyPath))
        }
      }
      willSet = { model in
        guard let model = model as? Root else { return }
        let registrar = model._$state.registrar
        registrar.willSet(model, keyPath: keyPath)
      }
      didSet = { model in
        guard let model = model as? Root else { return }
        let registrar = model._$state.registrar
        registrar.didSet(model, keyPath: keyPath)
      }
    }
  }

  /// The arguments of `@Attribute(…)` and `@Relationship(…)` of a property.
  public struct PropertyOptions {
    package var options: [Schema.Attribute.Option] = []
    package var originalName: String?
    var deleteRule = Schema.Relationship.DeleteRule.nullify
    var inverse: AnyKeyPath?
    /// True if the source says `inverse: nil`.
    var isInverseDeclined = false
    var minimumCount = 0
    var maximumCount = 0
    var hashModifier: String?
    /// The same arguments as a `Schema.Attribute` or `Schema.Relationship`.
    var metadata: (any SchemaProperty)?

    /// The options of a property without `@Attribute` and `@Relationship`.
    public static var none: PropertyOptions { PropertyOptions() }

    /// Creates the options of a property with `@Attribute`.
    public static func attribute(
      _ options: Schema.Attribute.Option..., originalName: String? = nil,
      hashModifier: String? = nil
    ) -> PropertyOptions {
      PropertyOptions(
        options: options, originalName: originalName, hashModifier: hashModifier,
        metadata: Schema.Attribute(
          name: "", originalName: originalName, options: options, valueType: Any.self,
          columns: [], hashModifier: hashModifier))
    }

    /// Creates the options of a property with `@Relationship` that names no inverse.
    public static func relationship(
      _ options: Schema.Relationship.Option...,
      deleteRule: Schema.Relationship.DeleteRule = .nullify, minimumModelCount: Int? = 0,
      maximumModelCount: Int? = 0, originalName: String? = nil, hashModifier: String? = nil
    ) -> PropertyOptions {
      relationship(
        options, deleteRule, minimumModelCount, maximumModelCount, originalName, nil, hashModifier)
    }

    /// Creates the options of a property with `@Relationship` that names an inverse, or says with
    /// nil that there is none.
    public static func relationship(
      _ options: Schema.Relationship.Option...,
      deleteRule: Schema.Relationship.DeleteRule = .nullify, minimumModelCount: Int? = 0,
      maximumModelCount: Int? = 0, originalName: String? = nil,
      inverse: AnyKeyPath?, hashModifier: String? = nil
    ) -> PropertyOptions {
      var made = relationship(
        options, deleteRule, minimumModelCount, maximumModelCount, originalName, inverse,
        hashModifier)
      made.isInverseDeclined = inverse == nil
      return made
    }

    private static func relationship(
      _ options: [Schema.Relationship.Option], _ deleteRule: Schema.Relationship.DeleteRule,
      _ minimum: Int?, _ maximum: Int?, _ originalName: String?, _ inverse: AnyKeyPath?,
      _ hashModifier: String?
    ) -> PropertyOptions {
      PropertyOptions(
        options: options.contains(.unique) ? [.unique] : [], originalName: originalName,
        deleteRule: deleteRule, inverse: inverse, minimumCount: minimum ?? 0,
        maximumCount: maximum ?? 0, hashModifier: hashModifier,
        metadata: Schema.Relationship(
          name: "", originalName: originalName, destination: "", inverseName: nil,
          inverseIsToOne: false, isToOne: false, isOptional: false, deleteRule: deleteRule,
          options: options, minimumModelCount: minimum, maximumModelCount: maximum,
          hashModifier: hashModifier, inverseKeyPath: inverse))
    }
  }
}

extension Schema.PropertyMetadata {
  /// Creates the metadata of a property of a described entity.
  ///
  /// - Parameter destination: The class that a relationship leads to, or nil for an attribute.
  package init<Root: PersistentModel, Value>(
    _ property: Schema.Property, _ index: PropertyIndex, _ keyPath: KeyPath<Root, Value>,
    to destination: (any PersistentModel.Type)?
  ) {
    var options = Schema.PropertyOptions.none
    options.originalName = property.originalName
    options.hashModifier = property.hashModifier
    switch property {
    case .attribute(let attribute):
      options.options = attribute.options
      self.init(
        index, attribute.name, keyPath, options,
        kind: .attribute(
          valueType: attribute.valueType, columns: attribute.columns,
          check: { _ in attribute.check }, defaultColumns: attribute.defaultColumns),
        shape: attribute.shape, conversion: attribute.conversion)
    case .relationship(let relationship):
      options.deleteRule = relationship.deleteRule
      options.minimumCount = relationship.minimumModelCount ?? 0
      options.maximumCount = relationship.maximumModelCount ?? 0
      self.init(
        index, relationship.name, keyPath, options,
        kind: .relationship(
          destination: destination ?? MissingModel.self, isToOne: relationship.isToOne,
          isOptional: relationship.isOptional))
    }
  }

  /// A copy of the metadata, marked as having a literal as initial value, which is the same for all
  /// objects.
  ///
  /// Each object evaluates any other initial value.
  public var withConstantDefault: Self {
    var copy = self
    copy.isDefaultConstant = true
    return copy
  }

  /// A copy of the metadata of which the value is never saved and has no columns.
  public var keptInMemory: Self {
    guard case .attribute(let valueType, _, _, let defaultColumns) = kind else { return self }
    var copy = self
    copy.kind = .attribute(
      valueType: valueType, columns: [], check: nil, defaultColumns: defaultColumns)
    copy.encode = nil
    return copy
  }

  /// True if the value is never saved.
  package var isEphemeral: Bool { options.options.contains(.ephemeral) }

  /// Returns a copy with the function that decodes a transformed value.
  func restored(_ restore: @escaping (inout Row) throws -> Any) -> Self {
    var copy = self
    copy.restore = restore
    return copy
  }

  /// The evaluation of the initial value for each object, or none if it is the same for all.
  var evaluation: Schema.Attribute.Evaluation {
    guard case .attribute(_, _, _, let columns) = kind, let makeDefaultColumns else { return .none }
    return isDefaultConstant && columns != nil ? .none : .init(makeDefaultColumns)
  }

  /// Decodes a value of the property from its columns.
  ///
  /// - Throws: `StorageError.invalidValue` if the columns don't make such a value.
  package func value<Value>(
    of columns: [ColumnValue], as type: Value.Type, table: String
  ) throws -> Value? {
    guard let restore else { return try StoredValue.decode(columns, as: Value.self, table: table) }
    var row = Row(columns, table: table, present: PropertySet(index))
    return try restore(&row) as? Value
  }

  /// Returns the property with the columns of a subclass, which are in the table of the root class.
  func owned(by entity: String) -> Self {
    guard case .attribute(let valueType, let columns, let check, let defaults) = kind else {
      return self
    }
    var copy = self
    copy.kind = .attribute(
      valueType: valueType, columns: columns.map { $0.owned(by: entity) }, check: check,
      defaultColumns: defaults)
    return copy
  }
}
