import Foundation
import Strata

@Model final class Item {
  var created: Date
  @Relationship(inverse: \Tag.item) var tags: [Tag] = []

  init(created: Date) { self.created = created }
}

@Model final class Tag {
  var name: String
  var item: Item?

  init(name: String) { self.name = name }
}

/// What R and R' have in common: one item and its tags.
struct Tagging {
  let names: [String]
  let created = Date(timeIntervalSinceReferenceDate: 800_000_000.25)

  init(count: Int) { names = (0..<count).map { "tag number \($0)" } }

  static let tables = """
    CREATE TABLE Item (strata_key INTEGER PRIMARY KEY, created REAL NOT NULL) STRICT;
    CREATE TABLE Tag (
      strata_key INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      item INTEGER REFERENCES Item(strata_key)
    ) STRICT;
    CREATE INDEX Tag_item ON Tag (item);
    """

  /// Tags that lead to the one item, and a sum over their names in the order of the tags.
  private static let query = """
    SELECT count(*), sum(number * place) FROM (
      SELECT substr(Tag.name, 12) AS number, row_number() OVER (ORDER BY Tag.strata_key) AS place
      FROM Tag JOIN Item ON Item.strata_key = Tag.item
      WHERE created = 800000000.25 AND (SELECT count(*) FROM Item) = 1
    )
    """

  var expected: Checksum {
    Checksum(count: names.count, sum: names.indices.reduce(0) { $0 + UInt64($1 * ($1 + 1)) })
  }

  func checksum(of url: URL) throws -> Checksum {
    try RawDatabase.checksum(of: url, Self.query)
  }

  /// Times a body that puts the item and its tags into a context.
  func ours(
    _ stopwatch: inout Stopwatch, _ body: (ModelContext, Item) -> Void
  ) throws -> Checksum {
    try ScratchFolder.withFile { url in
      let container = try ModelContainer(
        for: Item.self, configurations: ModelConfiguration(url: url))
      let context = ModelContext(container)
      let item = try stopwatch.measure {
        let item = Item(created: created)
        context.insert(item)
        body(context, item)
        try context.save()
        return item
      }
      guard item.tags.map(\.name) == names, item.tags.allSatisfy({ $0.item === item }) else {
        return Checksum()
      }
      // Items and tags refer to each other; without this they would stay for the rest of the run.
      item.tags = []
      return try checksum(of: url)
    }
  }

  func raw(_ stopwatch: inout Stopwatch) throws -> Checksum {
    try ScratchFolder.withFile { url in
      let database = try RawDatabase(url)
      try database.execute(Self.tables)
      try stopwatch.measure { try insert(into: database) }
      return try checksum(of: url)
    }
  }
}
