public import Foundation
internal import StrataCSQLite
internal import StrataQuery
public import StrataSchema

/// An SQL function of your own, for the statements of `withConnection` and `rows(_:)` on a store in a file.
///
/// ```swift
/// var configuration = ModelConfiguration("places")
/// configuration.functions = [
///   SQLFunction("initials", argumentCount: 1) { arguments in
///     guard case .text(let name) = arguments[0] else { return .null }
///     return .text(String(name.split(separator: " ").compactMap(\.first)))
///   }
/// ]
/// ```
///
/// SQLite calls it on the thread of the statement. An error that it throws ends the statement.
public struct SQLFunction: Sendable {
  /// The name, in any case.
  public let name: String
  /// The number of arguments, or nil for any number.
  public let argumentCount: Int?
  /// True if equal arguments always give equal results.
  public let isDeterministic: Bool
  let body: @Sendable ([ColumnValue]) throws -> ColumnValue

  /// Creates a function.
  ///
  /// - Parameters:
  ///   - name: The name, of letters, digits and underscores. Names that begin with `strata_` are the library's.
  ///   - argumentCount: The number of arguments, or nil for any number.
  ///   - isDeterministic: True if equal arguments always give equal results, so that SQLite may call it less
  ///     often.
  ///   - body: Computes the result.
  public init(
    _ name: String, argumentCount: Int?, isDeterministic: Bool = true,
    _ body: @escaping @Sendable (_ arguments: [ColumnValue]) throws -> ColumnValue
  ) {
    self.name = name
    self.argumentCount = argumentCount
    self.isDeterministic = isDeterministic
    self.body = body
  }
}

/// An order of texts of your own, for `COLLATE` in the statements of `withConnection` and `rows(_:)` on a store in a
/// file.
///
/// ```swift
/// configuration.collations = [SQLCollation("german") { $0.compare($1, locale: Locale(identifier: "de")) }]
/// ```
public struct SQLCollation: Sendable {
  /// The name, in any case.
  public let name: String
  let compare: @Sendable (String, String) -> ComparisonResult

  /// Creates an order of texts, which has to be a total order.
  ///
  /// - Parameter name: The name, of letters, digits and underscores. Names that begin with `strata_` are the library's.
  public init(
    _ name: String, _ compare: @escaping @Sendable (String, String) -> ComparisonResult
  ) {
    self.name = name
    self.compare = compare
  }
}

/// The functions, collations, extensions and settings of a program, which each connection of a store gets.
package struct SQLAdditions: Sendable {
  package var functions: [SQLFunction]
  package var collations: [SQLCollation]
  package var extensions: [SQLExtension]
  package var prepare: (@Sendable (ConnectionPreparation) throws -> Void)?

  package init(
    functions: [SQLFunction] = [], collations: [SQLCollation] = [],
    extensions: [SQLExtension] = [],
    prepare: (@Sendable (ConnectionPreparation) throws -> Void)? = nil
  ) {
    self.functions = functions
    self.collations = collations
    self.extensions = extensions
    self.prepare = prepare
  }

  package var isEmpty: Bool {
    functions.isEmpty && collations.isEmpty && extensions.isEmpty && prepare == nil
  }

  /// Throws for a name that isn't one, or that is the library's.
  fileprivate func check() throws(StorageError) {
    for name in functions.map(\.name) + collations.map(\.name) {
      guard QueryFunction.isName(name) else {
        throw .refusedStatement(
          sql: name,
          reason:
            "the name of a function or collation has letters, digits and underscores, and doesn't begin "
            + "with strata_")
      }
    }
    for function in functions where !(0...100).contains(function.argumentCount ?? 0) {
      throw .refusedStatement(
        sql: function.name, reason: "a function has 0 to 100 arguments, or any number (nil)")
    }
  }
}

extension Connection {
  /// Adds the functions, collations and extensions of a program, and lets it prepare the connection.
  ///
  /// - Throws: ``StorageError/refusedStatement(sql:reason:)`` for a name that can't be used,
  ///   ``StorageError/extensionNotLoaded(path:reason:)``, and the program's own errors.
  package func add(_ additions: SQLAdditions) throws {
    guard !additions.isEmpty else { return }
    try additions.check()
    for function in additions.functions {
      register(
        function.name, argumentCount: function.argumentCount.map { Int32($0) } ?? -1,
        isDeterministic: function.isDeterministic
      ) { call in
        do {
          call.give(try function.body((0..<call.count).map { call.value($0) }))
        } catch {
          call.fail("\(function.name): \(error)")
        }
      }
    }
    for collation in additions.collations { register(collation) }
    try load(additions.extensions, additions.prepare)
  }

  private func register(_ collation: SQLCollation) {
    let box = Unmanaged.passRetained(CollationBox(collation.compare))
    let code = sqlite3_create_collation_v2(
      handle, collation.name, SQLITE_UTF8, box.toOpaque(),
      { context, count, bytes, otherCount, other in
        guard let context else { return 0 }
        // SQLite holds the one reference until the connection closes, and no longer.
        let box = Unmanaged<CollationBox>.fromOpaque(context).takeUnretainedValue()
        func text(_ bytes: UnsafeRawPointer?, _ count: Int32) -> String {
          String(
            decoding: UnsafeRawBufferPointer(start: bytes, count: Int(count)), as: UTF8.self)
        }
        return Int32(clamping: box.compare(text(bytes, count), text(other, otherCount)).rawValue)
      },
      { box in if let box { Unmanaged<CollationBox>.fromOpaque(box).release() } })
    // SQLite doesn't release it for a name that it refuses.
    if code != SQLITE_OK { box.release() }
  }
}

/// The context of a collation, which SQLite retains and passes to each comparison.
private final class CollationBox {
  let compare: @Sendable (String, String) -> ComparisonResult

  init(_ compare: @escaping @Sendable (String, String) -> ComparisonResult) {
    self.compare = compare
  }
}
