import StrataCoreDataStores
import StrataShell
import StrataStorage

/// What became of an import, as a person is told.
@MainActor struct ImportReport {
  private let report: CoreDataImport
  /// How many lines of a kind are written.
  private static let limit = 1000

  init(_ report: CoreDataImport) { self.report = report }

  /// - Throws: ``ShellError`` where something couldn't be written, or isn't as it should be.
  func print(_ output: Output) throws {
    warn(report.notes, count: report.notes.count, "notes", output)
    warn(
      report.faults.map { "\($0.place): \($0.message)" }, count: report.faults.count, "faults",
      output)
    warn(report.problems.map { "\($0)" }, count: report.problemCount, "problems", output)
    try output.print(
      Table(
        ["entity", "objects"],
        rows: report.objectCounts.sorted { $0.key < $1.key }.map {
          [.text($0.key), Cell($0.value)]
        }))
    output.message(
      "imported \(report.objectCounts.values.reduce(0, +)) objects, \(report.linkCount) links and "
        + "\(report.transactionCount) transactions")
    if report.problemCount > 0 {
      throw ShellError(
        "\(report.problemCount) values or objects couldn't be imported",
        hint: "the warnings say which, and why")
    }
    // Ends that disagree are common, and what is read at each end is right.
    let faults = report.faults.filter { $0.kind != .inverse }.count
    if faults > 0 {
      throw ShellError(
        "\(faults) things in the new store aren't as they should be", hint: "the warnings say which"
      )
    }
  }

  private func warn(_ lines: [String], count: Int, _ what: String, _ output: Output) {
    for line in lines.prefix(Self.limit) { output.warning(line) }
    if count > Self.limit { output.warning("… and \(count - Self.limit) further \(what)") }
  }
}
