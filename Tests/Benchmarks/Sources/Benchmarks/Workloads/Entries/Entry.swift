import Foundation
import Strata

/// The ten columns of F, whoever keeps them.
protocol EntryValues {
  var title: String { get }
  var note: String { get }
  var created: Date { get }
  var quantity: Int { get }
  var price: Double { get }
  var isActive: Bool { get }
  var identifier: UUID { get }
  var summary: String? { get }
  var rank: Int? { get }
  var due: Date? { get }
}

@Model final class Entry: EntryValues {
  var title: String
  var note: String
  var created: Date
  var quantity: Int
  var price: Double
  var isActive: Bool
  var identifier: UUID
  var summary: String?
  var rank: Int?
  var due: Date?

  init(_ values: some EntryValues) {
    title = values.title
    note = values.note
    created = values.created
    quantity = values.quantity
    price = values.price
    isActive = values.isActive
    identifier = values.identifier
    summary = values.summary
    rank = values.rank
    due = values.due
  }
}

extension Checksum {
  init(of entries: [some EntryValues]) {
    self.init()
    for entry in entries { add(entry) }
  }

  mutating func add(_ entry: some EntryValues) {
    count += 1
    add(entry.title)
    add(entry.note)
    add(entry.created.timeIntervalSinceReferenceDate)
    add(entry.quantity)
    add(entry.price)
    add(entry.isActive ? 1 : 0)
    withUnsafeBytes(of: entry.identifier.uuid) { for byte in $0 { add(byte) } }
    add(entry.summary ?? "-")
    add(entry.rank ?? -1)
    add(entry.due?.timeIntervalSinceReferenceDate ?? -1)
  }
}
