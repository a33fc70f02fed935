public import Strata
public import StrataShell

/// Makes objects of the records of files: what a plugin with models offers to the plugin that reads
/// files.
public protocol RecordTransfer {
  /// Readies an import: reads what the options ask for and holds it against the file's columns.
  ///
  /// - Throws: a usage error for options that ask for what isn't there.
  @MainActor func makeImport(_ request: ImportRequest) throws -> any RecordImport
}

/// What an import is asked to do.
public struct ImportRequest {
  /// The names of the file's columns.
  public let header: [String]
  /// The column with the date of each record.
  public let date: ArgumentValue
  /// What to make of which columns: `NAME:KIND:COLUMN[,COLUMN][:UNIT]`.
  public let items: [ArgumentValue]
  /// How dates and numbers are written.
  public let forms: ImportForms
  /// The context that the import works with.
  public let context: ModelContext

  /// Describes an import.
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

/// An import on its way: records are read first, and what they make is added to the context when it
/// is known that it is wanted, all at once or as it comes.
public protocol RecordImport: AnyObject {
  /// Reads one record, all of it or, when it throws, nothing of it. The context is left as it is.
  ///
  /// - Throws: ``RecordProblem``.
  @MainActor func take(_ fields: [String]) throws

  /// How many parts of records are kept until ``settle(adding:)``.
  @MainActor var keptCount: Int { get }

  /// Finds out which parts of the records are there already, and lets all go that was kept.
  ///
  /// - Parameter adding: Whether the others are added to the context, or only counted.
  @MainActor func settle(adding: Bool) throws

  /// What was added, or counted, as names and numbers: `items 4`, `data points 5844`.
  @MainActor var summary: [(name: String, count: Int)] { get }

  /// How many parts of records were there already.
  @MainActor var knownCount: Int { get }

  /// What is to be said once of all that was taken, in sentences without a full stop.
  @MainActor var warnings: [String] { get }
}

/// What is wrong with a record.
public struct RecordProblem: Error, Sendable, Hashable {
  /// The position of the field among the record's fields, from 0.
  public let field: Int
  /// What is wrong.
  public let message: String

  /// Describes a problem.
  public init(field: Int, _ message: String) {
    self.field = field
    self.message = message
  }
}
