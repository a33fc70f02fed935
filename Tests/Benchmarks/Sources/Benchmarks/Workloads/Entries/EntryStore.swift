import Foundation
import Strata

/// A file with entries, which the library has written, and what reading all of them must come to.
struct EntryStore {
  let url: URL
  let container: ModelContainer
  let expected: Checksum

  init(count: Int) throws {
    url = try ScratchFolder.keptFile()
    container = try ModelContainer(for: Entry.self, configurations: ModelConfiguration(url: url))
    let context = ModelContext(container)
    var expected = Checksum()
    for row in 0..<count {
      let values = EntryRecord(row: row)
      expected.add(values)
      context.insert(Entry(values))
    }
    try context.save()
    self.expected = expected
  }
}
