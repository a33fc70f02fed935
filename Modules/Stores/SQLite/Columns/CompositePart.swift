internal import StrataSchema

/// One member of a composite value, or what some of its cases carry, as `@Composite` describes it.
public struct CompositePart: Sendable {
  /// The part's name: its columns are called so, or begin so.
  let name: String
  /// Its name in an earlier version.
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

  /// Describes a part by how its values are kept.
  public init<Root, Coding: ValueCoding>(
    _ name: String, _ keyPath: KeyPath<Root, Coding.Value>, _ coding: Coding,
    originalName: String? = nil, default value: (() -> Coding.Value)? = nil
  ) {
    // Conformances and initial values may be the main actor's by the client's word, but are of use
    // wherever a store is opened (`CompositeCode`). The closures capture nothing but types.
    nonisolated(unsafe) let check = { (name: (String) -> String) in coding.check(name) }
    nonisolated(unsafe) let columnsOfDefault = { () throws -> [ColumnValue] in
      var binder = Binder(recording: PropertySet(0))
      if let value { try coding.encode(value(), to: &binder) }
      return binder.values
    }
    self.name = name
    self.originalName = originalName
    columns = coding.columns
    self.check = { name in check(name) }
    layout = coding.layout
    guard value != nil else {
      makeDefault = nil
      return
    }
    makeDefault = { try columnsOfDefault() }
  }

  /// A part that can't be stored.
  @available(
    *, unavailable,
    message: "this type can't be stored; make it Codable, or put @Composite on it too"
  )
  public init<Root, Value>(
    _ name: String, _ keyPath: KeyPath<Root, Value>, _ coding: NoCoding<Value>,
    originalName: String? = nil, default value: (() -> Value)? = nil
  ) {
    (self.name, self.originalName, columns) = (name, originalName, [])
    (check, layout, makeDefault) = ({ _ in nil }, nil, nil)
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

  /// True if it may be nil.
  var isOptional: Bool { columns.allSatisfy(\.isOptional) }
}
