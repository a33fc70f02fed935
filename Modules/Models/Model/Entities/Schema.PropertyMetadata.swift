internal import StrataObservation
public import StrataSchema
package import StrataSQLite

extension Schema {
  /// What `@Model` says of one persisted property.
  public struct PropertyMetadata {
    /// The property's name.
    public let name: String
    /// Leads to the property.
    public let keypath: AnyKeyPath
    /// The property's position among the persisted ones of its class.
    package let index: PropertyIndex
    package private(set) var kind: Kind
    package let options: PropertyOptions
    /// How a value of several columns is put together, where `@Composite` keeps it.
    let shape: CompositeShape?
    /// What a migration needs to know of the value's type.
    let conversion: Schema.Attribute.Conversion
    package let willSet: (any PersistentModel) -> Void
    package let didSet: (any PersistentModel) -> Void
    /// Gives the property of an object the value that it has in another.
    package let copy: (_ source: any PersistentModel, _ target: any PersistentModel) -> Void
    /// The columns of an attribute's value; nil where only an object can tell them.
    package private(set) var encode: ((_ value: Any) throws -> [ColumnValue])?
    /// Reads the value of a transformed property, of which only the class knows how; nil for others.
    package private(set) var restore: ((inout Row) throws -> Any)?
    private let makeDefault: (() -> Any?)?
    /// Makes the initial value of a further object, as columns.
    private let makeDefaultColumns: (() throws -> [ColumnValue])?
    private var isDefaultConstant = false
    /// How the property is kept in backing data, where a class describes it by hand.
    private(set) var backed: BackedProperty?
    /// Why no store can keep it.
    var problem: String?

    /// The initial value of a new object; nil where the class gives none. Made anew each time.
    public var defaultValue: Any? { makeDefault?() }
    /// What `@Attribute(…)` or `@Relationship(…)` says; nil where there is neither.
    public var metadata: (any SchemaProperty)? { options.metadata }

    /// Describes a property by hand, in the `schemaMetadata` of a class that conforms to
    /// ``PersistentModel`` by hand. Its type says how it is kept, as it does for `@Model`.
    ///
    /// - Parameters:
    ///   - defaultValue: The initial value of a new object. It is asked for again for each object.
    ///   - metadata: What `@Attribute(…)` or `@Relationship(…)` would say: a `Schema.Attribute` or a
    ///     `Schema.Relationship`.
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

    /// A property of a type that no store can keep.
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
      self.kind = kind
      self.options = options
      self.shape = shape
      self.conversion = conversion
      self.makeDefault = makeDefault
      self.makeDefaultColumns = makeDefaultColumns
      self.encode = encode
      copy = { source, target in
        if case .attribute = kind, !options.options.contains(.ephemeral) {
          // What has no value, or one that can't be stored, has none to give.
          guard let columns = try? source.columnValues(forKey: name) else { return }
          // The columns are those of a value of the same type.
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

  /// What `@Attribute(…)` and `@Relationship(…)` say of a property, as the macros' arguments.
  public struct PropertyOptions {
    package var options: [Schema.Attribute.Option] = []
    package var originalName: String?
    var deleteRule = Schema.Relationship.DeleteRule.nullify
    var inverse: AnyKeyPath?
    /// Whether the source says that there is no inverse.
    var isInverseDeclined = false
    var minimumCount = 0
    var maximumCount = 0
    var hashModifier: String?
    /// The same as a description, as the source has it.
    var metadata: (any SchemaProperty)?

    /// A property without options.
    public static var none: PropertyOptions { PropertyOptions() }

    /// The arguments of `@Attribute`.
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

    /// The arguments of `@Relationship` that name no inverse.
    public static func relationship(
      _ options: Schema.Relationship.Option...,
      deleteRule: Schema.Relationship.DeleteRule = .nullify, minimumModelCount: Int? = 0,
      maximumModelCount: Int? = 0, originalName: String? = nil, hashModifier: String? = nil
    ) -> PropertyOptions {
      relationship(
        options, deleteRule, minimumModelCount, maximumModelCount, originalName, nil, hashModifier)
    }

    /// The arguments of `@Relationship` that name an inverse, or say that there is none.
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
  /// A property of a described entity.
  ///
  /// - Parameter destination: The class that a relationship leads to; nil for an attribute.
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

  /// The same property, whose initial value is a literal and so the same for all objects. Others are
  /// evaluated for each.
  public var withConstantDefault: Self {
    var copy = self
    copy.isDefaultConstant = true
    return copy
  }

  /// The same property, whose value is never saved and has no columns.
  public var keptInMemory: Self {
    guard case .attribute(let valueType, _, _, let defaultColumns) = kind else { return self }
    var copy = self
    copy.kind = .attribute(
      valueType: valueType, columns: [], check: nil, defaultColumns: defaultColumns)
    copy.encode = nil
    return copy
  }

  /// Whether the value is never saved.
  package var isEphemeral: Bool { options.options.contains(.ephemeral) }

  /// The same property, which a transformer makes data of.
  func restored(_ restore: @escaping (inout Row) throws -> Any) -> Self {
    var copy = self
    copy.restore = restore
    return copy
  }

  /// What makes the initial value of each object.
  var evaluation: Schema.Attribute.Evaluation {
    guard case .attribute(_, _, _, let columns) = kind, let makeDefaultColumns else { return .none }
    return isDefaultConstant && columns != nil ? .none : .init(makeDefaultColumns)
  }

  /// The value that columns of the property make.
  ///
  /// - Throws: `StorageError.invalidValue` where they make no such value.
  package func value<Value>(
    of columns: [ColumnValue], as type: Value.Type, table: String
  ) throws -> Value? {
    guard let restore else { return try StoredValue.decode(columns, as: Value.self, table: table) }
    var row = Row(columns, table: table, present: PropertySet(index))
    return try restore(&row) as? Value
  }

  /// The property as one of a subclass, whose columns stand in its superclass's table.
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
