/// The expected contents of a store of freight, as plain values: the oracle of the tests.
package struct Manifest: Equatable, Sendable {
  package struct Entry: Equatable, Sendable {
    package var weight: Int
    package var note: String?
    /// Of what is chilled.
    package var degrees: Int?
    package var harbor: Int?
    package var tags: Set<Int> = []
  }

  package var harbors: Set<Int> = []
  package var tags: Set<Int> = []
  package var loads: [Int: Entry] = [:]
  /// Seals, with the load that each is on.
  package var seals: [Int: Int?] = [:]

  package init() {}

  /// A serial number behind all others.
  package var nextSerial: Int {
    1
      + max(
        harbors.max() ?? 0, tags.max() ?? 0, loads.keys.max() ?? 0, seals.keys.max() ?? 0)
  }

  mutating func removeLoad(_ serial: Int) {
    loads[serial] = nil
    seals = seals.filter { $0.value != serial }
  }

  mutating func removeHarbor(_ serial: Int) {
    harbors.remove(serial)
    for (load, entry) in loads where entry.harbor == serial { removeLoad(load) }
  }

  mutating func removeTag(_ serial: Int) {
    tags.remove(serial)
    for load in loads.keys { loads[load]?.tags.remove(serial) }
  }

  /// The differences from another manifest, for the message of a failure.
  package func difference(from other: Manifest) -> String {
    var lines: [String] = []
    if harbors != other.harbors {
      lines.append("harbors \(harbors.symmetricDifference(other.harbors))")
    }
    if tags != other.tags { lines.append("tags \(tags.symmetricDifference(other.tags))") }
    for serial in Set(loads.keys).union(other.loads.keys).sorted()
    where loads[serial] != other.loads[serial] {
      lines.append(
        "load \(serial): \(loads[serial]?.text ?? "-"), \(other.loads[serial]?.text ?? "-")")
    }
    for serial in Set(seals.keys).union(other.seals.keys).sorted()
    where seals[serial] != other.seals[serial] {
      lines.append("seal \(serial)")
    }
    return lines.joined(separator: "\n")
  }
}

extension Manifest.Entry {
  fileprivate var text: String {
    "\(weight) \(note?.count ?? -1) \(degrees ?? 0) \(harbor ?? 0) \(tags.sorted())"
  }
}
