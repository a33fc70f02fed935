extension PersistentStoreDescription {
  /// What a store is kept in.
  public struct StoreType: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral {
    /// The type's name, as Core Data has it.
    public let rawValue: String

    /// A type by its name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// A type by its name.
    public init(stringLiteral name: String) { rawValue = name }

    /// A database file.
    public static let sqlite = StoreType(rawValue: "SQLite")
    /// Memory; gone with its container.
    public static let inMemory = StoreType(rawValue: "InMemory")
    /// A file that is read and written as a whole. There is none here, and to open one is an error.
    public static let binary = StoreType(rawValue: "Binary")
  }
}
