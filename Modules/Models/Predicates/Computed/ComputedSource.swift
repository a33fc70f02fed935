public import StrataModel
internal import StrataQuery
internal import Synchronization

/// A value that a store computes of a property: the month of a date, or the bucket of a number.
///
/// A key path with a single component, the subscript below, has this value as the subscript's argument. So it is used
/// wherever a key path of a property is.
public struct _ComputedSource<Model: PersistentModel, Value>: Hashable, Sendable {
  let function: QueryExpression.Function
  // Unchecked: the key path is one of a property, which is immutable. Its type doesn't say so.
  nonisolated(unsafe) let keyPath: PartialKeyPath<Model>
  // Unchecked: the closure captures this key path and immutable values, and is called on the object's isolation.
  fileprivate nonisolated(unsafe) let compute: (Model) -> Value

  init<Property>(
    _ keyPath: KeyPath<Model, Property>, _ function: QueryExpression.Function,
    _ compute: @escaping (Property) -> Value
  ) {
    self.keyPath = keyPath
    self.function = function
    self.compute = { compute($0[keyPath: keyPath]) }
  }

  /// Returns true if both compute the same.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.keyPath == rhs.keyPath && lhs.function == rhs.function
  }

  /// Hashes the property and the function.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(keyPath)
    hasher.combine(function)
  }

  /// Returns the key path of the value, and registers the source under it.
  func recorded() -> any KeyPath<Model, Value> & Sendable {
    let keyPath: any KeyPath<Model, Value> & Sendable = \Model[_$computed: self]
    ComputedValue.record(ComputedValue(keyPath: self.keyPath, function: function), at: keyPath)
    return keyPath
  }
}

extension PersistentModel {
  /// Computes a value of a property.
  public subscript<Value>(_$computed source: _ComputedSource<Self, Value>) -> Value {
    source.compute(self)
  }
}

/// A computed value without the types of the model and the value.
// Unchecked: the key path is one of a property, which is immutable. Its type doesn't say so.
package struct ComputedValue: @unchecked Sendable {
  package let keyPath: AnyKeyPath
  let function: QueryExpression.Function

  // One entry for each property and function that the program uses, as for sort keys.
  private static let values = Mutex<[Key: ComputedValue]>([:])

  // Unchecked: the key path is one of the subscript above, whose argument is immutable. Key paths are compared by their
  // arguments.
  private struct Key: Hashable, @unchecked Sendable {
    let keyPath: AnyKeyPath
  }

  static func record(_ value: ComputedValue, at keyPath: AnyKeyPath) {
    let key = Key(keyPath: keyPath)
    values.withLock { $0[key] = value }
  }

  /// Returns the computed value that a key path leads to, or nil for any other key path.
  package static func at(_ keyPath: AnyKeyPath) -> ComputedValue? {
    let key = Key(keyPath: keyPath)
    return values.withLock { $0[key] }
  }
}
