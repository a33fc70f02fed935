internal import Foundation
public import Strata
public import StrataShell

/// A service that imports the records of files as objects.
///
/// The plugin with the models registers it, and the plugin that reads files uses it.
public protocol RecordTransfer {
  /// Starts an import: resolves the options against the file's columns.
  ///
  /// - Throws: A usage error for options that name missing columns, items or kinds.
  @MainActor func makeImport(_ request: ImportRequest) throws -> any RecordImport
}

/// The parameters of an import.
public struct ImportRequest {
  /// The names of the file's columns.
  public let header: [String]
  /// The name of the column with each record's date.
  public let date: ArgumentValue
  /// The items to import, with their columns: `NAME:KIND:COLUMN[,COLUMN][:UNIT]`.
  public let items: [ArgumentValue]
  /// The formats of dates and numbers.
  public let forms: ImportForms
  /// The context that the objects are inserted into.
  public let context: ModelContext

  /// Makes the parameters of an import.
  public init(
    header: [String], date: ArgumentValue, items: [ArgumentValue], forms: ImportForms,
    context: ModelContext
  ) {
    self.header = header
    self.date = date
    self.items = items
    self.forms = forms
    self.context = context
  }
}

extension ImportRequest {
  /// The columns of a date: one, or two whose names a plus joins, as `day+time`. Nil if the header lacks one.
  public static func dateColumns(_ name: String, in header: [String]) -> [Int]? {
    if let column = header.firstIndex(of: name) { return [column] }
    for plus in name.indices where name[plus] == "+" {
      let columns = [name[..<plus], name[name.index(after: plus)...]].compactMap { part in
        header.firstIndex(of: part.trimmingCharacters(in: .whitespaces))
      }
      if columns.count == 2 { return columns }
    }
    return nil
  }
}

/// An import in progress: it collects records, and then adds or counts them in batches.
///
/// Call ``take(_:)`` for each record, and ``resolve(adding:)`` after a batch or at the end.
public protocol RecordImport: AnyObject {
  /// Parses a record and collects its parts: all of them, or none if it throws.
  ///
  /// It doesn't change the context.
  ///
  /// - Throws: ``RecordProblem``.
  @MainActor func take(_ fields: [String]) throws

  /// The number of parts that were collected since the last ``resolve(adding:)``.
  @MainActor var keptCount: Int { get }

  /// Finds the collected parts that exist already, handles the others, and empties the collection.
  ///
  /// - Parameter adding: True to insert the others into the context, false to count them only.
  @MainActor func resolve(adding: Bool) throws

  /// The numbers of added or counted objects with their names: `items 4`, `data points 5844`.
  @MainActor var summary: [(name: String, count: Int)] { get }

  /// The number of parts that existed already.
  @MainActor var knownCount: Int { get }

  /// Warnings to show once for the whole import: sentences without a full stop.
  @MainActor var warnings: [String] { get }
}

/// The error of a record that can't be imported.
public struct RecordProblem: Error, Sendable, Hashable {
  /// The index of the field in the record, from 0.
  public let field: Int
  /// The problem with the field: a phrase or sentence without a full stop.
  public let message: String

  /// Makes an error for a field.
  public init(field: Int, _ message: String) {
    self.field = field
    self.message = message
  }
}
