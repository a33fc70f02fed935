public import StrataSQLite

// What a property that can't be persisted would call, so that the compiler says why.
extension Row {
  /// A relationship can't be read as a constant.
  @available(
    *, unavailable,
    message: """
      a relationship is declared as 'var' in Swift 6 mode, and leads to a model that isn't named like \
      a type of the standard library
      """
  )
  public mutating func decode<Model: PersistentModel>() throws -> Model { throw invalidLast("") }

  /// A relationship can't be read as a constant.
  @available(
    *, unavailable,
    message: """
      a relationship is declared as 'var' in Swift 6 mode, and leads to a model that isn't named like \
      a type of the standard library
      """
  )
  public mutating func decode<Model: PersistentModel>() throws -> Model? { throw invalidLast("") }

  /// A relationship can't be read as a constant.
  @available(
    *, unavailable,
    message: """
      a relationship is declared as 'var' in Swift 6 mode, and leads to a model that isn't named like \
      a type of the standard library
      """
  )
  public mutating func decode<Model: PersistentModel>() throws -> [Model] { throw invalidLast("") }

  /// A relationship can't be read as a constant.
  @available(
    *, unavailable,
    message: """
      a relationship is declared as 'var' in Swift 6 mode, and leads to a model that isn't named like \
      a type of the standard library
      """
  )
  public mutating func decode<Model: PersistentModel>() throws -> [Model]? { throw invalidLast("") }
}
