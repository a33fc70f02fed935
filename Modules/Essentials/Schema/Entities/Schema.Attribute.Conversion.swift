extension Schema.Attribute {
  /// The conversions that a migration needs for an attribute's type: from JSON to values, and the
  /// defaults of a composite value's members.
  ///
  /// They belong to the program, not to the store, so that attributes are equal even if they differ
  /// in them.
  package struct Conversion: Sendable, Hashable {
    /// Converts JSON to the columns of its value, or nil if the type can't be decoded from JSON.
    package let columns: (@Sendable (_ json: String) throws -> [ColumnValue])?
    /// Decodes JSON and encodes the value again, or nil if the type isn't stored as JSON.
    package let json: (@Sendable (_ json: String) throws -> String)?
    /// Compares the values of two JSON texts, or nil if values can't be compared.
    package let isSame: (@Sendable (_ json: String, _ other: String) throws -> Bool)?
    /// The initial values of parts, for values that were saved before the parts were added.
    ///
    /// A part has one for each nested value that declares a default for it.
    package let defaults: [String: [PartDefault]]

    /// An attribute without conversions.
    package static var none: Conversion { Conversion() }

    /// Creates conversions.
    ///
    /// The closures may capture only a type, and run on the isolation that opens a store.
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
      // Safe: it captures only a type, as the initializer requires, so that all threads may call
      // it.
      nonisolated(unsafe) let make = make
      return { try make($0) }
    }

    package static func == (lhs: Conversion, rhs: Conversion) -> Bool { true }
    package func hash(into hasher: inout Hasher) {}
  }

  /// The initial value of one part of a composite value.
  package struct PartDefault: Sendable {
    /// Evaluates the member's initial value and returns its columns.
    package let columns: @Sendable () throws -> [ColumnValue]
    /// The name of the member's part.
    package let member: String
    /// The prefix of the parts of the nested value that declares the member, or an empty string for
    /// the attribute's own value.
    package let container: String
    /// The index of the part among the member's columns.
    package let index: Int
    /// True if the value is a literal, and so the same for each object.
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

    /// Returns the default for a value that is nested in another.
    package func inside(_ part: String) -> PartDefault {
      PartDefault(
        of: ColumnDescription.path(part, member), in: ColumnDescription.path(part, container),
        columns, index: index, isConstant: isConstant)
    }
  }
}
