import Foundation
import Strata
import StrataApplication
import StrataShell

/// A run of `import`, which detects the kind of file and reads it.
@MainActor struct FileImport {
  private let invocation: Invocation
  private let environment: ApplicationEnvironment
  private let file: ImportFile

  init(_ invocation: Invocation, _ environment: ApplicationEnvironment) throws {
    self.invocation = invocation
    self.environment = environment
    file = try ImportFile(invocation, environment)
  }

  func perform() throws {
    if let form = DocumentForm(file.bytes.beginning) { return try readDocument(form) }
    if ColumnMapping.areGiven(invocation) {
      let mapping = try ColumnMapping(invocation, environment)
      return try read(mapping, file.bytes, isDry: invocation.flag("dry-run"))
    }
    try suggest()
  }

  private func read(_ mapping: ColumnMapping, _ bytes: InputBytes, isDry: Bool) throws {
    var run = try CSVImport(invocation, environment, mapping, file, isDry: isDry)
    try run.perform(bytes)
  }

  // MARK: Exports

  private func readDocument(_ form: DocumentForm) throws {
    guard !environment.isInTransaction else {
      throw ShellError(
        "a transaction is open, and this import saves as it goes",
        hint: "save or rollback ends it")
    }
    var bytes = file.bytes
    let isDry = invocation.flag("dry-run")
    if invocation.flag("strict"), !isDry {
      let look = try read(bytes, form, isDry: true)
      try look.refuseIfAllIsBad()
      guard look.badCount == 0 else {
        throw ShellError(
          "nothing was imported: \(look.badCount) of the parts "
            + "\(look.badCount == 1 ? "is" : "are") bad",
          hint: "mend the file, or leave out --strict to take the good ones")
      }
      bytes = try file.again(invocation)
    }
    let run = try read(bytes, form, isDry: isDry)
    try run.refuseIfAllIsBad()
    if !isDry, ImportCounting.text(run.added) != nil { try environment.importHasSaved() }
    ImportReport(isDry: isDry).show(
      run.added, known: run.knownPoints, bad: run.badCount, "part", environment.output)
  }

  private func read(
    _ bytes: InputBytes, _ form: DocumentForm, isDry: Bool
  ) throws -> DocumentImport {
    var run = try DocumentImport(invocation, environment, file, isDry: isDry)
    do {
      try run.read(bytes, form)
    } catch {
      if !isDry { environment.importHasStopped(after: run.added) }
      throw error
    }
    return run
  }

  // MARK: Suggestions

  private func suggest() throws {
    let zone = environment.output.timeZone
    let wish = try SuggestionWish(invocation)
    // The last character of the beginning may be incomplete.
    let beginning = file.bytes.beginning
    guard
      String(
        validating: beginning.prefix((beginning.lastIndex { $0 < 0x80 } ?? -1) + 1), as: UTF8.self)
        != nil
    else {
      throw ShellError(
        "the text of \(file.name) is not UTF-8",
        hint: "add --encoding windows-1252 if it has single bytes for é or ü, or --encoding utf-16")
    }
    guard let suggestion = ImportSuggestion(beginning, timeZone: zone, wish) else {
      throw ShellError(
        "no column of \(file.name) looks like dates, with something beside it",
        hint: Self.columns(of: beginning, wish))
    }
    let leftOut = suggestion.leftOut.map { column, reason in
      "left out: \(column.isEmpty ? "a column" : column), since \(reason)"
    }
    guard !suggestion.items.isEmpty else {
      throw ShellError(
        "no column of \(file.name) can be taken as it is",
        hint: leftOut.joined(separator: "\n"))
    }
    let commands = suggestion.commands(file: invocation["FILE"] ?? file.name)
    let output = environment.output
    output.answer(
      (commands.count == 1 ? "this would be done:" : "one of these could be meant:")
        + commands.map { "\n  \($0)" }.joined())
    for line in leftOut { output.message(line) }
    let doubts = suggestion.doubts
    guard doubts.isEmpty else {
      throw ShellError(
        "nothing was imported: " + doubts.map(\.what).joined(separator: ", and "),
        hint: "add " + doubts.map(\.options).joined(separator: ", and ")
          + "; or type one of those lines")
    }
    let mapping = try ColumnMapping(suggestion, invocation, environment)
    var bytes = file.bytes
    if invocation.flag("dry-run") { return try read(mapping, bytes, isDry: true) }
    if !invocation.flag("yes") {
      // Tried on the file before anybody agrees to it. A pipe can be read only once.
      if file.canBeReadAgain {
        try read(mapping, bytes, isDry: true)
        bytes = try file.again(invocation)
      }
      guard try Consent.ask("do it?", invocation) ?? false else {
        throw ShellError(
          "nothing was imported", hint: "type that line, changed where it is wrong; or add --yes")
      }
    }
    try read(mapping, bytes, isDry: false)
  }

  /// Says which columns a file has, and how they are named in a line.
  private static func columns(of beginning: [UInt8], _ wish: SuggestionWish) -> String {
    let header = CSVLayout(beginning, delimiter: wish.delimiter).sample.first ?? []
    guard header.count > 1 else {
      return "name the columns with --date and --item, and what is between them with --delimiter"
    }
    return "its columns are \(header.joined(separator: ", ")); name them with --date and --item"
  }
}

/// The report of an import.
@MainActor struct ImportReport {
  let isDry: Bool

  func show(
    _ summary: [(name: String, count: Int)], known: Int, bad: Int, _ part: String, _ output: Output
  ) {
    let added = ImportCounting.text(summary) ?? "nothing"
    var parts = ["\(isDry ? "would add" : "added") \(added)"]
    if known > 0 {
      parts.append(
        known == 1 ? "1 data point was there already" : "\(known) data points were there already")
    }
    if bad > 0 { parts.append("\(bad) bad \(bad == 1 ? part : part + "s") left out") }
    output.message(parts.joined(separator: "; "))
  }
}
