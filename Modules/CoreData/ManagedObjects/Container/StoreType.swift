extension PersistentStoreDescription {
  /// The medium of a store: a database file or memory.
  public struct StoreType: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral {
    /// Core Data's name for the type.
    public let rawValue: String

    /// Creates a type with a name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Creates a type with a name.
    public init(stringLiteral name: String) { rawValue = name }

    /// A database file.
    public static let sqlite = StoreType(rawValue: "SQLite")
    /// Memory. The content is lost with the container.
    public static let inMemory = StoreType(rawValue: "InMemory")
    /// A file that is read and written as a whole. Not supported: opening one throws an error.
    public static let binary = StoreType(rawValue: "Binary")
  }
}
