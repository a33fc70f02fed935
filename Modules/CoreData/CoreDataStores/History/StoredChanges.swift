import StrataSQLite
import StrataSchema

/// The changes in a history, read once in the order of their transactions.
struct StoredChanges {
  /// The entities, by number.
  typealias Entities = [Int64: (name: String, properties: ChangedProperties)]
  typealias Problem = CoreDataImport.Problem

  private let entities: Entities
  private let statement: Statement
  /// True if the statement is at a row that hasn't been read yet.
  private var isOnRow = false
  /// The number of changes without a transaction, and the key of the first.
  private var orphans: (count: Int, first: Int64) = (0, 0)

  init(_ connection: Connection, _ entities: Entities) throws {
    self.entities = entities
    statement = try connection.statement(
      """
      SELECT ZTRANSACTIONID, Z_PK, ZENTITY, ZENTITYPK, ZCHANGETYPE, ZCOLUMNS FROM ACHANGE
      ORDER BY ZTRANSACTIONID, Z_PK
      """)
    isOnRow = try statement.step()
  }

  /// Returns the changes of a transaction. Call it with increasing numbers.
  mutating func next(
    of transaction: Int64, problem: (Problem) -> Void
  ) throws -> [CoreDataTransaction.Change] {
    var changes: [CoreDataTransaction.Change] = []
    while isOnRow {
      // SQLite sorts nulls before all numbers, and texts and blobs after them.
      switch statement.value(at: 0) {
      case .integer(let number) where number > transaction: return changes
      case .real(let number) where number > Double(transaction): return changes
      case .text, .blob: return changes
      case .integer(transaction):
        do {
          changes.append(try change())
        } catch let error as Refusal {
          problem(error.problem)
        }
      default: addOrphan()
      }
      isOnRow = try statement.step()
    }
    return changes
  }

  /// Reports the changes without a transaction.
  mutating func end(problem: (Problem) -> Void) throws {
    while isOnRow {
      addOrphan()
      isOnRow = try statement.step()
    }
    statement.reset()
    guard orphans.count > 0 else { return }
    problem(
      Problem(
        entity: "ACHANGE", key: orphans.first, property: nil,
        reason: orphans.count == 1
          ? "it is of a transaction that isn't there, and is left out"
          : "it and \(orphans.count - 1) further changes are of transactions that aren't there, and are left "
            + "out"))
  }

  private mutating func addOrphan() {
    if orphans.count == 0 { orphans.first = statement.integer(at: 1) }
    orphans.count += 1
  }

  private struct Refusal: Error {
    let problem: Problem
  }

  private func change() throws -> CoreDataTransaction.Change {
    func refused(_ reason: String) -> Refusal {
      Refusal(
        problem: Problem(
          entity: "ACHANGE", key: statement.integer(at: 1), property: nil,
          reason: "\(reason); the change is left out of its transaction"))
    }
    guard case .integer(let number) = statement.value(at: 2), let entity = entities[number] else {
      throw refused(
        "\(StoreFunctions.words(statement.value(at: 2))) is the number of no entity of the model")
    }
    guard case .integer(let key) = statement.value(at: 3), key > 0 else {
      throw refused("\(StoreFunctions.words(statement.value(at: 3))) is the key of no object")
    }
    guard case .integer(let code) = statement.value(at: 4),
      let kind = CoreDataTransaction.Kind(rawValue: code)
    else {
      throw refused(
        "\(StoreFunctions.words(statement.value(at: 4))) is no kind of change that is known")
    }
    var updated: [String]?
    if kind == .update, case .blob(let bits) = statement.value(at: 5) {
      updated = entity.properties.names(in: bits)
    }
    return CoreDataTransaction.Change(
      entity: entity.name, key: key, kind: kind, updatedProperties: updated)
  }
}
