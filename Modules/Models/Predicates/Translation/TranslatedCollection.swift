import Foundation
import StrataModel
import StrataQuery
import StrataSchema
import StrataSQLite

/// What a quantifier such as `contains(where:)` goes over, and which of it counts.
package struct TranslatedCollection {
  enum Source {
    /// Members of a to-many relationship.
    case members(QueryCollection, ModelEntity)
    /// Elements of an array, or values of a dictionary, in a JSON text.
    case elements(QueryElements)
    /// Keys of a dictionary in a JSON text.
    case keys(QueryElements, areIntegers: Bool)
    /// Captured values, each of which counts where a condition holds.
    case constants([(value: Any, condition: QueryExpression)])
  }

  var source: Source
  /// What a member or an element must meet.
  var conditions: [QueryExpression] = []

  private var condition: QueryExpression {
    conditions.count == 1 ? conditions[0] : .and(conditions)
  }

  /// Whether any of it counts.
  var exists: QueryExpression {
    switch source {
    case .members(let members, _): .exists(members, condition)
    case .elements(let elements), .keys(let elements, _): .existsElement(elements, condition)
    case .constants(let constants): .or(constants.map(\.condition))
    }
  }

  /// How many count.
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

  /// A member or an element; nil for captured values, of which each is another.
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

/// A range of which the bounds may be worked out for each row.
package struct TranslatedRange {
  var lower: PredicateTranslator.Subject?
  var upper: PredicateTranslator.Subject?
  let includesUpper: Bool
}

/// A range of the standard library's.
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

/// A collection of which Foundation doesn't say what its key paths lead to.
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

/// A dictionary, by how JSON keeps it.
protocol DictionaryValue {
  static var keyType: any Any.Type { get }
}

extension Dictionary: DictionaryValue {
  static var keyType: any Any.Type { Key.self }
}

extension DictionaryValue {
  /// Whether JSON has an object; it has an array of keys and values in turn otherwise.
  static var isJSONObject: Bool {
    keyType is String.Type || keyType is Int.Type || keyType is any CodingKeyRepresentable.Type
  }

  /// The key of a JSON object that stands for a dictionary's key.
  static func key(of value: Any) -> String? {
    (value as? any CodingKeyRepresentable)?.codingKey.stringValue
  }
}

/// What collections are asked for by key paths.
enum CollectionProperty {
  case count, isEmpty, first, last, keys, values

  /// What a key path of a collection leads to, where Foundation doesn't say.
  init?<Root, Value>(_ keyPath: KeyPath<Root, Value>) {
    guard
      let found = (Root.self as? any PathCollection.Type)?.paths.first(where: {
        $0.path == keyPath
      })
    else { return nil }
    self = found.property
  }
}
