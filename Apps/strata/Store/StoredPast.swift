import Foundation
@_spi(Query) import StrataModel
import StrataApplication
import Strata
import StrataManagedObjects
import StrataQueryText
import StrataSchema
import StrataShell
import StrataStack
import StrataStorage

/// The changes and past states of a store that keeps former values.
///
/// The store is opened once more, to be read.
@MainActor struct StoredPast {
  private let environment: StoreEnvironment
  private let container: ModelContainer
  private let context: ModelContext

  /// The columns of a table of differences.
  static let columns: [Table.Column] = ["change", "object", "property", "before", "after"]

  /// - Throws: ``ShellError`` for a store of Core Data, which keeps no former values. Errors of opening the store.
  init(_ environment: StoreEnvironment) throws {
    guard environment.origin == nil, let url = environment.store.url else {
      throw ShellError(
        "\(environment.path) is a store of Core Data, which keeps no former values",
        hint: "its history tells which objects were changed")
    }
    self.environment = environment
    container = try ModelContainer(recordedAt: url, allowsSave: false)
    context = ModelContext(container)
  }

  /// The number of the save after which a state is to be shown.
  ///
  /// - Parameter text: A save's number, or a date.
  /// - Throws: ``ShellError`` for neither. `StackError` for a date before the memory of the store begins.
  func number(_ text: ArgumentValue) throws -> Int64 {
    if let number = Int64(text.text), number >= 0 { return number }
    guard let date = DateText.parse(text.text, timeZone: environment.output.timeZone) else {
      throw text.error(
        "“\(text.text)” is neither the number of a save nor a date",
        hint: "write 12, 2026-02-01 or '2026-02-01 07:30'")
    }
    let begin = try begin()
    guard let number = try environment.reader.lastTransaction(until: date), number >= begin else {
      throw try tooEarly(begin)
    }
    return number
  }

  /// The store as it was after a save.
  ///
  /// - Throws: ``ShellError`` for a state that isn't remembered.
  func state(after number: Int64) throws -> StoreEnvironment {
    try check(number)
    return environment.replacing(try container.past(after: number).store)
  }

  private func check(_ number: Int64) throws {
    let (begin, last) = (try begin(), try environment.reader.lastTransaction())
    guard number <= last else {
      throw ShellError("there is no save \(number) yet; the last one is \(last)", kind: .usage)
    }
    guard number >= begin else { throw try tooEarly(begin) }
  }

  /// The number of the first save after which the state is remembered.
  private func begin() throws -> Int64 {
    do {
      return try container.beginOfMemory()
    } catch StackError.unsupportedMemory {
      throw Self.notKept(environment)
    }
  }

  /// The error of a store without former values.
  static func notKept(_ environment: StoreEnvironment) -> ShellError {
    ShellError(
      "\(environment.path) keeps no former values",
      hint: "it keeps those of classes that are a TemporalModel", kind: .usage)
  }

  private func tooEarly(_ begin: Int64) throws -> ShellError {
    let time = try environment.reader.time(ofTransaction: begin)
    let zone = environment.output.timeZone
    let moment = time.map { " of \(Cell.date($0).text(in: zone))" } ?? ""
    return ShellError(
      "the store remembers its states since save \(begin)\(moment), and none before", kind: .usage)
  }

  /// Returns the difference between the states after two saves, as rows of ``columns``.
  func difference(from earlier: Int64, to later: Int64? = nil) throws -> [[Cell]] {
    for number in [earlier, later].compactMap(\.self) { try check(number) }
    return try context.difference(from: earlier, to: later).flatMap(rows)
  }

  /// The last saved changes of an object, oldest first.
  ///
  /// - Parameters:
  ///   - count: How many, or nil for all.
  ///   - number: Only changes by saves before this one.
  func changes(
    of entity: String, _ key: Int64, last count: Int? = nil, before number: Int64? = nil
  ) throws -> [ObjectChange] {
    do {
      return try context.changes(ofEntity: entity, key: key, last: count, before: number)
    } catch StackError.unsupportedMemory {
      throw Self.notKept(environment)
    }
  }

  /// The rows of ``columns`` of an object's difference.
  func rows(_ difference: ObjectDifference) -> [[Cell]] {
    let name = difference.object.entityName
    let entity = environment.schema.entitiesByName[name]
    let change = Self.verb(difference.kind)
    let object = "\(name)/\(difference.object.rowKey)"
    return difference.properties.flatMap { property -> [[Cell]] in
      let described = entity?.property(named: property.name)
      let before = Self.cells(property.before, described)
      let after = Self.cells(property.after, described)
      return Self.names(of: described, property.name).enumerated().compactMap { index, name in
        let old = before.indices.contains(index) ? before[index] : .null
        let new = after.indices.contains(index) ? after[index] : .null
        guard old != new else { return nil }
        return [.text(change), .text(object), .text(name), old, new]
      }
    }
  }

  /// The name of a change.
  static func verb(_ kind: HistoryEntry.Change.Kind) -> String {
    switch kind {
    case .insert: "insert"
    case .update: "update"
    case .delete: "delete"
    }
  }

  private static func names(of property: Schema.Property?, _ name: String) -> [String] {
    guard case .attribute(let attribute) = property else { return [name] }
    return attribute.columns.map { $0.queryName(of: attribute.name) }
  }

  private static func cells(_ content: PropertyContent?, _ property: Schema.Property?) -> [Cell] {
    switch content {
    case nil: return []
    case .columns(let values):
      guard case .attribute(let attribute) = property else { return [] }
      return zip(values, attribute.columns).map { value, column in
        // An empty set of bits is shown as nothing, which no value is, too.
        let cell = Cell(value, column)
        return cell == .list([]) ? .null : cell
      }
    case .objects(let objects):
      let names = objects.map { "\($0.entityName)/\($0.rowKey)" }
      if case .relationship(let one) = property, one.isToOne { return [Cell(names.first)] }
      return [names.isEmpty ? .null : .list(names.map { .text($0) })]
    }
  }
}

extension StoreEnvironment {
  /// The option of commands that can read a past state.
  static let pastOption = CommandLineOption.value(
    "at", "DATE|N", "as it was then: at a date, or after the save with this number")

  /// The state that a command asks for: a past one with `--at`, or the present one.
  func state(_ invocation: Invocation) throws -> StoreEnvironment {
    guard let option = invocation.option("at") else { return self }
    let past = try StoredPast(self)
    return try past.state(after: try past.number(option))
  }
}

/// The commands that show what saves have changed.
extension StoreCommands {
  static var changes: Command<StoreEnvironment> {
    Command(
      ["changes"], "what a save has changed, or all saved changes of an object",
      arguments: [.required("N|ENTITY/KEY", "the number of a save, or an object, such as Note/3")],
      options: [.value("limit", "N", "only the newest N changes of an object")],
      discussion: """
        Each line is a property with its values before and after. The object may be deleted. The store must keep \
        former values (TemporalModel).
        """,
      examples: ["changes 12", "changes Note/3 --limit 5"], group: group
    ) { invocation, environment in
      let name = try invocation.require("N|ENTITY/KEY")
      let limit = try invocation.option("limit").map { option in
        let number = try option.integer()
        guard number >= 0 else { throw option.error("a limit can't be negative") }
        return number
      }
      let past = try StoredPast(environment)
      if let number = Int64(name.text) {
        guard limit == nil else { throw invocation.usageError("--limit is for an object") }
        guard try environment.reader.history(only: number).first != nil else {
          throw name.error("the store remembers no save \(number)", hint: "history lists them")
        }
        return try environment.output.print(
          Table(StoredPast.columns, rows: try past.difference(from: number - 1, to: number)))
      }
      let (entity, key) = try environment.object(name)
      let changes = try past.changes(of: entity.name, key, last: limit)
      guard !changes.isEmpty || limit == 0 else {
        throw name.error("the store remembers no change of \(name.text)")
      }
      let rows = changes.flatMap { one in
        past.rows(one.difference).map { row -> [Cell] in
          [.integer(one.transaction), .date(one.timestamp), Cell(one.author), row[0]] + row[2...]
        }
      }
      try environment.output.print(
        Table(["number", "time", "author", "change", "property", "before", "after"], rows: rows))
    }
  }

  static var difference: Command<StoreEnvironment> {
    Command(
      ["difference"], "what differs between two states of the store",
      arguments: [
        .required("FROM", "a date, or the number of a save"),
        .optional("TO", "another one; now when left out"),
      ],
      examples: ["difference 2026-02-01", "difference 10 12"], group: group
    ) { invocation, environment in
      let past = try StoredPast(environment)
      let from = try past.number(try invocation.require("FROM"))
      let to = try invocation.argument("TO").map(past.number)
      try environment.output.print(
        Table(StoredPast.columns, rows: try past.difference(from: from, to: to)))
    }
  }
}
