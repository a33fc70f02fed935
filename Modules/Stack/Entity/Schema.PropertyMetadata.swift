internal import StrataObservation
public import StrataSchema
internal import StrataStorage

extension Schema {
  /// What `@Model` says of one persisted property.
  public struct PropertyMetadata {
    /// The property's name.
    public let name: String
    /// Leads to the property.
    public let keypath: AnyKeyPath
    /// The property's position among the persisted ones of its class.
    package let index: Int
    package private(set) var kind: Kind
    package let options: PropertyOptions
    package let willSet: (any PersistentModel) -> Void
    package let didSet: (any PersistentModel) -> Void
    /// Gives the property of an object the value that it has in another.
    package let copy: (_ source: any PersistentModel, _ target: any PersistentModel) -> Void
    /// The columns of an attribute's value; nil where only an object can tell them.
    package let encode: ((_ value: Any) throws -> [ColumnValue])?
    private let makeDefault: (() -> Any)?

    /// The initial value of a new object; nil where the class gives none. Made anew each time.
    public var defaultValue: Any? { makeDefault?() }

    package enum Kind {
      case attribute(
        valueType: any Any.Type, columns: [ColumnDescription],
        check: ((_ columns: [ColumnDescription]) -> String?)?, defaultColumns: [ColumnValue]?)
      case relationship(destination: any PersistentModel.Type, isToOne: Bool, isOptional: Bool)
    }

    init<Root: PersistentModel, Value>(
      _ index: Int, _ name: String, _ keyPath: KeyPath<Root, Value>, _ options: PropertyOptions,
      kind: Kind, default value: (() -> Value)? = nil,
      encode: ((_ value: Any) throws -> [ColumnValue])? = nil
    ) {
      self.index = index
      self.name = name
      keypath = keyPath
      self.kind = kind
      self.options = options
      makeDefault = value.map { make in { make() } }
      self.encode = encode
      copy = { source, target in
        if case .attribute = kind {
          // What has no value, or one that can't be stored, has none to give.
          guard let columns = try? source.columnValues(forKey: name) else { return }
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
    let options: [Schema.Attribute.Option]
    let originalName: String?
    let deleteRule: Schema.Relationship.DeleteRule
    let inverse: AnyKeyPath?
    let minimumCount: Int
    let maximumCount: Int

    /// A property without options.
    public static var none: PropertyOptions {
      PropertyOptions(
        options: [], originalName: nil, deleteRule: .nullify, inverse: nil, minimumCount: 0,
        maximumCount: 0)
    }

    /// The arguments of `@Attribute`.
    public static func attribute(
      _ options: Schema.Attribute.Option..., originalName: String? = nil,
      hashModifier: String? = nil
    ) -> PropertyOptions {
      PropertyOptions(
        options: options, originalName: originalName, deleteRule: .nullify, inverse: nil,
        minimumCount: 0, maximumCount: 0)
    }

    /// The arguments of `@Relationship`.
    public static func relationship(
      _ options: Schema.Relationship.Option...,
      deleteRule: Schema.Relationship.DeleteRule = .nullify, minimumModelCount: Int? = 0,
      maximumModelCount: Int? = 0, originalName: String? = nil,
      inverse: AnyKeyPath? = nil, hashModifier: String? = nil
    ) -> PropertyOptions {
      PropertyOptions(
        options: options.contains(.unique) ? [.unique] : [], originalName: originalName,
        deleteRule: deleteRule, inverse: inverse, minimumCount: minimumModelCount ?? 0,
        maximumCount: maximumModelCount ?? 0)
    }
  }
}

extension Schema.PropertyMetadata {
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
