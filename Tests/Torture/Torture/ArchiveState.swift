/// The expected contents of an archive, as plain values.
package struct ArchiveState: Equatable, Sendable {
  package struct Entry: Hashable, Sendable {
    package var title: String
    package var body: String?
    package var weight: Int
    package var drawer: Int?

    /// The words of both texts.
    package var words: Set<Substring> {
      Set(title.split(separator: " ") + (body ?? "").split(separator: " "))
    }
  }

  package var drawers: Set<Int> = []
  package var letters: [Int: Entry] = [:]

  package init() {}

  /// A serial number behind all others.
  package var nextSerial: Int { 1 + max(drawers.max() ?? 0, letters.keys.max() ?? 0) }

  mutating func apply(_ edit: ArchiveEdit) {
    switch edit {
    case .addDrawer(let serial): drawers.insert(serial)
    case .add(let serial, let title, let weight, let drawer):
      letters[serial] = Entry(title: title, weight: weight, drawer: drawer)
    case .write(let serial, let body): letters[serial]?.body = body
    case .move(let serial, let drawer): letters[serial]?.drawer = drawer
    case .remove(let serial): letters[serial] = nil
    case .removeDrawer(let serial):
      drawers.remove(serial)
      for (letter, entry) in letters where entry.drawer == serial { letters[letter]?.drawer = nil }
    }
  }

  mutating func apply(_ statement: ArchiveStatement) {
    switch statement {
    case .raise(let remainder, let one, let weight):
      for serial in letters.keys where serial % 3 == remainder || serial == one {
        letters[serial]?.weight += weight
      }
    case .rename(let serial, let title): letters[serial]?.title = title
    case .add(let serial, let title):
      letters[serial] = Entry(title: title, weight: 1)
    case .discard(let serial): letters[serial] = nil
    case .giveUp: break
    }
  }

  func raising(from serial: Int, by weight: Int) -> ArchiveState {
    var state = self
    for letter in letters.keys where letter >= serial { state.letters[letter]?.weight += weight }
    return state
  }

  /// The differences from another state, for the message of a failure.
  package func difference(from other: ArchiveState) -> String {
    var lines: [String] = []
    if drawers != other.drawers {
      lines.append("drawers \(drawers.symmetricDifference(other.drawers).sorted())")
    }
    for serial in Set(letters.keys).union(other.letters.keys).sorted()
    where letters[serial] != other.letters[serial] {
      func text(_ entry: Entry?) -> String { entry.map { "\($0)" } ?? "-" }
      lines.append("letter \(serial): \(text(letters[serial])), \(text(other.letters[serial]))")
    }
    return lines.joined(separator: "\n")
  }
}

/// A change of one object.
package enum ArchiveEdit: Sendable {
  case addDrawer(Int)
  case add(Int, title: String, weight: Int, drawer: Int?)
  case write(Int, String?)
  case move(Int, drawer: Int?)
  case remove(Int)
  case removeDrawer(Int)
}

/// A statement of SQL.
package enum ArchiveStatement: Sendable {
  /// Raises the weight of a third of the letters, and of one more.
  case raise(remainder: Int, and: Int, by: Int)
  case rename(Int, String)
  case add(Int, title: String)
  case discard(Int)
  /// Adds a letter in a savepoint that is given up.
  case giveUp(Int)
}

/// The next step of a program, which is committed at once.
package enum ArchiveDeed: Sendable {
  case save([ArchiveEdit])
  /// Saves edits, if there are some, with statements behind them: two entries of the history.
  case run([ArchiveEdit], [ArchiveStatement])
  case raise(from: Int, by: Int)
  /// Undoes the last transaction.
  case undo
}
