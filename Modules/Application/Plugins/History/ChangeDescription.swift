@_spi(Query) import StrataContexts
@_spi(Query) import StrataModel
import StrataStack
import Strata
import StrataApplication
import StrataShell

/// A description of an object's change in a save, with its present values.
@MainActor struct ChangeDescription {
  private let change: HistoryEntry.Change
  private let entry: HistoryEntry
  private let values: [(name: String, cell: Cell)]
  private let isGone: Bool
  private let environment: ApplicationEnvironment

  static let columns: [Table.Column] = [
    "number", "time", "author", "process", "change", "object", "values",
  ]

  init(
    _ change: HistoryEntry.Change, of entry: HistoryEntry, _ environment: ApplicationEnvironment
  ) throws {
    self.change = change
    self.entry = entry
    self.environment = environment
    let object =
      change.kind == .delete
      ? nil : try environment.context.model(entity: change.entity, key: change.key)
    isGone = object == nil && change.kind != .delete
    guard let object,
      let entity = environment.stack.container.schema.entitiesByName[change.entity]
    else {
      values = []
      return
    }
    let names = Set(change.properties)
    values = try entity.properties
      .filter { change.kind == .insert || names.contains($0.name) }
      .flatMap { try Self.values(of: $0, object) }
      // An inserted object shows the values that it has. An updated one also shows values that
      // became nil.
      .filter { change.kind == .update || ($0.cell != .null && $0.cell != .text("changed")) }
  }

  private static func values(
    of property: Schema.Property, _ object: any PersistentModel
  ) throws -> [(name: String, cell: Cell)] {
    switch property {
    case .attribute(let attribute):
      return zip(attribute.columns, try object.columnValues(forKey: attribute.name)).map {
        column, value in
        (
          column.queryName(of: attribute.name),
          Cell(value, column)
        )
      }
    case .relationship(let relationship) where relationship.isToOne:
      let target = try object.related(forKey: relationship.name).first
      return [(relationship.name, Cell(target.map { "\($0.persistentModelID)" }))]
    // Only a marker, since a to-many relationship may have many members.
    case .relationship(let relationship): return [(relationship.name, .text("changed"))]
    }
  }

  private var verb: String {
    switch change.kind {
    case .insert: "inserted"
    case .update: "updated"
    case .delete: "deleted"
    }
  }

  private var object: String { "\(change.entity)/\(change.key)" }

  private var pairs: [String] {
    values.map { name, cell in
      "\(name)=\(cell == .null ? "nil" : cell.text(in: environment.output.timeZone))"
    }
  }

  var sentence: String {
    let time = environment.clockTime(entry.timestamp)
    let tail =
      isGone ? ": it is gone by now" : pairs.isEmpty ? "" : ": " + pairs.joined(separator: ", ")
    return "\(time) \(entry.author ?? "nobody") \(verb) \(object)\(tail)"
  }

  var cells: [Cell] {
    [
      .integer(entry.number), .date(entry.timestamp), Cell(entry.author), .text(entry.process),
      .text("\(change.kind)"), .text(object), .list(pairs.map { .text($0) }),
    ]
  }
}
