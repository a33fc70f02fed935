public import StrataSQLite

// Unavailable overloads that generated code calls for a property that can't be stored, so that the
// compiler's error says why.
extension Row {
  /// Rejects a to-one relationship that is a constant.
  @available(
    *, unavailable,
    message: """
      a relationship is declared as 'var' in Swift 6 mode, and leads to a model that isn't named like \
      a type of the standard library
      """
  )
  public mutating func decode<Model: PersistentModel>() throws -> Model { throw invalidLast("") }

  /// Rejects an optional to-one relationship that is a constant.
  @available(
    *, unavailable,
    message: """
      a relationship is declared as 'var' in Swift 6 mode, and leads to a model that isn't named like \
      a type of the standard library
      """
  )
  public mutating func decode<Model: PersistentModel>() throws -> Model? { throw invalidLast("") }

  /// Rejects a to-many relationship that is a constant.
  @available(
    *, unavailable,
    message: """
      a relationship is declared as 'var' in Swift 6 mode, and leads to a model that isn't named like \
      a type of the standard library
      """
  )
  public mutating func decode<Model: PersistentModel>() throws -> [Model] { throw invalidLast("") }

  /// Rejects an optional to-many relationship that is a constant.
  @available(
    *, unavailable,
    message: """
      a relationship is declared as 'var' in Swift 6 mode, and leads to a model that isn't named like \
      a type of the standard library
      """
  )
  public mutating func decode<Model: PersistentModel>() throws -> [Model]? { throw invalidLast("") }
}
