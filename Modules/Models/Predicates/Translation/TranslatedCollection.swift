import Foundation
import StrataModel
import StrataQuery
import StrataSchema
import StrataSQLite

/// The collection that a quantifier such as `contains(where:)` ranges over, with conditions for its
/// elements.
package struct TranslatedCollection {
  enum Source {
    /// Members of a to-many relationship.
    case members(QueryCollection, _ModelEntity)
    /// Elements of an array, or values of a dictionary, in a JSON text.
    case elements(QueryElements)
    /// Keys of a dictionary in a JSON text.
    case keys(QueryElements, areIntegers: Bool)
    /// Captured values, each included if a condition holds.
    case constants([(value: Any, condition: QueryExpression)])
  }

  var source: Source
  /// The conditions that a member or an element must meet.
  var conditions: [QueryExpression] = []

  private var condition: QueryExpression {
    conditions.count == 1 ? conditions[0] : .and(conditions)
  }

  /// The test that any member or element meets the conditions.
  var exists: QueryExpression {
    switch source {
    case .members(let members, _): .exists(members, condition)
    case .elements(let elements), .keys(let elements, _): .existsElement(elements, condition)
    case .constants(let constants): .or(constants.map(\.condition))
    }
  }

  /// The number of members or elements that meet the conditions.
  var count: QueryExpression {
    let needed = conditions.isEmpty ? nil : condition
    switch source {
    case .members(let members, _): return .aggregate(.count, members, where: needed, of: nil)
    case .elements(let elements), .keys(let elements, _):
      return .aggregateElements(.count, elements, where: needed, of: nil)
    case .constants(let constants):
      return constants.reduce(.literal(.integer(0))) { sum, constant in
        .arithmetic(
          .add, sum,
          .conditional(constant.condition, .literal(.integer(1)), .literal(.integer(0))))
      }
    }
  }

  /// A member or an element as a subject, or nil for captured values, which have no common one.
  var element: PredicateTranslator.Subject? {
    switch source {
    case .members(let members, let entity):
      .object(QueryPath(variable: members.variable), entity)
    case .elements(let elements): .json(.element(elements.variable))
    case .keys(let elements, false): .json(.elementKey(elements.variable))
    case .keys(let elements, true): .json(.function(.integer, [.elementKey(elements.variable)]))
    case .constants: nil
    }
  }
}

/// A range whose bounds may differ from row to row.
package struct TranslatedRange {
  var lower: PredicateTranslator.Subject?
  var upper: PredicateTranslator.Subject?
  let includesUpper: Bool
}

/// A range type of the standard library.
protocol RangeValue {
  var bounds: (lower: Any?, upper: Any?, includesUpper: Bool) { get }
}

extension Range: RangeValue {
  var bounds: (lower: Any?, upper: Any?, includesUpper: Bool) { (lowerBound, upperBound, false) }
}

extension ClosedRange: RangeValue {
  var bounds: (lower: Any?, upper: Any?, includesUpper: Bool) { (lowerBound, upperBound, true) }
}

extension PartialRangeFrom: RangeValue {
  var bounds: (lower: Any?, upper: Any?, includesUpper: Bool) { (lowerBound, nil, false) }
}

extension PartialRangeUpTo: RangeValue {
  var bounds: (lower: Any?, upper: Any?, includesUpper: Bool) { (nil, upperBound, false) }
}

extension PartialRangeThrough: RangeValue {
  var bounds: (lower: Any?, upper: Any?, includesUpper: Bool) { (nil, upperBound, true) }
}

/// A collection type whose key paths Foundation doesn't identify.
protocol PathCollection {
  static var paths: [(path: AnyKeyPath, property: CollectionProperty)] { get }
}

extension Data: PathCollection {
  static var paths: [(path: AnyKeyPath, property: CollectionProperty)] {
    [(\Self.count, .count), (\Self.isEmpty, .isEmpty)]
  }
}

extension Set: PathCollection {
  static var paths: [(path: AnyKeyPath, property: CollectionProperty)] {
    [(\Self.count, .count), (\Self.isEmpty, .isEmpty)]
  }
}

extension ArraySlice: PathCollection {
  static var paths: [(path: AnyKeyPath, property: CollectionProperty)] {
    [(\Self.count, .count), (\Self.isEmpty, .isEmpty)]
  }
}

extension Dictionary: PathCollection {
  static var paths: [(path: AnyKeyPath, property: CollectionProperty)] {
    [
      (\Self.count, .count), (\Self.isEmpty, .isEmpty), (\Self.keys, .keys),
      (\Self.values, .values),
    ]
  }
}

/// A dictionary type, with its form in JSON.
protocol DictionaryValue {
  static var keyType: any Any.Type { get }
}

extension Dictionary: DictionaryValue {
  static var keyType: any Any.Type { Key.self }
}

extension DictionaryValue {
  /// True if the JSON is an object.
  ///
  /// Otherwise it is an array with keys and values in turn.
  static var isJSONObject: Bool {
    keyType is String.Type || keyType is Int.Type || keyType is any CodingKeyRepresentable.Type
  }

  /// Returns the key in a JSON object for a dictionary's key.
  static func key(of value: Any) -> String? {
    (value as? any CodingKeyRepresentable)?.codingKey.stringValue
  }
}

/// A property of collections that predicates can use by key path.
enum CollectionProperty {
  case count, isEmpty, first, last, keys, values

  /// Identifies the property of a key path, for types whose key paths Foundation doesn't identify.
  init?<Root, Value>(_ keyPath: KeyPath<Root, Value>) {
    guard
      let found = (Root.self as? any PathCollection.Type)?.paths.first(where: {
        $0.path == keyPath
      })
    else { return nil }
    self = found.property
  }
}
