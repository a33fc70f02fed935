internal import Foundation
import StrataModel
import StrataObservation

extension ManagedObject {
  /// The values of some properties, by name; `NSNull` for none.
  ///
  /// - Throws: as ``value(forKey:)``.
  public final func dictionaryWithValues(
    forKeys keys: [String]
  ) throws(ManagedObjectError) -> [String: Any] {
    var values: [String: Any] = [:]
    for key in keys { values[key] = try value(forKey: key) ?? NSNull() }
    return values
  }

  /// Gives several properties values; `NSNull` stands for none. Where one of them can't be set, none is.
  ///
  /// - Throws: as ``setValue(_:forKey:)``.
  public final func setValuesForKeys(
    _ keyedValues: [String: Any]
  ) throws(ManagedObjectError) {
    var changes: [(PropertyPlace, () -> Void)] = []
    // In the same order each time, whatever dictionaries do.
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
