import Strata

/// A model of the hierarchies' random test, told apart by its serial number.
protocol KinModel: PersistentModel {
  var serial: Int { get }
  /// What a relationship leads to; nil for another class's.
  func targets(_ link: KinLink) -> [any KinModel]
  func add(_ target: any KinModel, _ link: KinLink)
  func remove(_ target: any KinModel, _ link: KinLink)
}

@Model class Kin: KinModel {
  @Attribute(.unique) var serial: Int
  var value = 0
  var clan: Clan?
  var parent: Kin?
  @Relationship(deleteRule: .cascade, inverse: \Kin.parent) var kids: [Kin] = []
  var badges: [Badge] = []

  init(serial: Int) { self.serial = serial }

  func targets(_ link: KinLink) -> [any KinModel] {
    switch link {
    case .clan: clan.map { [$0] } ?? []
    case .parent: parent.map { [$0] } ?? []
    case .kids: kids
    case .badges: badges
    default: []
    }
  }

  func add(_ target: any KinModel, _ link: KinLink) {
    switch link {
    case .clan: clan = target as? Clan
    case .parent: parent = target as? Kin
    case .kids: if let target = target as? Kin { kids.append(target) }
    case .badges: if let target = target as? Badge { badges.append(target) }
    default: break
    }
  }

  func remove(_ target: any KinModel, _ link: KinLink) {
    switch link {
    case .clan: clan = nil
    case .parent: parent = nil
    case .kids: kids.removeAll { $0 === target }
    case .badges: badges.removeAll { $0 === target }
    default: break
    }
  }
}

@Model class Bough: Kin {
  var extra = 0
  @Relationship(inverse: \Twig.bough) var twigs: [Twig] = []

  override init(serial: Int) { super.init(serial: serial) }

  override func targets(_ link: KinLink) -> [any KinModel] {
    link == .twigs ? twigs : super.targets(link)
  }

  override func add(_ target: any KinModel, _ link: KinLink) {
    if link == .twigs, let target = target as? Twig { return twigs.append(target) }
    super.add(target, link)
  }

  override func remove(_ target: any KinModel, _ link: KinLink) {
    if link == .twigs { return twigs.removeAll { $0 === target } }
    super.remove(target, link)
  }
}

@Model final class Sprout: Bough {
  var note: String?
  override init(serial: Int) { super.init(serial: serial) }
}

@Model final class Twig: Kin {
  var extra = "twig"
  var bough: Bough?

  override init(serial: Int) { super.init(serial: serial) }

  override func targets(_ link: KinLink) -> [any KinModel] {
    link == .bough ? bough.map { [$0] } ?? [] : super.targets(link)
  }

  override func add(_ target: any KinModel, _ link: KinLink) {
    if link == .bough { bough = target as? Bough } else { super.add(target, link) }
  }

  override func remove(_ target: any KinModel, _ link: KinLink) {
    if link == .bough { bough = nil } else { super.remove(target, link) }
  }
}

@Model final class Clan: KinModel {
  var serial: Int
  @Relationship(inverse: \Kin.clan) var members: [Kin] = []
  var lead: Bough?

  init(serial: Int) { self.serial = serial }

  func targets(_ link: KinLink) -> [any KinModel] {
    switch link {
    case .members: members
    case .lead: lead.map { [$0] } ?? []
    default: []
    }
  }

  func add(_ target: any KinModel, _ link: KinLink) {
    if link == .lead { lead = target as? Bough }
    if link == .members, let target = target as? Kin { members.append(target) }
  }

  func remove(_ target: any KinModel, _ link: KinLink) {
    if link == .lead { lead = nil } else { members.removeAll { $0 === target } }
  }
}

@Model final class Badge: KinModel {
  var serial: Int
  var bearers: [Kin] = []

  init(serial: Int) { self.serial = serial }

  func targets(_ link: KinLink) -> [any KinModel] { link == .bearers ? bearers : [] }

  func add(_ target: any KinModel, _ link: KinLink) {
    if let target = target as? Kin { bearers.append(target) }
  }

  func remove(_ target: any KinModel, _ link: KinLink) { bearers.removeAll { $0 === target } }
}
