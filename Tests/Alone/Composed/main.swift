// Four modules composed behind a line-oriented shell: the domain's values, raw columns, observation, and a stack of contexts
// that belong to authors.
import Foundation
import Observation
import StrataDomain
import StrataDomainColumns
import StrataModel
import StrataPredicates
import StrataSQLite
import StrataSchema
import StrataShell
import StrataStack

// Domain: what a value may be.
@Model final class Reading {
  @Attribute(.unique) var name: ValidatedName
  var content: ItemDataContent

  init(name: ValidatedName, content: ItemDataContent) {
    self.name = name
    self.content = content
  }
}

@MainActor final class Readings: ShellEnvironment {
  let output = Output(
    standardOutput: FileDescriptorOutput.standardOutput(),
    standardError: FileDescriptorOutput.standardError())
  // Stack: a container, and contexts that belong to authors.
  let stack: TestingStack
  var noted = 0

  init() throws { stack = try TestingStack(for: [Reading.self], mainAuthor: "shell") }

  func perform(
    _ invocation: Invocation, body: @MainActor () async throws -> Void
  ) async throws {
    try await body()
    try stack.viewContext.saveIfNeeded()
  }

  func reading(_ name: String) throws -> Reading? {
    let name = try ValidatedName(name)
    return try stack.viewContext.fetch(
      FetchDescriptor<Reading>(predicate: #Predicate { $0.name == name })
    ).first
  }
}

let add = Command<Readings>(
  ["add"], "add a reading", arguments: [.required("NAME"), .required("VALUE")]
) { invocation, readings in
  readings.stack.viewContext.insert(
    Reading(
      name: try ValidatedName(invocation.require("NAME").text),
      content: .singleValue(
        eventDate: Date(timeIntervalSinceReferenceDate: 0),
        value: try invocation.require("VALUE").real())))
}

// Observation: by property, and from one context to the other.
let watch = Command<Readings>(
  ["double"], "double a value in the background, and note that it was seen",
  arguments: [.required("NAME")]
) { invocation, readings in
  guard let reading = try readings.reading(invocation.require("NAME").text) else { return }
  withObservationTracking {
    _ = reading.content
  } onChange: {
    Task { @MainActor in readings.noted += 1 }
  }
  let identifier = TypedObjectID(reading)
  try await readings.stack.withContext(author: "worker") { context in
    let other = try context.existing(Reading.self, withID: identifier)
    other.content = .singleValue(
      eventDate: other.content.startDate, value: 2 * (other.content.value1 ?? 0))
  }
  try readings.stack.viewContext.mergeChanges()
  await Task.yield()
}

// Storage: raw columns, with a condition on a part of the content.
let list = Command<Readings>(["list"], "list what is high", arguments: []) { _, readings in
  let high = try readings.stack.viewContext.fetch(
    FetchDescriptor<Reading>(
      predicate: #Predicate { ($0.content.value1 ?? 0) > 100 },
      sortBy: [SortDescriptor(\.name.rawValue)]))
  let rows = try readings.stack.viewContext.rows(
    "SELECT content_type, content_value1 FROM Reading ORDER BY name")
  try readings.output.print(
    Table(
      ["high", "rows", "noted"],
      rows: [
        [
          Cell(high.map(\.name.rawValue).joined(separator: " ")), Cell(rows.count),
          Cell(readings.noted),
        ]
      ]))
}

let shell = try Shell(environment: Readings(), commands: [add, watch, list])
let status = await shell.run([
  .line("format csv"), .line("add Weight 98.6"), .line("add Height 40"),
  .line("double Weight"), .line("list"), .line("add ab 1"),
])
print(status)
