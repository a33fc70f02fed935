import Foundation
import GRDB
import Strata

/// R: one item, then its tags by `item.tags.append(tag)` one at a time, and one save.
struct Appending: Workload {
  let name = "R"
  let count: Int
  private let tagging: Tagging

  init(count: Int) {
    self.count = count
    tagging = Tagging(count: count)
  }

  var expected: Checksum { tagging.expected }

  var aim: Double? { 2 }

  // From a public article on relationships in SwiftData, taken on a Mac; it didn't wait for the end of
  // SwiftData's 10,000.
  var published: [(name: String, milliseconds: Double)] {
    switch count {
    case 100: [("Core Data", 3), ("SwiftData", 106)]
    case 1_000: [("Core Data", 12), ("SwiftData", 9_080)]
    case 10_000: [("Core Data", 82)]
    default: []
    }
  }

  var ours: Contender {
    { stopwatch in
      try tagging.ours(&stopwatch) { _, item in
        for name in tagging.names { item.tags.append(Tag(name: name)) }
      }
    }
  }

  var raw: Contender { { try tagging.raw(&$0) } }

  var peers: [(name: String, run: Contender)] { [("GRDB Codable", codable)] }

  private func codable(_ stopwatch: inout Stopwatch) throws -> Checksum {
    try ScratchFolder.withFile { url in
      let queue = try PeerDatabase.open(url)
      try queue.write { try $0.execute(sql: Tagging.tables) }
      try stopwatch.measure {
        try queue.write { database in
          var item = ItemRecord(strata_key: nil, created: tagging.created)
          try item.insert(database)
          for name in tagging.names {
            var tag = TagRecord(strata_key: nil, name: name, item: item.strata_key)
            try tag.insert(database)
          }
        }
      }
      return try tagging.checksum(of: url)
    }
  }
}

private struct ItemRecord: Codable, MutablePersistableRecord {
  static let databaseTableName = "Item"
  static func databaseDateEncodingStrategy(for column: String) -> DatabaseDateEncodingStrategy {
    .timeIntervalSinceReferenceDate
  }

  var strata_key: Int64?
  var created: Date

  mutating func didInsert(_ inserted: InsertionSuccess) { strata_key = inserted.rowID }
}

private struct TagRecord: Codable, MutablePersistableRecord {
  static let databaseTableName = "Tag"

  var strata_key: Int64?
  var name: String
  var item: Int64?

  mutating func didInsert(_ inserted: InsertionSuccess) { strata_key = inserted.rowID }
}
