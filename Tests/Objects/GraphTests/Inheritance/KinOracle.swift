import Strata

/// The classes of the hierarchies' random test.
enum KinKind: CaseIterable {
  case kin, bough, sprout, twig, clan, badge

  var type: any KinModel.Type {
    switch self {
    case .kin: Kin.self
    case .bough: Bough.self
    case .sprout: Sprout.self
    case .twig: Twig.self
    case .clan: Clan.self
    case .badge: Badge.self
    }
  }

  /// The kind itself and those that inherit from it.
  var kinds: [KinKind] {
    switch self {
    case .kin: [.kin, .bough, .sprout, .twig]
    case .bough: [.bough, .sprout]
    default: [self]
    }
  }

  func make(serial: Int) -> any KinModel {
    switch self {
    case .kin: Kin(serial: serial)
    case .bough: Bough(serial: serial)
    case .sprout: Sprout(serial: serial)
    case .twig: Twig(serial: serial)
    case .clan: Clan(serial: serial)
    case .badge: Badge(serial: serial)
    }
  }
}

/// One end of a relationship.
enum KinLink: CaseIterable {
  case members, clan, kids, parent, twigs, bough, badges, bearers, lead

  var kind: KinKind {
    switch self {
    case .members, .lead: .clan
    case .clan, .kids, .parent, .badges: .kin
    case .twigs: .bough
    case .bough: .twig
    case .bearers: .badge
    }
  }

  var inverse: KinLink? {
    switch self {
    case .members: .clan
    case .clan: .members
    case .kids: .parent
    case .parent: .kids
    case .twigs: .bough
    case .bough: .twigs
    case .badges: .bearers
    case .bearers: .badges
    case .lead: nil
    }
  }

  var destination: KinKind { inverse?.kind ?? .bough }
  var isToOne: Bool { [.clan, .parent, .bough, .lead].contains(self) }
}

/// What the objects should be, worked out as simply as can be: each link is kept at both ends.
struct KinOracle {
  var kinds: [Int: KinKind] = [:]
  var values: [Int: Int] = [:]
  var links: [KinLink: [Int: Set<Int>]] = [:]

  func serials(_ kind: KinKind) -> [Int] {
    kinds.filter { kind.kinds.contains($0.value) }.map(\.key).sorted()
  }

  func targets(_ serial: Int, _ link: KinLink) -> Set<Int> { links[link]?[serial] ?? [] }

  mutating func add(_ serial: Int, _ link: KinLink, _ target: Int) {
    guard !targets(serial, link).contains(target) else { return }
    if link.isToOne {
      for old in targets(serial, link) { remove(serial, link, old) }
    }
    if let inverse = link.inverse, inverse.isToOne {
      for old in targets(target, inverse) { remove(target, inverse, old) }
    }
    links[link, default: [:]][serial, default: []].insert(target)
    if let inverse = link.inverse {
      links[inverse, default: [:]][target, default: []].insert(serial)
    }
  }

  mutating func remove(_ serial: Int, _ link: KinLink, _ target: Int) {
    links[link]?[serial]?.remove(target)
    if let inverse = link.inverse { links[inverse]?[target]?.remove(serial) }
  }

  mutating func delete(_ serial: Int) {
    guard kinds.removeValue(forKey: serial) != nil else { return }
    let kids = targets(serial, .kids)
    for link in KinLink.allCases {
      links[link]?[serial] = nil
      for owner in links[link, default: [:]].keys { links[link]?[owner]?.remove(serial) }
    }
    for kid in kids { delete(kid) }
  }
}
