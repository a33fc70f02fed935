extension Schema.Attribute {
  /// What a program knows of an attribute's type that a migration needs: how JSON becomes a value, and
  /// what members of a composite value begin with. It is part of a program and not of what a store is:
  /// attributes that differ in it alone are the same.
  package struct Conversion: Sendable, Hashable {
    /// The columns of the value that a JSON text is of; nil where the type reads no JSON.
    package let columns: (@Sendable (_ json: String) throws -> [ColumnValue])?
    /// The text that the value of a JSON text is written as; nil where the type has no JSON.
    package let json: (@Sendable (_ json: String) throws -> String)?
    /// Whether a type's value is the same of two JSON texts; nil where values can't be compared.
    package let isSame: (@Sendable (_ json: String, _ other: String) throws -> Bool)?
    /// The initial values of parts, for values that were made before there were these parts: one for
    /// each value, of those inside each other, that gives the part one.
    package let defaults: [String: [PartDefault]]

    /// Nothing is known.
    package static var none: Conversion { Conversion() }

    /// Says what is known. The closures capture nothing but a type, and run wherever a store is opened.
    package init(
      columns: ((_ json: String) throws -> [ColumnValue])? = nil,
      json: ((_ json: String) throws -> String)? = nil,
      isSame: ((_ json: String, _ other: String) throws -> Bool)? = nil,
      defaults: [String: [PartDefault]] = [:]
    ) {
      self.columns = columns.map(Self.anywhere)
      self.json = json.map(Self.anywhere)
      self.isSame = isSame.map { isSame in
        let isSame = Self.anywhere { (texts: (String, String)) in try isSame(texts.0, texts.1) }
        return { try isSame(($0, $1)) }
      }
      self.defaults = defaults
    }

    private static func anywhere<Source, Result>(
      _ make: @escaping (Source) throws -> Result
    ) -> @Sendable (Source) throws -> Result {
      // It captures nothing but a type, as the initializer asks, so that all threads may have it.
      nonisolated(unsafe) let make = make
      return { try make($0) }
    }

    package static func == (lhs: Conversion, rhs: Conversion) -> Bool { true }
    package func hash(into hasher: inout Hasher) {}
  }

  /// The initial value of one part of a composite value.
  package struct PartDefault: Sendable {
    /// The member's columns, evaluated once more.
    package let columns: @Sendable () throws -> [ColumnValue]
    /// The member that they are of, by the name of its part.
    package let member: String
    /// What the names of the parts begin with of the value that the member is of; empty for the
    /// attribute's own value.
    package let container: String
    /// Which of them is the part's.
    package let index: Int
    /// Whether the value is a literal, and so the same for each object.
    package let isConstant: Bool

    package init(
      of member: String, in container: String = "",
      _ columns: @escaping @Sendable () throws -> [ColumnValue], index: Int, isConstant: Bool
    ) {
      self.member = member
      self.container = container
      self.columns = columns
      self.index = index
      self.isConstant = isConstant
    }

    /// The same default of a value that stands inside another.
    package func inside(_ part: String) -> PartDefault {
      PartDefault(
        of: ColumnDescription.path(part, member), in: ColumnDescription.path(part, container),
        columns, index: index, isConstant: isConstant)
    }
  }
}
