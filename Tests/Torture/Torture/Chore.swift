/// Something with a known outcome, in the middle of which a program may be killed.
package enum Chore: String, CaseIterable, Sendable {
  /// A store of the first version is opened.
  case migrate
  case save, undo, update, delete, `import`

  /// The deed for a store with these contents, nil if the chore only opens the store.
  package func deed(_ manifest: Manifest) -> Deed? {
    let serials = manifest.loads.keys.sorted()
    let next = manifest.nextSerial
    guard let first = serials.first, let last = serials.last else { return nil }
    switch self {
    case .migrate: return nil
    case .save:
      return .save(
        (next..<(next + 30)).map { .addLoad($0, weight: 7, degrees: -3, harbor: 1) }
          + [.removeHarbor(2), .note(last, length: 20_000), .seal(last, with: next + 30)])
    case .undo:
      return .undo(
        [[.removeHarbor(2), .weigh(last, 91)], [.addHarbor(next), .move(last, harbor: next)]],
        redone: 1)
    case .update: return .lighten(heavierThan: 20)
    case .delete: return .discard(weighing: manifest.loads[first]?.weight ?? 0)
    case .import:
      return .importing(
        (serials.suffix(20) + Array(next..<(next + 20))).map {
          Notice(serial: $0, weight: $0 % 4 == 0 ? nil : 95, harbor: $0 % 3)
        }, chunkSize: 15)
    }
  }
}
