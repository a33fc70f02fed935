public import StrataSchema

/// A predicate or a value of one, resolved against a schema: what text and Swift predicates are
/// turned into, and what a store turns into SQL.
///
/// Truth has two values, as in Swift: a comparison with nil is false unless it is `!=`, and `not`
/// of a false comparison is true. `==` and `!=` treat nil as a value like any other.
public indirect enum QueryExpression: Sendable, Hashable {
  /// A constant.
  case literal(ColumnValue)
  /// A column of the object at the end of a path.
  case column(QueryPath, ColumnReference)
  /// The key of the object at the end of a path; nil where the path leads nowhere.
  case key(QueryPath)
  /// Whether the object at the end of a path is of one of some entities, or of their subentities;
  /// false where the path leads nowhere.
  case isEntity(QueryPath, [String])
  case comparison(Comparison, QueryExpression, QueryExpression)
  /// True for an empty list.
  case and([QueryExpression])
  /// False for an empty list.
  case or([QueryExpression])
  case not(QueryExpression)
  /// Whether a value is one of a list; false for an empty list.
  case membership(QueryExpression, [ColumnValue])
  /// Whether a text contains, begins with, … another.
  case text(TextComparison, QueryExpression, QueryExpression, TextOptions)
  case arithmetic(Arithmetic, QueryExpression, QueryExpression)
  case function(Function, [QueryExpression])
  /// The second where the first is true, else the third.
  case conditional(QueryExpression, QueryExpression, QueryExpression)
  /// Whether a member of a to-many relationship meets a condition.
  case exists(QueryCollection, QueryExpression)
  /// A number over the members of a to-many relationship that meet a condition.
  case aggregate(Aggregate, QueryCollection, where: QueryExpression?, of: QueryExpression?)
  /// What a JSON text holds at the end of some steps: a number, a text, 1 or 0 for true or false, the
  /// JSON text of an object or array, or nil where there is nothing or null.
  case json(QueryExpression, [JSONStep])
  /// The element of an array or object in a JSON text that a variable stands for.
  case element(Int)
  /// The index or key of the element that a variable stands for.
  case elementKey(Int)
  /// Whether an element of an array or object in a JSON text meets a condition.
  case existsElement(QueryElements, QueryExpression)
  /// A value over the elements of an array or object in a JSON text that meet a condition.
  case aggregateElements(Aggregate, QueryElements, where: QueryExpression?, of: QueryExpression?)
}

extension QueryExpression {
  /// How two values are compared.
  public enum Comparison: String, Sendable, Hashable {
    case equal = "="
    case notEqual = "<>"
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
  }

  /// How two texts are compared.
  public enum TextComparison: String, Sendable, Hashable, Codable {
    case equal, contains, beginsWith, endsWith
    /// `*` stands for any text and `?` for any one character.
    case like
    /// A regular expression over the whole text.
    case matches
    /// A regular expression of Swift's, anywhere in the text.
    case containsMatch
  }

  /// What a comparison of texts overlooks.
  public struct TextOptions: OptionSet, Sendable, Hashable {
    /// One bit an option.
    public let rawValue: Int
    /// Makes a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// `[c]`: upper and lower case are the same.
    public static let caseInsensitive = TextOptions(rawValue: 1)
    /// `[d]`: letters with and without marks are the same.
    public static let diacriticInsensitive = TextOptions(rawValue: 2)
  }

  /// What two numbers make.
  public enum Arithmetic: String, Sendable, Hashable, CaseIterable {
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    case divide = "/"
    case remainder = "%"
  }

  /// What is made of one value or several.
  public enum Function: Sendable, Hashable {
    case negate, lowercase, uppercase, length, absolute
    /// The first that isn't nil.
    case coalesce
    /// Bits of whole numbers: of two, those set in both, in either, in exactly one. nil where one is nil.
    case bitAnd, bitOr, bitXor
    /// All bits of a whole number inverted.
    case bitNot
    /// The bits of a whole number moved by a number of places, to the other side where that is negative;
    /// the sign is repeated from the left.
    case leftShift, rightShift
    /// Seconds from 2001-01-01 00:00 UTC to this moment.
    case now
    /// A number of a JSON text as a floating-point number; `"Infinity"` is one there.
    case real
    /// A whole number that stands in a text.
    case integer
    /// How many bytes binary data has.
    case byteCount
    /// How many bits are set.
    case bitCount
    /// A UUID of 16 bytes as the text that JSON has of it.
    case uuidText
    /// A number that orders unsigned numbers in two's complement.
    case unsignedOrder
    /// A text that orders decimal numbers, which are kept as their digits.
    case decimalOrder
    /// What two unsigned numbers in two's complement make; nil where that is no such number.
    case unsigned(Arithmetic)
    /// What two decimal numbers make, to the last digit; nil where that is no such number.
    case decimal(Arithmetic)
  }

  /// What is counted over members.
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

    /// Refers to a column of a property.
    public init(property: String, description: ColumnDescription) {
      self.property = property
      self.description = description
    }
  }

  /// Always true.
  public static var alwaysTrue: QueryExpression { .and([]) }
}

/// A way through to-one relationships and casts, from the object that is asked about or from a member.
public struct QueryPath: Sendable, Hashable {
  /// Which object it starts from: 0 is the one asked about, others are members of collections.
  public let variable: Int
  /// The relationships on the way, each with the entity that it leads to.
  public let steps: [Step]

  /// One to-one relationship, or a cast.
  public struct Step: Sendable, Hashable {
    /// The relationship's name; empty for a cast.
    public let relationship: String
    /// The entity it leads to.
    public let destination: String
    /// Whether the step stays at the object where that is of the destination or of a subentity, and
    /// leads nowhere otherwise.
    public let isCast: Bool

    /// Describes a step.
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

    /// A step to the same object as one of an entity: what `as? Dog` is.
    public static func cast(to entity: String) -> Step { Step(castTo: entity) }
  }

  /// A path from a variable.
  public init(variable: Int = 0, steps: [Step] = []) {
    self.variable = variable
    self.steps = steps
  }

  /// The path with a further step.
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
  /// The variable that a member is called inside.
  public let variable: Int

  /// Describes a collection.
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
