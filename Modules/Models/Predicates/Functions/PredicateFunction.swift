internal import Foundation
internal import StrataModel
internal import StrataQuery
public import StrataSQLite
internal import StrataSchema

/// A function of the program for predicates.
///
/// ```swift
/// let distance = PredicateFunction("distance") { (a: Double, b: Double) in abs(a - b) }
///
/// configuration.functions = [SQLFunction(distance)]
/// let near = #Predicate<Place> { distance.call($0.latitude, latitude) < 5 }
/// ```
///
/// A store in a file calls the function that its configuration has by this name, for each row that the other conditions
/// leave. A server calls its own function of this name. Objects with unsaved changes are evaluated by the closure, so that
/// all have to agree.
public struct PredicateFunction<each Argument, Result>: Sendable {
  let query: QueryFunction
  let body: @Sendable (repeat each Argument) throws -> Result

  /// The name, in any case.
  public var name: String { query.name }

  /// Creates a function.
  ///
  /// - Parameters:
  ///   - name: The name, of letters, digits and underscores. Names that begin with `strata_` are the library's.
  ///   - body: Computes the result. Equal arguments have to give equal results. It isn't called for an argument that is
  ///     nil and whose type has no nil: the result is nil then.
  public init(
    _ name: String, _ body: @escaping @Sendable (repeat each Argument) throws -> Result
  ) {
    self.body = body
    var types: [any Any.Type] = []
    repeat types.append((each Argument).self)
    let columns = types.map { StoredValue.columns(of: $0).first }
    let isOptional = types.map { $0 is any OptionalValue.Type }
    query = QueryFunction(
      name, arguments: columns.map { $0?.storageClass ?? .text },
      result: StoredValue.columns(of: Result.self).first ?? .init("", .text)
    ) { values in
      guard values.count == isOptional.count else {
        throw PredicateTranslationError.unsupportedPredicate(
          "\(name) with \(values.count) arguments, which has \(isOptional.count)")
      }
      for (value, isOptional) in zip(values, isOptional) where value.isNull && !isOptional {
        return .null
      }
      var rest = values[...]
      func next<Value>(_ type: Value.Type) throws -> Value {
        try StoredValue.decode([rest.popFirst() ?? .null], as: type, table: "\(name)()")
      }
      let result = try body(repeat try next((each Argument).self))
      return try StoredValue.encode(result).first ?? .null
    }
  }

  /// Computes the result for some values.
  ///
  /// In a `#Predicate` the store calls the function, with properties and captured values.
  ///
  /// - Throws: the function's own errors.
  public func call(_ arguments: repeat each Argument) throws -> Result {
    try body(repeat each arguments)
  }

  /// The reason why a store can't call the function, or nil if it can.
  var refusal: String? {
    guard QueryFunction.isName(name) else {
      return
        "‘\(name)’ is no name of a function: it has letters, digits and underscores, and doesn't begin with strata_"
    }
    var types: [any Any.Type] = []
    repeat types.append((each Argument).self)
    for type in types where StoredValue.columns(of: type).count != 1 {
      return
        "the function \(name) can't have an argument of type \(type), which has several columns"
    }
    let result = StoredValue.columns(of: Result.self)
    guard result.count == 1, result[0].meaning != .json else {
      return
        "the function \(name) can't have a result of type \(Result.self), which is no single value of a column"
    }
    return nil
  }
}

extension SQLFunction {
  /// Creates the SQL function that a predicate's function is on a store in a file.
  ///
  /// `withConnection` and `rows(_:)` can call it too.
  public init<each Argument, Result>(
    _ function: PredicateFunction<repeat each Argument, Result>
  ) {
    let query = function.query
    self.init(query.name, argumentCount: query.arguments.count, query.body)
  }
}
