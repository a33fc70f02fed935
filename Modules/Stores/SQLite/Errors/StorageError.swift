/// An error of a store: of its file, its tables or its values.
public enum StorageError: Error, Sendable, Hashable {
  /// The store's path leads to something that can't be opened as a file.
  case cannotOpen(path: String, reason: String)
  /// The program has as many files open as the system lets it.
  case tooManyOpenFiles(path: String)
  /// The file is there but is no SQLite database.
  case notADatabase(path: String)
  /// The file is an SQLite database of another program.
  case notAStore(path: String)
  /// The store was written by a newer version of Strata.
  case newerFormat(path: String, format: Int, supported: Int)
  /// The store's tables don't fit the models.
  case incompatibleSchema(path: String, reason: String)
  /// The store or its file can't be written to.
  case readOnly(path: String)
  /// Another connection kept the store locked for longer than the wait allowed.
  case busy(path: String, seconds: Double)
  /// The disk is full.
  case diskFull(path: String)
  /// The file's contents contradict themselves.
  case corrupt(path: String, reason: String)
  /// A rule of a table was broken: two equal unique values, a missing value, a failed check.
  case constraint(Constraint)
  /// A save was asked for inside another one of the same store and thread.
  case saveInsideSave(path: String)
  /// A further key was asked for inside a save, where none can be claimed for good.
  case noKeyLeft(entity: String)
  /// Another program has inserted a row with a key that was claimed for a new object.
  case keyTaken(table: String, key: Int64)
  /// The store's file, or one of those beside it, isn't the one any more that was opened, or was cut meanwhile.
  case fileMoved(path: String)
  /// Stored columns make no valid value.
  case invalidValue(InvalidValue)
  /// A statement or a value is larger than SQLite takes.
  case tooLarge(path: String, reason: String)
  /// A newer program has migrated the store since it was opened, and the store lacks a table or a column of these
  /// models.
  case schemaChanged(path: String, missing: String)
  /// A statement names a table or a column that the store lacks. The advice says how to write the name, or is nil.
  case missingName(path: String, missing: String, advice: String?)
  /// The store was changed while it was read without locks: its folder can't be written, or it is another
  /// library's.
  case changedWhileRead(path: String)
  /// A save would have left links that lead nowhere, or ends of a relationship that disagree. Nothing was
  /// saved.
  case unsound(path: String, faults: [String])
  /// The task was cancelled (`withCancellableStatements(_:)`).
  case interrupted(path: String)
  /// Anything else that SQLite reports.
  case sqlite(extendedCode: Int32, message: String, sql: String?)
  /// Anything else that a server reports, with the letters of its SQLSTATE.
  case server(state: String, message: String, sql: String?)
  /// All connections to the server that the store may have are in use.
  case noConnection(path: String, lent: Int, longest: Double)
  /// An extension of SQLite couldn't be loaded.
  case extensionNotLoaded(path: String, reason: String)
  /// A server has no such operation, which is one of files.
  case filesOnly(path: String, operation: String)
  /// The connection to the server has ended. Nothing of a save was kept.
  case disconnected(path: String, reason: String)
  /// The connection to a server was lost at the end of a save, and the server doesn't say whether it has kept the save.
  case saveOutcomeUnknown(path: String, reason: String)
  /// The store's container was closed (`ModelContainer.close()`).
  case closed(path: String)
  /// The statement isn't allowed there, or isn't one statement. It wasn't run.
  case refusedStatement(sql: String, reason: String)
  /// The store has no function of this name for these arguments.
  case noFunction(path: String, reason: String)
  /// A row of a statement's result has no such column, or no such value in it.
  case noColumn(String, columns: [String])

  /// A rule of a table that a change would break.
  public struct Constraint: Sendable, Hashable {
    /// The kind of rule.
    public enum Kind: String, Sendable, Hashable {
      case unique, notNull, check, foreignKey, primaryKey, dataType, other
    }
    /// The kind of rule.
    public let kind: Kind
    /// The table, where the broken rule says it.
    public let table: String?
    /// The columns, or the property whose rule it is, where the rule says it.
    public let columns: [String]
    /// The engine's own words.
    public let message: String
    /// True if the program's models lack the rule. Another program has opened the store, and its models have it.
    public package(set) var isUnknown = false

    package init(kind: Kind, table: String?, columns: [String], message: String) {
      self.kind = kind
      self.table = table
      self.columns = columns
      self.message = message
    }
  }

  /// A row whose columns make no valid Swift value.
  public struct InvalidValue: Sendable, Hashable {
    /// The table.
    public let table: String
    /// The row's key, where it is known.
    public let key: Int64?
    /// The column, or the first of several.
    public let column: String
    /// The value that was found, and why it can't be used.
    public let reason: String

    package init(table: String, key: Int64?, column: String, reason: String) {
      self.table = table
      self.key = key
      self.column = column
      self.reason = reason
    }
  }
}

extension StorageError: CustomStringConvertible {
  /// A description: what happened, where, and what to do.
  public var description: String {
    switch self {
    case .cannotOpen(let path, let reason): "can't open the store \(path): \(reason)"
    case .tooManyOpenFiles(let path):
      "can't open \(path): this program has as many files open as it may; close some, or raise the limit, "
        + "as ulimit -n does"
    case .notADatabase(let path):
      "\(path) is not a database; give the path of a store, or restore a backup"
    case .notAStore(let path):
      "\(path) is an SQLite database, but not a store: it has tables of another program; give the path of a "
        + "store, or of a file that isn't there yet"
    case .newerFormat(let path, let format, let supported):
      "\(path) was written by a newer version (format \(format), this one knows \(supported)); "
        + "use the newer program"
    case .incompatibleSchema(let path, let reason): "\(path) doesn't fit the models: \(reason)"
    case .readOnly(let path):
      "\(path) is read-only: nothing can be saved to it, but it can be read, with allowsSave: false"
    case .busy(let path, let seconds):
      "\(path) was locked by others for more than \(seconds) s; try again, or set a longer busyTimeout"
    case .diskFull(let path): "no space left on the disk of \(path); free some, and try again"
    case .corrupt(let path, let reason):
      "\(path) is damaged: \(reason); keep a copy of it, and restore a backup"
    case .constraint(let constraint): constraint.description
    case .saveInsideSave(let path):
      "a save of \(path) has asked for another save on the same thread, as an observer does that saves when "
        + "the first save notifies it; save after the first one has ended"
    case .noKeyLeft(let entity):
      "no key for \(entity) is left, and none can be claimed inside a save or after the store was "
        + "closed; take keys before it"
    case .keyTaken(let table, let key):
      "\(table)/\(key): another program has inserted a row with this key, which was claimed for a new "
        + "object here; take another key, as saving again does"
    case .fileMoved(let path):
      "\(path) was deleted, moved or replaced, or it or its log was cut, while the store was open, so nothing is "
        + "saved to it or read from it any more; put it back, or open the store anew"
    case .invalidValue(let value): value.description
    case .tooLarge(let path, let reason): "\(reason) (\(path))"
    case .schemaChanged(let path, let missing):
      "\(path) has no \(missing), which these models have: a newer program has migrated the store since "
        + "it was opened here; use that program, or open the store anew"
    case .missingName(let path, let missing, let advice):
      "\(path) has no \(missing); "
        + (advice
          ?? "correct the name in your SQL, or, if it is one of your models, open the store anew: "
          + "another program may have removed it")
    case .changedWhileRead(let path):
      "\(path) was changed by another program while it was read without locks; open it anew"
    case .unsound(let path, let faults):
      "nothing was saved to \(path), since the store would contradict itself: "
        + faults.prefix(5).joined(separator: "; ")
        + (faults.count > 5 ? " and \(faults.count - 5) more" : "")
        + ". Roll back, or set these relationships anew, and save again"
    case .interrupted(let path):
      "a statement was cancelled before it was done; it changed nothing in \(path)"
    case .sqlite(let code, let message, let sql):
      "SQLite: \(message) (code \(code))" + Self.excerpt(sql)
    case .server(let state, let message, let sql):
      "PostgreSQL: \(message) (SQLSTATE \(state))" + Self.excerpt(sql)
    case .noConnection(let path, let lent, let longest):
      "all \(lent) connections to \(path) are in use, the longest for \(Int(longest)) s; end snapshots sooner, or "
        + "read less at once"
    case .extensionNotLoaded(let path, let reason):
      "SQLite can't load the extension \(path): \(reason); check that it is a shared library for this machine, and name "
        + "its entry point if its file has another name"
    case .filesOnly(let path, let operation):
      "\(operation) is for stores in files; \(path) is on a server, which has its own tools for it"
    case .disconnected(let path, let reason):
      "the connection to \(path) has ended: \(reason); try again"
    case .saveOutcomeUnknown(let path, let reason):
      "the connection to \(path) has ended while a save was committed (\(reason)), and the server doesn't answer, so "
        + "that nobody knows whether the save was kept; look at the objects before you save them again"
    case .closed(let path):
      "the container of \(path) was closed, so nothing is read from it or saved to it any more; create a new container"
    case .refusedStatement(let sql, let reason): "\(reason)" + Self.excerpt(sql)
    case .noFunction(let path, let reason):
      "\(path) can't call a function: \(reason); on a store in a file add it to the functions of the configuration, and "
        + "on a server create it in the database, for the types of columns"
    case .noColumn(let name, let columns):
      "the result has no column '\(name)'; it has "
        + columns.map { "'\($0)'" }.joined(separator: ", ")
    }
  }
}

extension StorageError {
  private static func excerpt(_ sql: String?) -> String {
    sql.map { " in: " + ($0.count > 300 ? $0.prefix(300) + "…" : $0) } ?? ""
  }
}

extension StorageError.Constraint: CustomStringConvertible {
  /// The rule in words.
  public var description: String {
    isUnknown
      ? "\(rule); these models lack the rule, and another program that has opened the store has it"
      : rule
  }

  private var rule: String {
    let names = columns.map { "\(table.map { "\($0)." } ?? "")\($0)" }.joined(separator: ", ")
    return switch kind {
    case .unique, .primaryKey: "another object already has this value of \(names)"
    case .notNull: "\(names) must have a value"
    case .check where columns.isEmpty: "the row breaks a rule of its table: \(message)"
    case .check: "the value of \(names) breaks its rule"
    case .foreignKey, .dataType, .other: message
    }
  }
}

extension StorageError.InvalidValue: CustomStringConvertible {
  /// Row, column and reason.
  public var description: String {
    "\(table)\(key.map { "/\($0)" } ?? ""), column \(column): \(reason)"
  }
}

/// A value that no column can hold.
public enum UnstorableValue: Error, Sendable, Hashable, CustomStringConvertible {
  /// NaN, which SQL would read back as no value.
  case notANumber
  /// A value of a type that has no place in a store.
  case unknownType(String)

  /// A description of the error.
  public var description: String {
    switch self {
    case .notANumber: "NaN can't be stored; use nil for a missing number"
    case .unknownType(let type): "a \(type) has no place in a store; make it Codable"
    }
  }
}

/// A text has the character U+0000, which a server's texts can't have.
package struct ZeroCharacter: Error, CustomStringConvertible {
  package init() {}

  /// A description of the error, and what to do.
  package var description: String {
    "a text with a zero character (U+0000) can't be stored on a PostgreSQL server; remove the character"
  }

  /// Returns true if a JSON text has the escape of the character.
  static func isEscaped(in json: String) -> Bool {
    var bytes = json.utf8[...]
    while let backslash = bytes.firstIndex(of: UInt8(ascii: "\\")) {
      bytes = bytes[bytes.index(after: backslash)...]
      if bytes.starts(with: "u0000".utf8) { return true }
      // The escaped character, which may be a backslash.
      bytes = bytes.dropFirst()
    }
    return false
  }
}

extension StorageError {
  /// True if the file itself is damaged, or is no database.
  public var isDamage: Bool {
    switch self {
    case .notADatabase, .corrupt: true
    default: false
    }
  }
}
