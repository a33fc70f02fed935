/// A change of one thing.
package enum Edit: Sendable {
  case addHarbor(Int)
  case addTag(Int)
  case addLoad(Int, weight: Int, degrees: Int?, harbor: Int?)
  case weigh(Int, Int)
  case note(Int, length: Int)
  case move(Int, harbor: Int?)
  /// A new seal; the load's old one is on none then.
  case seal(Int, with: Int)
  case tag(Int, Int, isOn: Bool)
  case removeHarbor(Int)
  case removeTag(Int)
  case removeLoad(Int)
}

/// One value that is imported: a load's new weight, or none where it is to go.
package struct Notice: Sendable {
  package let serial: Int
  package let weight: Int?
  package let harbor: Int
}

/// The next step of a program: one transaction, or several.
package enum Deed: Sendable {
  case save([Edit])
  /// Saves each group, undoes all of them, and does some again, with a save after each step.
  case undo([[Edit]], redone: Int)
  /// Batches of updates: of a class and its subclass, of the subclass alone.
  case lighten(heavierThan: Int)
  case chill(warmerThan: Int, to: Int)
  /// A batch of deletions.
  case discard(weighing: Int)
  case importing([Notice], chunkSize: Int)
  /// Cleans the history away that is older than the program.
  case clean
}

extension Manifest {
  mutating func apply(_ edit: Edit) {
    switch edit {
    case .addHarbor(let serial): harbors.insert(serial)
    case .addTag(let serial): tags.insert(serial)
    case .addLoad(let serial, let weight, let degrees, let harbor):
      loads[serial] = Entry(weight: weight, degrees: degrees, harbor: harbor)
    case .weigh(let serial, let weight): loads[serial]?.weight = weight
    case .note(let serial, let length):
      loads[serial]?.note = length == 0 ? nil : String(repeating: "n", count: length)
    case .move(let serial, let harbor): loads[serial]?.harbor = harbor
    case .seal(let load, let serial):
      for (old, place) in seals where place == load { seals[old] = .some(nil) }
      seals[serial] = load
    case .tag(let load, let tag, true): loads[load]?.tags.insert(tag)
    case .tag(let load, let tag, false): loads[load]?.tags.remove(tag)
    case .removeHarbor(let serial): removeHarbor(serial)
    case .removeTag(let serial): removeTag(serial)
    case .removeLoad(let serial): removeLoad(serial)
    }
  }

  func applying(_ edits: [Edit]) -> Manifest {
    edits.reduce(into: self) { $0.apply($1) }
  }

  /// The states that the store has after each transaction of a deed.
  package func states(after deed: Deed) -> [Manifest] {
    switch deed {
    case .save(let edits): return [applying(edits)]
    case .undo(let groups, let redone):
      let forth = groups.reduce(into: [self]) { $0.append($0[$0.count - 1].applying($1)) }
      let back = Array(forth.dropLast().reversed())
      return Array(forth.dropFirst()) + back + Array(forth.dropFirst().prefix(redone))
    case .lighten(let weight):
      return [changing { if $0.weight > weight { $0.weight -= 5 } }]
    case .chill(let degrees, let new):
      return [changing { if let old = $0.degrees, old > degrees { $0.degrees = new } }]
    case .discard(let weight):
      var state = self
      for (serial, entry) in loads where entry.weight == weight { state.removeLoad(serial) }
      return [state]
    case .importing(let notices, let size):
      var states = [self]
      for start in stride(from: 0, to: notices.count, by: size) {
        states.append(states[states.count - 1].importing(notices[start...].prefix(size)))
      }
      return Array(states.dropFirst())
    case .clean: return [self]
    }
  }

  private func changing(_ change: (inout Entry) -> Void) -> Manifest {
    var state = self
    state.loads = loads.mapValues { entry in
      var entry = entry
      change(&entry)
      return entry
    }
    return state
  }

  private func importing(_ notices: ArraySlice<Notice>) -> Manifest {
    var state = self
    for notice in notices {
      guard let weight = notice.weight else {
        state.removeLoad(notice.serial)
        continue
      }
      var entry = state.loads[notice.serial] ?? Entry(weight: weight)
      entry.weight = weight
      if state.harbors.contains(notice.harbor) { entry.harbor = notice.harbor }
      state.loads[notice.serial] = entry
    }
    return state
  }
}
