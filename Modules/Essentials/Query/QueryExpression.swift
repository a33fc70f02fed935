public import Foundation
public import StrataSchema

/// A condition or a value, resolved against a schema.
///
/// Predicates in text and in Swift are translated to it, and a store translates it to SQL.
/// Conditions are true or false, as in Swift: a comparison with nil is false unless it is `!=`, and
/// `not` of a false comparison is true. `==` and `!=` compare nil like any other value.
public indirect enum QueryExpression: Sendable, Hashable {
  /// A constant.
  case literal(ColumnValue)
  /// A column of the object at the end of a path.
  case column(QueryPath, ColumnReference)
  /// The key of the object at the end of a path, or nil if there is none.
  case key(QueryPath)
  /// A test that the object at the end of a path is of one of the entities or their subentities.
  ///
  /// False if there is no object.
  case isEntity(QueryPath, [String])
  case comparison(Comparison, QueryExpression, QueryExpression)
  /// True for an empty list.
  case and([QueryExpression])
  /// False for an empty list.
  case or([QueryExpression])
  case not(QueryExpression)
  /// A test that a value is in a list.
  ///
  /// False for an empty list.
  case membership(QueryExpression, [ColumnValue])
  /// A test that a text contains, begins with, … another.
  case text(TextComparison, QueryExpression, QueryExpression, TextOptions)
  /// A test that the search index of the object at the end of a path finds the object.
  case search(QueryPath, SearchCondition)
  /// The rank of the object at the end of a path among those that a search finds: a greater number is
  /// better. Nil if the search doesn't find it, or if it has unsaved changes.
  case searchRank(QueryPath, SearchCondition)
  case arithmetic(Arithmetic, QueryExpression, QueryExpression)
  case function(Function, [QueryExpression])
  /// The second expression if the first is true, or else the third.
  case conditional(QueryExpression, QueryExpression, QueryExpression)
  /// A test that a member of a to-many relationship meets a condition.
  case exists(QueryCollection, QueryExpression)
  /// An aggregate of the members of a to-many relationship that meet a condition.
  case aggregate(Aggregate, QueryCollection, where: QueryExpression?, of: QueryExpression?)
  /// The value at a path in a JSON text: a number, a text, 1 or 0 for a Boolean, the JSON text of
  /// an object or array, or nil for null and for a missing value.
  case json(QueryExpression, [JSONStep])
  /// The element of a JSON text that a variable is bound to.
  case element(Int)
  /// The index or key of the element that a variable is bound to.
  case elementKey(Int)
  /// A test that an element of an array or object in a JSON text meets a condition.
  case existsElement(QueryElements, QueryExpression)
  /// An aggregate of the elements of a JSON text that meet a condition.
  case aggregateElements(Aggregate, QueryElements, where: QueryExpression?, of: QueryExpression?)
}

extension QueryExpression {
  /// A comparison of two values.
  public enum Comparison: String, Sendable, Hashable {
    case equal = "="
    case notEqual = "<>"
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
  }

  /// A comparison of two texts.
  public enum TextComparison: String, Sendable, Hashable, Codable {
    case equal, contains, beginsWith, endsWith
    /// A pattern in which `*` matches any text and `?` any one character.
    case like
    /// A regular expression that must match the whole text.
    case matches
    /// A regular expression of Swift's that must match anywhere in the text.
    case containsMatch
  }

  /// The differences that a comparison of texts ignores.
  public struct TextOptions: OptionSet, Sendable, Hashable {
    /// The options as bits.
    public let rawValue: Int
    /// Creates a set of options from bits.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// `[c]`: ignores case.
    public static let caseInsensitive = TextOptions(rawValue: 1)
    /// `[d]`: ignores diacritics.
    public static let diacriticInsensitive = TextOptions(rawValue: 2)
  }

  /// An arithmetic operation on two numbers.
  public enum Arithmetic: String, Sendable, Hashable, CaseIterable {
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    case divide = "/"
    case remainder = "%"
  }

  /// A function of one or more values.
  public enum Function: Sendable, Hashable {
    case negate, lowercase, uppercase, length, absolute
    /// The first argument that isn't nil.
    case coalesce
    /// The bits of two integers that are set in both, in either, or in exactly one.
    ///
    /// The result is nil if an argument is nil.
    case bitAnd, bitOr, bitXor
    /// The inverted bits of an integer.
    case bitNot
    /// The bits of an integer shifted by a number of places, or in the other direction if that is
    /// negative.
    ///
    /// A right shift preserves the sign.
    case leftShift, rightShift
    /// The seconds from 2001-01-01 00:00 UTC to now.
    case now
    /// A number in a JSON text as floating-point number, including `"Infinity"`.
    case real
    /// The integer in a text.
    case integer
    /// The number of bytes in binary data.
    case byteCount
    /// The number of set bits.
    case bitCount
    /// The text of a UUID's 16 bytes, as JSON has it.
    case uuidText
    /// A number whose order is that of unsigned numbers in two's complement.
    case unsignedOrder
    /// A text whose order is that of decimal numbers, which are stored as their digits.
    case decimalOrder
    /// Arithmetic of unsigned numbers in two's complement.
    ///
    /// The result is nil if it is no such number.
    case unsigned(Arithmetic)
    /// Exact arithmetic of decimal numbers.
    ///
    /// The result is nil if it is no such number.
    case decimal(Arithmetic)
    /// The moment at which the period of a date begins in a time zone.
    case dateStart(DatePeriod, TimeZone)
    /// A part of a date, as the clocks and calendars of a time zone show it.
    case datePart(DatePart, TimeZone)
    /// The lower bound of a number's bucket.
    case bucket(NumberBucket)
    /// A function of the program.
    case program(QueryFunction)
  }

  /// An aggregate function.
  public enum Aggregate: String, Sendable, Hashable {
    case count, sum, average = "avg", minimum = "min", maximum = "max"
  }

  /// One column of an attribute.
  public struct ColumnReference: Sendable, Hashable {
    /// The property's name.
    public let property: String
    /// The column.
    public let description: ColumnDescription
    /// The column's name in the table.
    public var name: String { description.name(of: property) }

    /// Creates a reference to a column of a property.
    public init(property: String, description: ColumnDescription) {
      self.property = property
      self.description = description
    }
  }

  /// A condition that is always true.
  public static var alwaysTrue: QueryExpression { .and([]) }
}

/// A path through to-one relationships and casts, from the queried object or from a member of a
/// collection.
public struct QueryPath: Sendable, Hashable {
  /// The variable that the path starts from: 0 is the queried object, others are members of
  /// collections.
  public let variable: Int
  /// The relationships and casts of the path.
  public let steps: [Step]

  /// A to-one relationship, or a cast.
  public struct Step: Sendable, Hashable {
    /// The relationship's name, or an empty string for a cast.
    public let relationship: String
    /// The entity that the step leads to.
    public let destination: String
    /// True for a cast.
    ///
    /// It leads to the same object if that is of the destination or a subentity, or else to none.
    public let isCast: Bool

    /// Creates the step of a relationship.
    public init(relationship: String, destination: String) {
      self.relationship = relationship
      self.destination = destination
      isCast = false
    }

    private init(castTo entity: String) {
      relationship = ""
      destination = entity
      isCast = true
    }

    /// Creates a cast, as `as?
    ///
    /// Dog` in Swift.
    public static func cast(to entity: String) -> Step { Step(castTo: entity) }
  }

  /// Creates a path from a variable.
  public init(variable: Int = 0, steps: [Step] = []) {
    self.variable = variable
    self.steps = steps
  }

  /// Returns the path with another step.
  public func appending(_ step: Step) -> QueryPath {
    QueryPath(variable: variable, steps: steps + [step])
  }
}

/// The members of a to-many relationship of the object at the end of a path.
public struct QueryCollection: Sendable, Hashable {
  /// The owner.
  public let owner: QueryPath
  /// The owner's entity.
  public let entity: String
  /// The relationship's name.
  public let relationship: String
  /// The entity of the members.
  public let destination: String
  /// The variable that is bound to each member.
  public let variable: Int

  /// Creates a collection.
  public init(
    owner: QueryPath, entity: String, relationship: String, destination: String, variable: Int
  ) {
    self.owner = owner
    self.entity = entity
    self.relationship = relationship
    self.destination = destination
    self.variable = variable
  }
}

extension QueryExpression {
  /// The meaning of a column's value, or nil if the column's type determines it or the expression
  /// is no column.
  package var meaning: ColumnDescription.Meaning? {
    switch self {
    case .column(_, let column): column.description.meaning
    case .function(.bucket, let number): number.first?.meaning
    case .function(.program(let function), _): function.result.meaning
    default: nil
    }
  }

  /// True if the column has unsigned 64-bit numbers, whose greater half is negative in two's
  /// complement.
  package var isUnsigned: Bool { meaning == .unsigned }
}

extension Query.Sort {
  /// The key of the opposite order.
  package var reversed: Query.Sort {
    let nils = nils.map { $0 == .first ? Query.NilPlacement.last : .first }
    return Query.Sort(expression, isAscending: !isAscending, collation: collation, nils: nils)
  }

  /// True if nil comes before all values.
  package var nilsAreFirst: Bool { nils.map { $0 == .first } ?? isAscending }

  /// The order of this key's texts.
  ///
  /// Decimal numbers are stored as text, but compared as numbers.
  package var effectiveCollation: TextCollation {
    expression.meaning == .decimal ? .decimal : collation
  }
}

/// The elements of an array or object in a JSON text.
public struct QueryElements: Sendable, Hashable {
  /// The JSON text.
  ///
  /// Nil has no elements.
  public let document: QueryExpression
  /// The variable that is bound to each element.
  public let variable: Int

  /// Creates the elements of a JSON text.
  public init(of document: QueryExpression, variable: Int) {
    self.document = document
    self.variable = variable
  }
}

/// A step of a path in a JSON text.
public enum JSONStep: Sendable, Hashable {
  /// The value of an object's key.
  case key(String)
  /// An array's element, by its index from 0.
  ///
  /// The index -1 is the last element.
  case index(Int)
  /// A key or index that is evaluated for each row.
  case computed(QueryExpression)
}
