import Foundation
import SQLiteC

extension Tagging {
  func insert(into database: RawDatabase) throws {
    try database.execute("BEGIN IMMEDIATE")
    let item = try database.prepare("INSERT INTO Item (created) VALUES (?)")
    sqlite3_bind_double(item.handle, 1, created.timeIntervalSinceReferenceDate)
    try item.run()
    let key = database.lastKey
    let tag = try database.prepare("INSERT INTO Tag (name, item) VALUES (?, ?)")
    for name in names {
      tag.bind(name, at: 1)
      sqlite3_bind_int64(tag.handle, 2, key)
      try tag.run()
    }
    try database.execute("COMMIT")
  }
}
