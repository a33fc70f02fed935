internal import Foundation
import StrataDescriptions
import StrataModel
import StrataPredicates
import StrataQuery
import StrataQueryText
import StrataSchema
import StrataStack

/// A predicate that a text says.
final class FormatPredicate: NSPredicate {
  let format: String
  /// What the text says, with a variable for each of its arguments; or why it can't be read.
  private let parsed: Result<PredicateSyntax, ManagedObjectError>
  let arguments: [String: QueryArgument]
  /// The text that was parsed; nil where there is none.
  private let text: FormatText?

  init(_ format: String, _ arguments: [Any?]) {
    self.format = format
    (parsed, text) = Self.parse(format, arguments, source: nil)
    self.arguments = text?.arguments ?? [:]
    super.init(value: false)
  }

  /// The predicate of a fetched property.
  init(
    _ format: String, source object: ManagedObject, _ property: FetchedPropertyDescription
  ) {
    self.format = format
    (parsed, text) = Self.parse(format, [], source: (object, property))
    arguments = text?.arguments ?? [:]
    super.init(value: false)
  }

  private static func parse(
    _ format: String, _ arguments: [Any?],
    source: (object: ManagedObject, property: FetchedPropertyDescription)?
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
    _ arguments: [String: QueryArgument]
  ) {
    self.format = format
    self.parsed = parsed
    self.text = text
    self.arguments = arguments
    super.init(value: false)
  }

  /// The predicate itself, which never changes.
  override func copy(with zone: NSZone? = nil) -> Any { self }

  override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? FormatPredicate else { return false }
    return format == other.format && arguments == other.arguments
  }

  override var hash: Int { format.hashValue }

  /// Predicates of a text aren't archived here.
  required init?(coder: NSCoder) { nil }

  override var predicateFormat: String { format }

  /// The same predicate, whose variables stand for some values. One that can't be used is an error of the
  /// fetch.
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
    return FormatPredicate(format, parsed, text, all)
  }

  /// What the text says.
  ///
  /// - Throws: ``ManagedObjectError/invalidPredicate(_:reason:)``.
  func syntax() throws(ManagedObjectError) -> PredicateSyntax { try parsed.get() }

  /// The condition, held against an entity.
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

  /// Whether a managed object meets the predicate. Where that can't be told, it is a mistake that the next save
  /// of the object's context throws. Of other values nothing is known here, and to ask is a mistake of the
  /// program.
  override func evaluate(with object: Any?, substitutionVariables: [String: Any]?) -> Bool {
    let predicate = substitutionVariables.map { substituting($0) } ?? self
    guard let object = object as? ManagedObject else {
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

  /// Whether an object meets the predicate.
  ///
  /// - Throws: ``ManagedObjectError``; what its relationships throw that can't be read.
  func isMet(by object: ManagedObject) throws -> Bool {
    let schema = object.managedEntity.schema
    guard let entity = schema.entitiesByName[object.managedEntity.name],
      let condition = try condition(
        schema, entity, in: object._$state.modelGraph?.storeIdentifier.uuidString)
    else { return true }
    return try QueryEvaluator.condition(condition)(QueryEvaluator.Variables(object))
  }
}
