/// A client's page of a live query: the values of the objects that the query found, in order.
///
/// ```swift
/// var page = LivePage<NoteLine>()
/// for try await change in live.changes(of: notes, as: NoteLine.self) {
///   try page.apply(change)
///   show(page.rows)
/// }
/// ```
///
/// A client in another process decodes each ``LiveChange``, and does the same.
public struct LivePage<Value: Codable & Sendable & Equatable>: Codable, Sendable, Equatable {
  /// The values.
  public private(set) var rows: [LiveRow<Value>]
  /// The name of the page, from its content. Nil before the first change. Give it to
  /// ``LiveQueries/changes(of:as:after:)`` to go on.
  public private(set) var cursor: String?

  /// Creates the page of a client that hasn't received any change.
  public init() { rows = [] }

  init(_ rows: [LiveRow<Value>], cursor: String) {
    self.rows = rows
    self.cursor = cursor
  }

  /// Changes the page to the next one. O(number of rows).
  ///
  /// - Throws: ``LiveError/otherPage(changed:had:)`` for a change of another page than this one, and
  ///   ``LiveError/malformedChange`` for one whose positions aren't in it. The page then stays as it was.
  public mutating func apply(_ change: LiveChange<Value>) throws(LiveError) {
    if let changed = change.changedCursor, changed != cursor {
      throw .otherPage(changed: changed, had: cursor)
    }
    rows = try change.rows(after: change.changedCursor == nil ? [] : rows)
    cursor = change.cursor
  }
}

/// An object's identifier and value.
public struct LiveRow<Value: Codable & Sendable & Equatable>: Codable, Sendable, Equatable,
  Identifiable
{
  /// The URI of the object's identifier, as from `PersistentIdentifier.uriRepresentation()`.
  public let id: String
  /// The object's value.
  public let value: Value
}

/// A change that doesn't belong to the client's page.
public enum LiveError: Error, Equatable {
  /// The change is of a page with another cursor. Begin again without a cursor.
  case otherPage(changed: String, had: String?)
  /// The positions of the change aren't those of rows, so that something on the way has changed it.
  case malformedChange
}

extension LiveError: CustomStringConvertible {
  /// The error in a sentence.
  public var description: String {
    switch self {
    case .otherPage(let changed, let had):
      "the change is of the page \(changed), and the client has \(had.map { "the page \($0)" } ?? "none"); "
        + "begin again without a cursor"
    case .malformedChange:
      "the change has positions that the page doesn't have; begin again without a cursor"
    }
  }
}
