import StrataStack
import Strata
import StrataApplication
import StrataShell

/// The listing of the store's history.
@MainActor struct HistoryList {
  private let environment: ApplicationEnvironment
  private let author: String?
  private let entity: String?
  private let since: Int64
  private let limit: Int?

  init(_ invocation: Invocation, _ environment: ApplicationEnvironment) throws {
    self.environment = environment
    author = invocation.option("author")?.text
    entity = try invocation.option("entity").map { try environment.entity($0).name }
    since = Int64(try invocation.option("since")?.integer() ?? 0)
    if let last = invocation.option("last"), invocation.option("limit") != nil {
      throw last.error("--last and --limit exclude each other", hint: "leave one of them out")
    }
    if let limit = invocation.option("last") ?? invocation.option("limit") {
      let number = try limit.integer()
      guard number >= 0 else { throw limit.error("a limit can't be negative") }
      self.limit = number
    } else {
      limit = nil
    }
  }

  func print() throws {
    var entries = try environment.context.historyEntries(after: since, author: author)
    if let entity {
      entries = entries.filter { $0.changes.contains { $0.entity == entity } }
    }
    if let limit { entries = entries.suffix(limit) }
    let writer = try environment.output.beginTable(HistoryRow.columns)
    for entry in entries { try writer.row(HistoryRow(entry).cells(environment)) }
    try writer.end()
  }

  static func show(_ number: ArgumentValue, _ environment: ApplicationEnvironment) throws {
    guard let transaction = try environment.context.historyEntry(Int64(try number.integer())) else {
      throw number.error(
        "the store remembers no transaction \(number.text)", hint: "history lists them")
    }
    let writer = try environment.output.beginTable(["change", "object", "properties", "values"])
    let values = try values(of: transaction.number, environment)
    for change in transaction.changes {
      let object = "\(change.entity)/\(change.key)"
      try writer.row([
        .text("\(change.kind)"), .text(object), .list(change.properties.map { .text($0) }),
        .list((values[object] ?? []).map { .text($0) }),
      ])
    }
    try writer.end()
  }

  /// The values before and after a save, by object. Empty if the store doesn't keep former values.
  private static func values(
    of number: Int64, _ environment: ApplicationEnvironment
  ) throws -> [String: [String]] {
    let differences: [ObjectDifference]
    do {
      differences = try environment.context.difference(from: number - 1, to: number)
    } catch StackError.unsupportedMemory {
      return [:]
    }
    return Dictionary(
      differences.map { difference in
        (
          "\(difference.object.entityName)/\(difference.object.rowKey)",
          difference.properties.flatMap { text(of: $0, difference, environment) }
        )
      }
    ) { $1 }
  }

  private static func text(
    of property: PropertyDifference, _ difference: ObjectDifference,
    _ environment: ApplicationEnvironment
  ) -> [String] {
    let entity = environment.stack.container.schema.entitiesByName[difference.object.entityName]
    func parts(_ content: PropertyContent?) -> [(name: String, text: String)]? {
      switch content {
      case nil: return nil
      case .objects(let objects):
        return [
          (property.name, objects.isEmpty ? "nil" : objects.map { "\($0)" }.joined(separator: " "))
        ]
      case .columns(let values):
        guard case .attribute(let attribute)? = entity?.property(named: property.name) else {
          return []
        }
        return zip(attribute.columns, values).map { column, value in
          let cell = Cell(value, column)
          return (
            column.queryName(of: property.name),
            cell == .null ? "nil" : cell.text(in: environment.output.timeZone)
          )
        }
      }
    }
    switch (parts(property.before), parts(property.after)) {
    case (let before?, let after?):
      return zip(before, after).filter { $0.text != $1.text }.map {
        "\($0.name)=\($0.text) → \($1.text)"
      }
    case (let one?, nil), (nil, let one?):
      return one.filter { $0.text != "nil" }.map { "\($0.name)=\($0.text)" }
    case (nil, nil): return []
    }
  }
}
