import Foundation
import GRDB
import Strata

/// A note of some thirty words, with an attachment, as V, Z and B read it.
@Model final class Note {
  #Search<Note>([\.title, \.body])
  #Index<Note>([\.rank])
  var title: String
  var body: String
  var rank: Int
  var attachment: Data?

  init(row: Int, attachmentSize: Int) {
    title = NoteTable.title(row)
    body = NoteTable.body(row)
    rank = NoteTable.rank(row)
    attachment =
      attachmentSize == 0 ? nil : Data(repeating: UInt8(row % 256), count: attachmentSize)
  }
}

/// The contents of the notes.
enum NoteTable {
  static func title(_ row: Int) -> String { "note \(row) of \(row % 977)" }
  static func rank(_ row: Int) -> Int { row * 7919 % 100_003 }
  static func body(_ row: Int) -> String {
    (0..<30).map { "w\((row * 31 + $0 * 97) % 5003)" }.joined(separator: " ")
      + (row % 5000 == 0 ? " zermatt" : "")
  }
}

/// A file with notes, which the library has written and all contenders read.
struct NotesFile {
  let url: URL
  let container: ModelContainer
  let database: RawDatabase
  let queue: DatabaseQueue

  init(count: Int, attachmentSize: Int = 0) throws {
    url = try ScratchFolder.keptFile()
    container = try ModelContainer(for: Note.self, configurations: ModelConfiguration(url: url))
    let context = ModelContext(container)
    for row in 0..<count {
      context.insert(Note(row: row, attachmentSize: attachmentSize))
      if row % 1000 == 999 { try context.save() }
    }
    try context.save()
    database = try RawDatabase(url)
    queue = try PeerDatabase.open(url)
  }
}
