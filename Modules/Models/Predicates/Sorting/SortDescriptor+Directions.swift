public import Foundation
public import StrataModel

extension SortDescriptor where Compared: PersistentModel {
  /// From the smallest value to the greatest.
  public static func ascending<Value: Comparable>(
    _ keyPath: any KeyPath<Compared, Value> & Sendable
  ) -> Self { Self(keyPath, order: .forward) }

  /// From the smallest value to the greatest; nil comes first.
  public static func ascending<Value: Comparable>(
    _ keyPath: any KeyPath<Compared, Value?> & Sendable
  ) -> Self { Self(keyPath, order: .forward) }

  /// From the greatest value to the smallest.
  public static func descending<Value: Comparable>(
    _ keyPath: any KeyPath<Compared, Value> & Sendable
  ) -> Self { Self(keyPath, order: .reverse) }

  /// From the greatest value to the smallest; nil comes last.
  public static func descending<Value: Comparable>(
    _ keyPath: any KeyPath<Compared, Value?> & Sendable
  ) -> Self { Self(keyPath, order: .reverse) }
}
