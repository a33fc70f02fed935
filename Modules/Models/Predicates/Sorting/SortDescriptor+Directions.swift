public import Foundation
public import StrataModel

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
