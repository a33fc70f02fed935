internal import Foundation
import StrataContexts
import StrataDescriptions
import StrataModel
import StrataPredicates
import StrataQuery
import StrataQueryText
import StrataSchema

/// A predicate parsed from a format string.
final class FormatPredicate: NSPredicate {
  let format: String
  /// The parsed text with a variable for each argument, or the error. Initializers can't throw
  /// here, so the fetch throws it.
  private let parsed: Result<PredicateSyntax, ManagedObjectError>
  let arguments: [String: QueryArgument]
  /// The texts of the variables' values, by name.
  private let variables: [String: String]
  /// The text that was parsed, or nil if placeholders and arguments don't match.
  private let text: FormatText?

  init(_ format: String, _ arguments: [Any?]) {
    self.format = format
    (parsed, text) = Self.parse(format, arguments, source: nil)
    self.arguments = text?.arguments ?? [:]
    variables = [:]
    super.init(value: false)
  }

  /// Creates the predicate of a fetched property, evaluated for one object.
  init(
    _ format: String, source object: NSManagedObject, _ property: FetchedPropertyDescription
  ) {
    self.format = format
    (parsed, text) = Self.parse(format, [], source: (object, property))
    arguments = text?.arguments ?? [:]
    variables = [:]
    super.init(value: false)
  }

  private static func parse(
    _ format: String, _ arguments: [Any?],
    source: (object: NSManagedObject, property: FetchedPropertyDescription)?
  ) -> (Result<PredicateSyntax, ManagedObjectError>, FormatText?) {
    do throws(ManagedObjectError) {
      let text = try FormatText(format, arguments, source: source)
      do throws(PredicateSyntaxError) {
        return (.success(try PredicateSyntax(parsing: text.text)), text)
      } catch {
        let found = PredicateSyntaxError(
          message: text.inWordsOfTheFormat(error.message), column: text.column(error.column),
          found: error.found, expected: error.expected)
        return (.failure(.invalidPredicate(format, reason: "\(found)")), text)
      }
    } catch {
      return (.failure(error), nil)
    }
  }

  private init(
    _ format: String, _ parsed: Result<PredicateSyntax, ManagedObjectError>, _ text: FormatText?,
    _ arguments: [String: QueryArgument], _ variables: [String: String]
  ) {
    self.format = format
    self.variables = variables
    self.parsed = parsed
    self.text = text
    self.arguments = arguments
    super.init(value: false)
  }

  /// Returns self, since predicates are immutable.
  override func copy(with zone: NSZone? = nil) -> Any { self }

  override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? FormatPredicate else { return false }
    return format == other.format && arguments == other.arguments
  }

  override var hash: Int { format.hashValue }

  /// Returns nil: predicates parsed from text can't be archived.
  required init?(coder: NSCoder) { nil }

  /// The format string with values in the place of its placeholders and variables.
  override var predicateFormat: String {
    guard let text else { return format }
    guard !variables.isEmpty else { return text.shown }
    return FormatText.shown(text.shown, with: variables)
  }

  override var description: String { predicateFormat }

  /// Returns the predicate with values for its variables. If a value can't be used, the fetch
  /// throws the error.
  func substituting(_ variables: [String: Any]) -> FormatPredicate {
    var all = arguments
    var parsed = parsed
    for (name, value) in variables {
      do throws(ManagedObjectError) {
        all[name] = try QueryArgument(any: value, of: format)
      } catch {
        parsed = .failure(error)
      }
    }
    let shown = self.variables.merging(variables.mapValues { ConstantText.of($0) }) { $1 }
    return FormatPredicate(format, parsed, text, all, shown)
  }

  /// Returns the parsed predicate.
  ///
  /// - Throws: ``ManagedObjectError/invalidPredicate(_:reason:)``.
  func syntax() throws(ManagedObjectError) -> PredicateSyntax { try parsed.get() }

  /// Resolves the predicate against an entity.
  ///
  /// - Throws: ``ManagedObjectError/invalidPredicate(_:reason:)``.
  func condition(
    _ schema: Schema, _ entity: Schema.Entity, in store: String?
  ) throws(ManagedObjectError) -> QueryExpression? {
    var resolver = QueryResolver(schema: schema)
    resolver.arguments = arguments
    resolver.storeIdentifier = store
    let syntax = try syntax()
    do throws(QueryError) {
      return try EntityNames(schema, entity, arguments).condition(syntax, resolver)
    } catch {
      throw .invalidPredicate(format, reason: text?.inWordsOfTheFormat(error) ?? "\(error)")
    }
  }

  /// Returns true if a managed object meets the predicate. It stops the program for any other
  /// value.
  ///
  /// If the predicate can't be evaluated, it returns false, and the next save of the object's
  /// context throws the error.
  override func evaluate(with object: Any?, substitutionVariables: [String: Any]?) -> Bool {
    let predicate = substitutionVariables.map { substituting($0) } ?? self
    guard let object = object as? NSManagedObject else {
      preconditionFailure(
        "'\(format)' is held against managed objects, and not against \(object.map { "\(type(of: $0))" } ?? "nil")"
      )
    }
    do {
      return try predicate.isMet(by: object)
    } catch {
      object.modelContext?.recordMistake(of: object, property: "predicate", reason: "\(error)")
      return false
    }
  }

  override func evaluate(with object: Any?) -> Bool {
    evaluate(with: object, substitutionVariables: nil)
  }

  /// Returns true if an object meets the predicate.
  ///
  /// - Throws: ``ManagedObjectError``, or the error of a relationship that can't be read.
  func isMet(by object: NSManagedObject) throws -> Bool {
    let schema = object.managedEntity.schema
    guard let entity = schema.entitiesByName[object.managedEntity.name],
      let condition = try condition(
        schema, entity, in: object._$state.modelGraph?.storeIdentifier.uuidString)
    else { return true }
    return try QueryEvaluator.condition(condition)(QueryEvaluator.Variables(object))
  }
}
