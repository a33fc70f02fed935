import Foundation
import StrataApplication
import StrataShell

/// What `import` is asked to do: its options, and those of a map file.
///
/// A map file has an option a line without the dashes, `date COLUMN`, `item NAME:KIND:COLUMNS`,
/// `time-zone Z`; `#` begins a comment. What stands on the command line comes first.
@MainActor struct ImportOptions {
  let date: ArgumentValue
  let items: [ArgumentValue]
  let timeZone: TimeZone

  init(_ invocation: Invocation, _ environment: ApplicationEnvironment) throws {
    var dates = invocation.options("date")
    var items = invocation.options("item")
    var zones = invocation.options("time-zone")
    if let file = invocation.option("map") {
      for (name, value) in try Self.read(file) {
        switch name {
        case "date": dates.append(value)
        case "item": items.append(value)
        default: zones.append(value)
        }
      }
    }
    guard let date = dates.first else {
      throw invocation.usageError("--date is missing", hint: "it names the column with the dates")
    }
    guard !items.isEmpty else {
      throw invocation.usageError(
        "--item is missing", hint: "write it like --item 'Wind:singleValue:wind:m/s'")
    }
    self.date = date
    self.items = items
    timeZone =
      try zones.first.map { name throws(ShellError) in
        guard let zone = TimeZone(identifier: name.text) else {
          throw name.error(
            "“\(name.text)” is no time zone", hint: "write it like America/Los_Angeles or UTC")
        }
        return zone
      } ?? environment.output.timeZone
  }

  private static func read(_ file: ArgumentValue) throws -> [(String, ArgumentValue)] {
    let text: String
    do {
      text = try String(contentsOf: URL(fileURLWithPath: file.text), encoding: .utf8)
    } catch {
      throw file.error("can't read the map \(file.text): \(ShellError(error).message)")
    }
    var result: [(String, ArgumentValue)] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      func fault(_ message: String) -> ShellError {
        file.error("\(file.text):\(index + 1): \(message)")
      }
      let words: [Token]
      do {
        words = try Tokenizer.tokens(in: String(line).trimmingCharacters(in: .whitespaces))
      } catch {
        throw fault(error.message)
      }
      guard let first = words.first else { continue }
      guard ["date", "item", "time-zone"].contains(first.text), words.count == 2 else {
        throw fault("a line of a map is date, item or time-zone and one value")
      }
      result.append((first.text, ArgumentValue(words[1].text, column: file.column)))
    }
    return result
  }
}
