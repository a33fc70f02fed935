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
