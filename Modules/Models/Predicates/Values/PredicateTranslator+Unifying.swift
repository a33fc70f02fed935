import Foundation
import StrataModel
package import StrataQuery
import StrataSchema
import StrataSQLite

// Conversion to a common form, for values that are compared or that are alternatives of one
// expression.
extension PredicateTranslator {
  /// Values in a common form: that of columns, or that of JSON if one of them has it.
  struct Unified {
    var values: [QueryExpression]
    let isJSON: Bool
    let form: ValueForm

    /// Wraps one of the values as a subject.
    func subject(_ value: QueryExpression) -> Subject { isJSON ? .json(value) : .value(value) }
  }

  /// Converts values of a type to a common form.
  func unify(_ subjects: [Subject], _ type: any Any.Type) throws -> Unified {
    let form = ValueForm(type)
    var isJSON = false
    var entity: _ModelEntity?
    for subject in subjects {
      switch subject {
      case .json: isJSON = true
      case .object(_, let other), .identifier(_, let other): entity = other
      default: break
      }
    }
    let values = try subjects.map { subject in
      isJSON ? try json(subject, form) : try column(subject, type, entity)
    }
    return Unified(values: values, isJSON: isJSON, form: form)
  }

  /// Converts a subject to the form of a column.
  func column(
    _ subject: Subject, _ type: any Any.Type, _ entity: _ModelEntity? = nil
  ) throws -> QueryExpression {
    switch subject {
    case .value(let value): return value
    case .object(let path, _), .identifier(let path, _): return .key(path)
    case .null: return .literal(.null)
    case .constant(let value): return .literal(try column(of: value, entity))
    case .json(let value):
      let form = ValueForm(type)
      guard form.isSameInJSON || form.isNone else {
        throw Untranslatable(
          "a \(ValueForm.unwrapped(type)) in JSON has another form than a column's")
      }
      return form.isFloating ? .function(.real, [value]) : value
    case .composite: throw Untranslatable("a value of several columns; ask for a part of it")
    case .list, .members, .collection: throw Untranslatable("a collection is no value")
    case .range: throw Untranslatable("a range is no value")
    }
  }

  /// Converts a subject to the form of JSON.
  private func json(_ subject: Subject, _ form: ValueForm) throws -> QueryExpression {
    switch subject {
    case .json(let value): return form.isFloating ? .function(.real, [value]) : value
    case .null: return .literal(.null)
    case .constant(let value): return try json(of: value)
    case .value(let value):
      switch form {
      case .uuid, .raw(.uuid): return .function(.uuidText, [value])
      // Extracted, so that a single value is compared as such. An object or an array remains its
      // text, which is the same everywhere.
      case .json: return .json(value, [])
      case let form where form.isSameInJSON: return value
      default:
        throw Untranslatable("a column has another form than the JSON that it is compared with")
      }
    default: throw Untranslatable("an object is no value in JSON")
    }
  }

  /// Converts values to numbers that the store orders as Swift orders the values.
  func ordered(_ unified: Unified, _ type: any Any.Type) throws -> [QueryExpression] {
    let type = ValueForm.unwrapped(type)
    switch unified.form {
    case .column where type is any _CompositeValue.Type:
      // The column has the case's name, whose order means nothing.
      guard let ranks = try ranks(of: type, isJSON: unified.isJSON) else {
        throw Untranslatable("the store can't know how values of \(type) are ordered")
      }
      return unified.values.map { $0.place(in: ranks) }
    case .plain, .floating, .float, .uuid, .column: return unified.values
    case .unsigned, .raw(.unsigned):
      return unified.isJSON ? unified.values : unified.values.map { $0.applying(.unsignedOrder) }
    case .decimal:
      guard !unified.isJSON else {
        throw Untranslatable("a Decimal in JSON is read as a Double, which would round it")
      }
      // Each engine has numbers of its own for them.
      return unified.values.map { .function(.decimalOrder, [$0]) }
    case .raw, .json:
      if let ranks = try ranks(of: type, isJSON: unified.isJSON) {
        return unified.values.map { $0.place(in: ranks) }
      }
      guard case .raw = unified.form else {
        throw Untranslatable("the store can't know how values of \(type) are ordered")
      }
      return unified.values
    case .data, .bitmask, .key, .none:
      throw Untranslatable("the store can't know how values of \(type) are ordered")
    }
  }

  /// Returns the cases of a `CaseIterable` type in ascending order, with equal ones in a group.
  ///
  /// The result is nil for any other type, and also if the raw values in a column have the same
  /// order, since an index can be used then.
  package func ranks(of type: any Any.Type, isJSON: Bool = false) throws -> [[QueryExpression]]? {
    guard let type = ValueForm.unwrapped(type) as? any Comparable.Type else { return nil }
    func ranks<Value: Comparable>(_ type: Value.Type) throws -> [[QueryExpression]]? {
      guard let values = Value.allCases else { return nil }
      var groups: [(Value, [QueryExpression])] = []
      for value in values.sorted() {
        let expression =
          isJSON ? try json(of: value) : .literal(try column(of: value, nil))
        if let last = groups.last, !(last.0 < value) {
          groups[groups.count - 1].1.append(expression)
        } else {
          groups.append((value, [expression]))
        }
      }
      if !isJSON, case .raw = ValueForm(type), Self.areInOrder(groups.map(\.1)) { return nil }
      return groups.map(\.1)
    }
    return try ranks(type)
  }

  private static func areInOrder(_ groups: [[QueryExpression]]) -> Bool {
    let values: [ColumnValue] = groups.compactMap { group in
      guard group.count == 1, case .literal(let value) = group[0] else { return nil }
      return value
    }
    return values.count == groups.count
      && zip(values, values.dropFirst()).allSatisfy { $0.order($1) == .orderedAscending }
  }
}

extension Comparable {
  /// The cases of a `CaseIterable` type, or nil for any other.
  fileprivate static var allCases: [Self]? { listedCases(of: Self.self) }
}

/// Returns the cases of a `CaseIterable` type, or nil for any other.
func listedCases<Value>(of type: Value.Type) -> [Value]? {
  guard let type = type as? any CaseIterable.Type else { return nil }
  func list<Cases: CaseIterable>(_ type: Cases.Type) -> [Value]? {
    type.allCases.compactMap { $0 as? Value }
  }
  return list(type)
}

extension ValueForm {
  var isNone: Bool {
    if case .none = self { return true }
    return false
  }
}

extension QueryExpression {
  /// Applies a function to this value, immediately if it is a literal.
  func applying(_ function: Function) -> QueryExpression {
    guard case .literal(let value) = self else { return .function(function, [self]) }
    return .literal(QueryEvaluator.apply(function, [value]))
  }

  /// Returns the index of the group that a value is in, or NULL if it is in none.
  package func place(in groups: [[QueryExpression]]) -> QueryExpression {
    for (place, group) in groups.enumerated() where group.contains(self) {
      return .literal(.integer(Int64(place)))
    }
    var result = QueryExpression.literal(.null)
    for (place, group) in groups.enumerated().reversed() {
      result = .conditional(
        .or(group.map { .comparison(.equal, self, $0) }), .literal(.integer(Int64(place))), result)
    }
    return result
  }
}
