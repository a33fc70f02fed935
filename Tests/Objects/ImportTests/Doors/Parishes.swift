import Foundation
import Strata
import StrataImport
import Testing

/// A class with all behaviours that a class can declare.
@Model @Snapshot(including: "entries") final class Parish: TemporalModel {
  #Search<Parish>([\.text])
  @Attribute(.unique) var code: String
  var tenant: String
  var text: String
  var amount = 1
  @Attribute(.updatedAt) var updated: Date?
  @Attribute(.deletedAt) var deleted: Date?
  @Relationship(deleteRule: .cascade, inverse: \ParishEntry.parish) var entries: [ParishEntry] = []

  init(_ code: String, tenant: String = "a") {
    self.code = code
    self.tenant = tenant
    text = "text of \(code)"
  }
}

extension Parish: ValidatedModel {
  func validate(for operation: ValidationOperation) throws {
    if amount < 0 { throw NegativeAmount() }
  }
}

struct NegativeAmount: Error {}

@Model @Snapshot final class ParishEntry: TemporalModel {
  @Attribute(.unique) var code: String
  @Attribute(.deletedAt) var deleted: Date?
  @Relationship var parish: Parish?

  init(_ code: String) { self.code = code }
}

/// A new value of a parish's property.
enum ParishChange {
  case text(String)
  case amount(Int)
  case code(String)

  func apply(to parish: Parish) {
    switch self {
    case .text(let text): parish.text = text
    case .amount(let amount): parish.amount = amount
    case .code(let code): parish.code = code
    }
  }

  func apply(to snapshot: inout Parish.Snapshot) {
    switch self {
    case .text(let text): snapshot.text = text
    case .amount(let amount): snapshot.amount = amount
    case .code(let code): snapshot.code = code
    }
  }

  var update: PropertyUpdate<Parish> {
    switch self {
    case .text(let text): .set(\.text, to: text)
    case .amount(let amount): .set(\.amount, to: amount)
    case .code(let code): .set(\.code, to: code)
    }
  }

  var sql: SQL {
    switch self {
    case .text(let text): "text = \(text)"
    case .amount(let amount): "amount = \(amount)"
    case .code(let code): "code = \(code)"
    }
  }
}

/// A way by which a program changes a store.
enum Door: String, CaseIterable, CustomTestStringConvertible {
  case object, batch, imported, snapshot, statement

  var testDescription: String { rawValue }

  /// Changes the parish with a code, and saves.
  func change(_ code: String, _ change: ParishChange, in context: ModelContext) throws {
    let descriptor = FetchDescriptor<Parish>(predicate: #Predicate { $0.code == code })
    switch self {
    case .object:
      for parish in try context.fetch(descriptor) { change.apply(to: parish) }
      try context.save()
    case .batch:
      try context.batchUpdate(Parish.self, where: #Predicate { $0.code == code }, change.update)
    case .imported:
      let result = try context.import([code], key: ImportKey(\Parish.code, from: { $0 })) {
        _, found in
        found.map { change.apply(to: $0) }
        return .update
      }
      if let failure = result.failures.first { throw failure.reason }
    case .snapshot:
      for parish in try context.fetch(descriptor) {
        var snapshot = try parish.snapshot
        change.apply(to: &snapshot)
        try parish.apply(snapshot)
      }
      try context.save()
    case .statement:
      try context.withConnection { db in
        try db.execute("UPDATE \(Parish.self) SET \(change.sql) WHERE code = \(code)")
      }
    }
  }

  /// Deletes the entry with a code, and saves.
  func delete(_ code: String, in context: ModelContext) throws {
    let descriptor = FetchDescriptor<ParishEntry>(predicate: #Predicate { $0.code == code })
    switch self {
    case .object:
      for entry in try context.fetch(descriptor) { context.delete(entry) }
      try context.save()
    case .batch: try context.batchDelete(ParishEntry.self, where: #Predicate { $0.code == code })
    case .imported:
      _ = try context.import([code], key: ImportKey(\ParishEntry.code, from: { $0 })) { _, _ in
        .delete
      }
    case .snapshot:
      for parish in try context.fetch(descriptor).compactMap(\.parish) {
        var snapshot = try parish.snapshot
        snapshot.entries.removeAll { $0.code == code }
        try parish.apply(snapshot)
      }
      try context.save()
    case .statement:
      try context.withConnection { db in
        try db.execute("DELETE FROM \(ParishEntry.self) WHERE code = \(code)")
      }
    }
  }
}
