public import Foundation
public import StrataModel
public import StrataQuery
internal import StrataSchema

// Sort keys that Foundation has no initializer for.
extension SortDescriptor where Compared: PersistentModel {
  /// Sorts by a Bool: false is smaller than true.
  public init(_ keyPath: KeyPath<Compared, Bool>, order: SortOrder = .forward) {
    self.init(_SortSource(keyPath) { ($0 ? 1 : 0) - ($1 ? 1 : 0) }, order)
  }

  /// Sorts by a Bool that may be nil: false is smaller than true.
  ///
  /// - Parameter nils: Where nil stands; without it, nil is smaller than any value.
  public init(
    _ keyPath: KeyPath<Compared, Bool?>, order: SortOrder = .forward,
    nils: Query.NilPlacement? = nil
  ) {
    self.init(
      _SortSource(
        keyPath, nilsAreGreater: nils.isGreater(order), wrapped: { ($0 ? 1 : 0) - ($1 ? 1 : 0) }),
      order)
  }

  /// Sorts by the raw value of an enum.
  @_disfavoredOverload
  public init<Value: RawRepresentable>(
    _ keyPath: KeyPath<Compared, Value>, order: SortOrder = .forward
  ) where Value.RawValue: Comparable {
    self.init(_SortSource(keyPath) { comparison($0.rawValue, $1.rawValue) }, order)
  }

  /// Sorts by the raw value of an enum that may be nil.
  ///
  /// - Parameter nils: Where nil stands; without it, nil is smaller than any value.
  @_disfavoredOverload
  public init<Value: RawRepresentable>(
    _ keyPath: KeyPath<Compared, Value?>, order: SortOrder = .forward,
    nils: Query.NilPlacement? = nil
  ) where Value.RawValue: Comparable {
    self.init(
      _SortSource(
        keyPath, nilsAreGreater: nils.isGreater(order),
        wrapped: { comparison($0.rawValue, $1.rawValue) }), order)
  }

  /// Sorts by a value that may be nil.
  ///
  /// - Parameter nils: Where nil stands, whichever way values are sorted.
  public init<Value: Comparable>(
    _ keyPath: KeyPath<Compared, Value?>, order: SortOrder = .forward, nils: Query.NilPlacement
  ) {
    self.init(
      _SortSource(keyPath, nilsAreGreater: Optional(nils).isGreater(order), wrapped: comparison),
      order)
  }

  /// Sorts by a text in an order of one's choice.
  @_disfavoredOverload
  public init(
    _ keyPath: KeyPath<Compared, String>, comparator: TextCollation, order: SortOrder = .forward
  ) {
    self.init(_SortSource(keyPath, collation: comparator, comparator.order), order)
  }

  /// Sorts by a text that may be nil, in an order of one's choice.
  ///
  /// - Parameter nils: Where nil stands; without it, nil is smaller than any value.
  @_disfavoredOverload
  public init(
    _ keyPath: KeyPath<Compared, String?>, comparator: TextCollation,
    order: SortOrder = .forward, nils: Query.NilPlacement? = nil
  ) {
    self.init(
      _SortSource(
        keyPath, collation: comparator, nilsAreGreater: nils.isGreater(order),
        wrapped: comparator.order), order)
  }

  private init(_ source: _SortSource<Compared>, _ order: SortOrder) {
    self.init(source.recorded(), order: order)
  }
}

private func comparison<Value: Comparable>(_ lhs: Value, _ rhs: Value) -> Int {
  lhs < rhs ? -1 : rhs < lhs ? 1 : 0
}

extension Query.NilPlacement? {
  /// Whether nil counts as greater than any value, so that it stands where it should in an order.
  fileprivate func isGreater(_ order: SortOrder) -> Bool {
    switch self {
    case .first: order == .reverse
    case .last: order == .forward
    case nil: false
    }
  }
}
