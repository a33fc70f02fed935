import StrataModelSupport

/// What the random tests' objects should be, worked out as simply as can be.
struct Oracle {
  struct Thing {
    let kind: Kind
    var value = 0
    var isManaged = false
  }

  struct Link: Hashable {
    let from: Int
    let to: Int
  }

  var things: [Int: Thing] = [:]
  /// The links of each relationship, in the order in which they were made, under one of its ends.
  var links: [End: [Link]] = [:]

  func targets(_ serial: Int, _ end: End) -> [Int] {
    if end.isCanonical || end.inverse == nil {
      return links[end, default: []].filter { $0.from == serial }.map(\.to)
    }
    guard let canonical = end.inverse else { return [] }
    return links[canonical, default: []].filter { $0.to == serial }.map(\.from)
  }

  mutating func add(_ serial: Int, _ end: End, _ target: Int) {
    guard end.isCanonical else {
      if let canonical = end.inverse { add(target, canonical, serial) }
      return
    }
    let link = Link(from: serial, to: target)
    guard !links[end, default: []].contains(link) else { return }
    if end.isToOne { links[end]?.removeAll { $0.from == serial } }
    if end.inverse?.isToOne == true { links[end]?.removeAll { $0.to == target } }
    links[end, default: []].append(link)
    couple(serial, target, end)
  }

  // What a managed object is related to is managed too.
  private mutating func couple(_ serial: Int, _ target: Int, _ end: End) {
    if things[serial]?.isManaged == true {
      insert(target)
    } else if end.inverse != nil, things[target]?.isManaged == true {
      insert(serial)
    }
  }

  mutating func remove(_ serial: Int, _ end: End, _ target: Int) {
    guard end.isCanonical else {
      if let canonical = end.inverse { remove(target, canonical, serial) }
      return
    }
    links[end]?.removeAll { $0 == Link(from: serial, to: target) }
  }

  mutating func replace(_ serial: Int, _ end: End, with targets: [Int]) {
    let before = self.targets(serial, end)
    for target in before where !targets.contains(target) { remove(serial, end, target) }
    for target in targets where !before.contains(target) { add(serial, end, target) }
  }

  mutating func insert(_ serial: Int) {
    guard things[serial]?.isManaged == false, let kind = things[serial]?.kind else { return }
    things[serial]?.isManaged = true
    for end in End.of(kind) {
      for target in targets(serial, end) { insert(target) }
    }
  }

  mutating func delete(_ serial: Int) {
    guard let thing = things.removeValue(forKey: serial) else { return }
    let cascaded = End.of(thing.kind).filter(\.cascades).flatMap { targets(serial, $0) }
    for end in End.allCases {
      if end.kind == thing.kind { links[end]?.removeAll { $0.from == serial } }
      if end.destination == thing.kind { links[end]?.removeAll { $0.to == serial } }
    }
    for target in cascaded { delete(target) }
  }

  /// Only what a save writes.
  func saved() -> Oracle {
    var copy = self
    copy.things = things.filter(\.value.isManaged)
    copy.links = links.mapValues { links in
      links.filter { copy.things[$0.from] != nil && copy.things[$0.to] != nil }
    }
    return copy
  }

  func serials(_ kind: Kind) -> [Int] {
    things.filter { $0.value.kind == kind }.map(\.key).sorted()
  }
}
