package import StrataSchema

/// One member of a composite value, or what some of its cases carry, as `@Composite` describes it.
public struct CompositePart: Sendable {
  /// The part's name: its columns are called so, or begin so.
  let name: String
  /// What it was called in an earlier version.
  let originalName: String?
  /// The columns of its type, not yet named after it.
  let columns: [ColumnDescription]
  /// A rule for these columns.
  let check: @Sendable (_ name: (String) -> String) -> String?
  /// How it is put together itself.
  let layout: CompositeLayout?
  /// Makes its initial value, as columns.
  let makeDefault: (@Sendable () throws -> [ColumnValue])?
  private(set) var isDefaultConstant = false

  private init<Value>(
    _ name: String, _ originalName: String?, _ columns: [ColumnDescription],
    check: @escaping (_ name: (String) -> String) -> String? = { _ in nil },
    layout: CompositeLayout? = nil, _ value: (() -> Value)?,
    bind: @escaping (inout Binder, Value) throws -> Void
  ) {
    // Conformances and initial values may be the main actor's by the client's word, but are of use
    // wherever a store is opened (`CompositeCode`). The closures capture nothing but types.
    nonisolated(unsafe) let check = check
    nonisolated(unsafe) let bind = bind
    self.name = name
    self.originalName = originalName
    self.columns = columns
    self.check = { name in check(name) }
    self.layout = layout
    guard let value else {
      makeDefault = nil
      return
    }
    nonisolated(unsafe) let makeValue = value  // As above.
    makeDefault = {
      var binder = Binder(recording: PropertySet(0))
      try bind(&binder, makeValue())
      return binder.values
    }
  }

  /// The same part, whose initial value is a literal and so the same for all objects.
  public var withConstantDefault: CompositePart {
    var copy = self
    copy.isDefaultConstant = true
    return copy
  }

  /// The columns, named after the part.
  var namedColumns: [ColumnDescription] {
    columns.map { $0.inside(name, formerly: originalName) }
  }

  /// How its values are put together, where it has parts.
  var shape: CompositeShape? { layout?.shape }

  /// Whether it may be nil.
  var isOptional: Bool { columns.allSatisfy(\.isOptional) }
}

// One overload a kind of value, as for the properties of models.
extension CompositePart {
  /// Describes a part that maps itself to columns.
  public static func _$part<Root, Value: ColumnRepresentable>(
    _ name: String, _ keyPath: KeyPath<Root, Value>, originalName: String? = nil,
    default value: (() -> Value)? = nil
  ) -> CompositePart {
    CompositePart(
      name, originalName, Value.columns, check: { Value.check($0) },
      layout: .of(Value.self), value
    ) { try $1.bind(to: &$0) }
  }

  /// Describes a part that maps itself to columns, also where it has a raw value.
  public static func _$part<
    Root, Value: ColumnRepresentable & RawRepresentable
  >(
    _ name: String, _ keyPath: KeyPath<Root, Value>, originalName: String? = nil,
    default value: (() -> Value)? = nil
  ) -> CompositePart {
    CompositePart(name, originalName, Value.columns, check: { Value.check($0) }, value) {
      try $1.bind(to: &$0)
    }
  }

  /// Describes an optional part that maps itself to columns, also where it has a raw value.
  public static func _$part<
    Root, Value: ColumnRepresentable & RawRepresentable
  >(
    _ name: String, _ keyPath: KeyPath<Root, Value?>, originalName: String? = nil,
    default value: (() -> Value?)? = nil
  ) -> CompositePart {
    CompositePart(name, originalName, Value?.columns, check: { Value?.check($0) }, value) {
      try $1.bind(to: &$0)
    }
  }

  /// Describes a part with a raw value.
  public static func _$part<Root, Value: RawRepresentable>(
    _ name: String, _ keyPath: KeyPath<Root, Value>, originalName: String? = nil,
    default value: (() -> Value)? = nil
  ) -> CompositePart where Value.RawValue: ColumnRepresentable {
    CompositePart(name, originalName, ColumnDescription.rawValues(of: Value.self), value) {
      try $1.rawValue.bind(to: &$0)
    }
  }

  /// Describes an optional part with a raw value.
  public static func _$part<Root, Value: RawRepresentable>(
    _ name: String, _ keyPath: KeyPath<Root, Value?>, originalName: String? = nil,
    default value: (() -> Value?)? = nil
  ) -> CompositePart where Value.RawValue: ColumnRepresentable {
    let columns = ColumnDescription.rawValues(of: Value.self).map(\.optional)
    return CompositePart(name, originalName, columns, value) {
      try ($1?.rawValue).bind(to: &$0)
    }
  }

  /// Describes a part that is kept as JSON.
  @_disfavoredOverload
  public static func _$part<Root, Value: Codable>(
    _ name: String, _ keyPath: KeyPath<Root, Value>, originalName: String? = nil,
    default value: (() -> Value)? = nil
  ) -> CompositePart {
    CompositePart(name, originalName, [.json], value) { try $0.encode($1) }
  }

  /// Describes an optional part that is kept as JSON.
  @_disfavoredOverload
  public static func _$part<Root, Value: Codable>(
    _ name: String, _ keyPath: KeyPath<Root, Value?>, originalName: String? = nil,
    default value: (() -> Value?)? = nil
  ) -> CompositePart {
    CompositePart(name, originalName, [ColumnDescription.json.optional], value) {
      try $0.encode($1)
    }
  }

  /// A part that can't be stored.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "this type can't be stored; make it Codable, or put @Composite on it too"
  )
  public static func _$part<Root, Value>(
    _ name: String, _ keyPath: KeyPath<Root, Value>, originalName: String? = nil,
    default value: (() -> Value)? = nil
  ) -> CompositePart { CompositePart(name, originalName, [], value) { _, _ in } }
}

extension ColumnDescription {
  /// A column of JSON texts.
  package static var json: ColumnDescription { ColumnDescription("", .text, meaning: .json) }

  /// The columns of a type's raw values.
  package static func rawValues<Value: RawRepresentable>(
    of type: Value.Type
  ) -> [ColumnDescription] where Value.RawValue: ColumnRepresentable {
    Value.RawValue.columns.map { column in
      ColumnDescription(
        column.part, column.storageClass, isOptional: column.isOptional,
        meaning: cases(of: type).map { .oneOf($0) } ?? .rawValue("\(type)"))
    }
  }

  // The raw values of an enum that lists its cases; few enough to stand in a comment.
  private static func cases<Value: RawRepresentable>(of type: Value.Type) -> [ColumnValue]?
  where Value.RawValue: ColumnRepresentable {
    guard let iterable = type as? any CaseIterable.Type else { return nil }
    let all = (iterable.allCases as any Collection).map { $0 as? Value }
    var binder = Binder(recording: PropertySet(0))
    // One that can't be kept leaves fewer values than cases, and none are listed.
    for case let value? in all { try? value.rawValue.bind(to: &binder) }
    return binder.values.count == all.count && all.count <= 16 ? binder.values : nil
  }
}
