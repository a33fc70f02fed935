internal import StrataTestSupport

/// Deeds without end, drawn from a seed and from what the archive has: whoever knows both knows all of them.
package struct ArchiveWorkload {
  package static let words = ["zermatt", "berg", "hut", "lake", "ridge", "snow", "train", "alp"]

  private var random: SeededGenerator
  private var state: ArchiveState
  /// The state before the last transaction, if this program has made that.
  private var former: ArchiveState?

  package init(seed: UInt64, _ state: ArchiveState) {
    random = SeededGenerator(seed: seed)
    self.state = state
  }

  /// The next deed, with the states after each of its transactions. Each of them changes something.
  package mutating func next() -> (deed: ArchiveDeed, states: [ArchiveState]) {
    let deed = draw()
    var states: [ArchiveState] = []
    switch deed {
    case .save(let edits): states = [state.applying(edits)]
    case .run(let edits, let statements):
      if !edits.isEmpty { states.append(state.applying(edits)) }
      var last = states.last ?? state
      for statement in statements { last.apply(statement) }
      states.append(last)
    case .raise(let serial, let weight): states = [state.raising(from: serial, by: weight)]
    case .undo: states = [former ?? state]
    }
    former = states.dropLast().last ?? state
    state = states.last ?? state
    return (deed, states)
  }

  private mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }

  private mutating func text() -> String {
    (0..<number(1..<5)).map { _ in Self.words.randomElement(using: &random) ?? "" }
      .joined(separator: " ")
  }

  private mutating func draw() -> ArchiveDeed {
    guard let any = state.letters.keys.sorted().randomElement(using: &random) else {
      return .save(edits(of: state))
    }
    switch number(0..<10) {
    case 0...3: return .save(edits(of: state))
    case 4...5: return .run([], statements(of: state, and: any))
    case 6...7:
      let edits = edits(of: state)
      let after = state.applying(edits)
      return .run(edits, statements(of: after, and: after.nextSerial - 1))
    case 8 where former != nil: return .undo
    default: return .raise(from: any, by: number(1..<9))
    }
  }

  /// Some edits, the last of which adds a letter.
  private mutating func edits(of start: ArchiveState) -> [ArchiveEdit] {
    var state = start
    var edits: [ArchiveEdit] = []
    for _ in 0..<number(0..<6) {
      guard let edit = edit(of: state) else { continue }
      // Each letter is changed once, so that none is as before and yet in the history.
      let before = state
      state.apply(edit)
      let changed = Set(state.letters.keys).union(before.letters.keys)
        .filter { state.letters[$0] != before.letters[$0] }
      guard changed.allSatisfy({ before.letters[$0] == start.letters[$0] }),
        state != before
      else {
        state = before
        continue
      }
      edits.append(edit)
    }
    let drawer =
      random.chance(1, in: 3) ? nil : state.drawers.sorted().randomElement(using: &random)
    return edits + [
      .add(state.nextSerial, title: text(), weight: number(1..<90), drawer: drawer)
    ]
  }

  private mutating func edit(of state: ArchiveState) -> ArchiveEdit? {
    let drawer = state.drawers.sorted().randomElement(using: &random)
    let letter = state.letters.keys.sorted().randomElement(using: &random)
    switch (number(0..<12), letter) {
    case (0...1, _), (_, nil): return .addDrawer(state.nextSerial)
    case (2, _): return random.chance(1, in: 2) ? drawer.map { .removeDrawer($0) } : nil
    // The next letter would have the number of the last one, in the same save.
    case (3...4, let letter?): return letter == state.letters.keys.max() ? nil : .remove(letter)
    case (5...8, let letter?): return .write(letter, random.chance(1, in: 5) ? nil : text())
    case (_, let letter?): return .move(letter, drawer: random.chance(1, in: 4) ? nil : drawer)
    }
  }

  /// Some statements, the first of which changes a letter.
  private mutating func statements(
    of state: ArchiveState, and letter: Int
  ) -> [ArchiveStatement] {
    var statements: [ArchiveStatement] = [
      .raise(remainder: number(0..<3), and: letter, by: number(1..<9))
    ]
    var next = state.nextSerial
    for _ in 0..<number(0..<4) {
      let other = state.letters.keys.filter { $0 != letter }.sorted().randomElement(using: &random)
      switch (number(0..<4), other) {
      case (0, let other?): statements.append(.discard(other))
      case (1, let other?):
        statements.append(.rename(other, text() + " \(number(0..<1_000_000))"))
      case (2, _):
        statements.append(.giveUp(next))
      default:
        statements.append(.add(next, title: text()))
        next += 1
      }
    }
    return statements
  }
}

extension ArchiveState {
  fileprivate func applying(_ edits: [ArchiveEdit]) -> ArchiveState {
    edits.reduce(into: self) { $0.apply($1) }
  }
}
