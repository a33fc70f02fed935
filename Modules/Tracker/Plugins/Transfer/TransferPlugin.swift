internal import Strata
public import StrataApplication
public import StrataShell

/// A plugin that exports everything in the tracker to files and imports from files.
///
/// The plugin that registers a `RecordTransfer` imports the records of other CSV files.
public struct TransferPlugin: Plugin {
  /// `Transfer`.
  public let name = "Transfer"
  /// A summary of its features.
  public let summary = "exports of everything, and data points from files"

  /// Makes the plugin.
  public init() {}

  /// Its commands.
  public var commands: [Command<ApplicationEnvironment>] {
    [
      Command(
        ["import"], "take in an export, or data points from a CSV file",
        arguments: [
          .required("FILE", "the file; - for standard input; sample:NAME for one that comes along")
        ],
        options: [
          .value(
            "date", "COLUMN[+COLUMN]", "the column with the date of each row, or day and time"),
          .value(
            "item", "NAME:KIND:COLUMN[,COLUMN][:UNIT]", "what to make of which columns",
            isRepeatable: true),
          .value("map", "FILE", "a file with further options, one a line: date …, item …"),
          .value("time-zone", "Z", "the zone of dates that have none; the machine's when left out"),
          .value("date-format", "FORM", "how dates are written: iso, D.M.Y, D-MON-Y, unix …"),
          .value("decimal", "MARK", "what begins a number's decimals", choices: [".", ","]),
          .value("delimiter", "MARK", "what stands between fields: , ; tab |"),
          .value(
            "encoding", "NAME", "how characters are written: utf-8, utf-16, windows-1252"),
          .flag("yes", "take what the columns look like, without asking"),
          .flag("strict", "take nothing when any part is bad"),
          .flag("dry-run", "say what would be done, and do nothing"),
        ],
        discussion: """
          What export has written is taken as it was: items, options, tags and data points, each under \
          its identifier, by who has logged it. What is there already stays as it is. It is saved as it \
          comes; if it is stopped, the same line goes on.

          Of another CSV file --date and --item say what to make of which columns. Without them, the \
          columns are looked at, and the line that would do it is shown with what it would add, to be taken, \
          typed or changed. Lines above the header are passed over. Equal rows are different data points; \
          what the store has of them is not added again. It is saved by the author import, every 50000 data points; with --strict all at once, and \
          after begin as part of that transaction. A row is taken whole or not at all; bad ones are \
          reported with line and column.
          """,
        examples: [
          "import all.jsonl", "import weather.csv --yes",
          "import weather.csv --date date --item 'Wind:singleValue:wind:m/s'",
        ],
        group: name, completion: Self.completeFile
      ) { invocation, environment in try FileImport(invocation, environment).perform() },
      Command(
        ["export"], "write everything to a file that import reads",
        arguments: [.required("FILE", "the file; - for standard output")],
        options: [
          .value("format", "FORMAT", "the file's form", choices: ["csv", "json"]),
          .value("item", "NAME", "only this item, with all that belongs to it"),
          .flag(
            "escape-formulas", "in CSV, write no text so that a spreadsheet runs it as a formula"),
          .flag("overwrite", "replace a file that is there"),
        ],
        discussion: """
          Items with their options and tags, what other plugins keep for them, such as goals, and data \
          points. Only you can read the file, unless it replaces one that others can read.

          Without --format the file's ending says its form: .csv, or .json, .jsonl and .ndjson for an \
          object a line; a name without an ending and standard output get CSV. The file gets its name \
          when all is written; when something can't be read, there is none, or the old one as it was.
          """,
        examples: ["export all.csv", "export weight.json --item Weight --overwrite", "export -"],
        group: name, completion: Self.completeFile
      ) { invocation, environment in try FileExport(invocation, environment).perform() }
      .needing(.existing),
    ]
  }

  @MainActor private static func completeFile(
    _ request: CompletionRequest, _ environment: ApplicationEnvironment
  ) -> [String] {
    guard request.option == nil || request.option == "map" else { return [] }
    let samples = environment.samples.keys.map { "sample:\($0)" }.sorted()
    return FileCompletion.candidates(for: request.prefix)
      + samples.filter { $0.hasPrefix(request.prefix) }
  }
}
