public import StrataModel

/// A value that is made of one object, and that clients of ``LiveQueries`` get instead of the object.
///
/// A class with `@Snapshot` has one:
///
/// ```swift
/// extension Note.Snapshot: LiveValue {
///   init(_ note: Note) throws { self = try note.snapshot }
/// }
/// ```
///
/// A type of your own has what the clients need:
///
/// ```swift
/// struct NoteLine: LiveValue {
///   let title: String
///   let folder: String?
///   init(_ note: Note) { (title, folder) = (note.title, note.folder?.name) }
/// }
/// ```
///
/// The clients of equal queries share the values. So a value depends on the object and on objects that it leads to, and on
/// nothing else, such as who asks.
public protocol LiveValue: Codable, Sendable, Equatable {
  /// The class of the object.
  associatedtype Model: PersistentModel

  /// Creates the value of an object. Reads, and changes nothing.
  init(_ object: Model) throws
}
