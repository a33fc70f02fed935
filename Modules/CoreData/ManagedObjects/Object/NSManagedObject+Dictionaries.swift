internal import Foundation
import StrataModel
import StrataObservation

extension NSManagedObject {
  /// The values of some properties, by name. Nil values are `NSNull`.
  ///
  /// - Throws: as ``value(forKey:)``.
  @_disfavoredOverload
  package final func dictionaryWithValues(
    forKeys keys: [String]
  ) throws(ManagedObjectError) -> [String: Any] {
    var values: [String: Any] = [:]
    for key in keys { values[key] = try value(forKey: key) ?? NSNull() }
    return values
  }

  /// Sets several properties at once. Pass `NSNull` for nil. If one value can't be set, none is.
  ///
  /// - Throws: as ``setValue(_:forKey:)``.
  @_disfavoredOverload
  package final func setValuesForKeys(
    _ keyedValues: [String: Any]
  ) throws(ManagedObjectError) {
    var changes: [(PropertyPlace, () -> Void)] = []
    // Sorted, since a dictionary's order differs from run to run.
    for (key, value) in keyedValues.sorted(by: { $0.key < $1.key }) {
      let property = try place(of: key)
      changes.append((property, try change(of: property, to: value)))
    }
    for (property, change) in changes {
      _$willSet(\.[_$property: property.name])
      change()
      _$didSet(\.[_$property: property.name])
    }
  }
}
