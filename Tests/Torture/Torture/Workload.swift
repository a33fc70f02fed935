internal import StrataTestSupport

/// Deeds without end, drawn from a seed and from what the store has: whoever knows both knows all of them.
package struct Workload {
  private var random: SeededGenerator
  /// The expected contents of the store after all deeds so far.
  package private(set) var manifest: Manifest

  package init(seed: UInt64, _ manifest: Manifest) {
    random = SeededGenerator(seed: seed)
    self.manifest = manifest
  }

  /// The next deed, with the states after each of its transactions.
  package mutating func next() -> (deed: Deed, states: [Manifest]) {
    let deed = draw()
    let states = manifest.states(after: deed)
    manifest = states.last ?? manifest
    return (deed, states)
  }

  private mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }

  private mutating func draw() -> Deed {
    if manifest.loads.count > 150,
      let harbor = manifest.harbors.sorted().randomElement(using: &random)
    {
      return .save([.removeHarbor(harbor)])
    }
    switch number(0..<20) {
    case 0: return .lighten(heavierThan: number(0..<100))
    case 1: return .chill(warmerThan: number(-40..<0), to: number(-40..<0))
    case 2: return .discard(weighing: manifest.loads.values.map(\.weight).min() ?? 0)
    case 3, 4, 5: return .importing(notices(), chunkSize: number(2..<9))
    case 6, 7:
      var state = manifest
      // Each group has something new, so that there is something to undo.
      let groups = (0..<number(1..<4)).map { _ in
        let edits = edits(of: &state)
        let new = Edit.addLoad(state.nextSerial, weight: number(1..<90), degrees: nil, harbor: nil)
        state.apply(new)
        return edits + [new]
      }
      return .undo(groups, redone: number(0..<(groups.count + 1)))
    case 8: return .clean
    case 9:
      let first = manifest.nextSerial
      let harbor = manifest.harbors.sorted().randomElement(using: &random)
      return .save(
        (first..<(first + number(10..<60))).map {
          .addLoad($0, weight: number(1..<90), degrees: nil, harbor: harbor)
        })
    default:
      var state = manifest
      return .save(edits(of: &state))
    }
  }

  private mutating func notices() -> [Notice] {
    var serials = Set(manifest.loads.keys.sorted().shuffled(using: &random).prefix(number(1..<15)))
    let next = manifest.nextSerial
    serials.formUnion(next..<(next + number(1..<12)))
    return serials.sorted().shuffled(using: &random).map { serial in
      Notice(
        serial: serial, weight: random.chance(1, in: 5) ? nil : number(1..<90),
        harbor: manifest.harbors.sorted().randomElement(using: &random) ?? 0)
    }
  }

  /// Some edits of a state, which is changed with each.
  private mutating func edits(of state: inout Manifest) -> [Edit] {
    var edits: [Edit] = []
    for _ in 0..<number(1..<8) {
      guard let edit = edit(of: state) else { continue }
      state.apply(edit)
      edits.append(edit)
    }
    return edits
  }

  private mutating func edit(of state: Manifest) -> Edit? {
    let harbor = state.harbors.sorted().randomElement(using: &random)
    let tag = state.tags.sorted().randomElement(using: &random)
    let load = state.loads.keys.sorted().randomElement(using: &random)
    let kind = number(0..<20)
    switch (kind, load) {
    case (0, _): return .addHarbor(state.nextSerial)
    case (1, _): return .addTag(state.nextSerial)
    case (2...5, _), (_, nil):
      return .addLoad(
        state.nextSerial, weight: number(1..<90),
        degrees: random.chance(1, in: 3) ? number(-40..<0) : nil, harbor: harbor)
    case (6, let load?): return .removeLoad(load)
    case (7, _): return random.chance(1, in: 3) ? harbor.map { .removeHarbor($0) } : nil
    case (8, _): return random.chance(1, in: 3) ? tag.map { .removeTag($0) } : nil
    case (9...11, let load?): return .weigh(load, number(1..<90))
    // Some take pages of their own.
    case (12, let load?):
      return .note(load, length: random.chance(1, in: 4) ? 20_000 : number(0..<50))
    case (13, let load?): return .seal(load, with: state.nextSerial)
    case (14...16, let load?): return .move(load, harbor: random.chance(1, in: 4) ? nil : harbor)
    case (_, let load?):
      guard let tag else { return nil }
      return .tag(load, tag, isOn: state.loads[load]?.tags.contains(tag) == false)
    }
  }
}
