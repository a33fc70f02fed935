public import Foundation
public import StrataModel
public import StrataQuery
internal import StrataSchema

// Initializers for sort keys that Foundation doesn't support.
extension SortDescriptor where Compared: PersistentModel {
  /// Sorts by a Boolean.
  ///
  /// False comes before true.
  public init(_ keyPath: KeyPath<Compared, Bool>, order: SortOrder = .forward) {
    self.init(_SortSource(keyPath) { ($0 ? 1 : 0) - ($1 ? 1 : 0) }, order)
  }

  /// Sorts by an optional Boolean.
  ///
  /// False comes before true.
  ///
  /// - Parameter nils: The position of nil. By default nil is less than any value.
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

  /// Sorts by the raw value of an optional enum.
  ///
  /// - Parameter nils: The position of nil. By default nil is less than any value.
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

  /// Sorts by an optional value.
  ///
  /// - Parameter nils: The position of nil, in either sort order.
  public init<Value: Comparable>(
    _ keyPath: KeyPath<Compared, Value?>, order: SortOrder = .forward, nils: Query.NilPlacement
  ) {
    self.init(
      _SortSource(keyPath, nilsAreGreater: Optional(nils).isGreater(order), wrapped: comparison),
      order)
  }

  /// Sorts by a text with a collation.
  @_disfavoredOverload
  public init(
    _ keyPath: KeyPath<Compared, String>, comparator: TextCollation, order: SortOrder = .forward
  ) {
    self.init(_SortSource(keyPath, collation: comparator, comparator.order), order)
  }

  /// Sorts by an optional text with a collation.
  ///
  /// - Parameter nils: The position of nil. By default nil is less than any value.
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
  /// Returns true if nil must count as greater than any value to come in the given position.
  fileprivate func isGreater(_ order: SortOrder) -> Bool {
    switch self {
    case .first: order == .reverse
    case .last: order == .forward
    case nil: false
    }
  }
}

extension SortDescriptor where Compared: PersistentModel {
  /// Returns a sort descriptor in ascending order.
  public static func ascending<Value: Comparable>(
    _ keyPath: any KeyPath<Compared, Value> & Sendable
  ) -> Self { Self(keyPath, order: .forward) }

  /// Returns a sort descriptor in ascending order.
  ///
  /// Nil comes first.
  public static func ascending<Value: Comparable>(
    _ keyPath: any KeyPath<Compared, Value?> & Sendable
  ) -> Self { Self(keyPath, order: .forward) }

  /// Returns a sort descriptor in descending order.
  public static func descending<Value: Comparable>(
    _ keyPath: any KeyPath<Compared, Value> & Sendable
  ) -> Self { Self(keyPath, order: .reverse) }

  /// Returns a sort descriptor in descending order.
  ///
  /// Nil comes last.
  public static func descending<Value: Comparable>(
    _ keyPath: any KeyPath<Compared, Value?> & Sendable
  ) -> Self { Self(keyPath, order: .reverse) }
}
