import Strata

/// A model of the trials of object graphs: told apart by its serial number, with its relationships by
/// name.
protocol Node: PersistentModel {
  var serial: Int { get }
  var value: Int { get set }
  /// The targets of a relationship, empty for a relationship of another class.
  func targets(_ end: End) -> [any Node]
  /// Gives a relationship other targets, by an assignment.
  func assign(_ end: End, _ targets: [any Node])
  /// Changes the array of a to-many relationship in place, in one access.
  func change(_ end: End, _ body: (inout [any Node]) -> Void)
  /// The objects whose value is as large or larger.
  static func valued(from least: Int) -> Predicate<Self>
  static var valuePath: ReferenceWritableKeyPath<Self, Int> { get }
}

enum Kind: Int, CaseIterable {
  case team, player, coach, badge, emblem, contract

  var type: any Node.Type {
    switch self {
    case .team: Team.self
    case .player: Player.self
    case .coach: Coach.self
    case .badge: Badge.self
    case .emblem: Emblem.self
    case .contract: Contract.self
    }
  }
}

/// One end of a relationship: one to many, one to one with and without a required end, many to many, and
/// without an inverse.
enum End: Int, CaseIterable {
  case teamPlayers, playerTeam
  case teamCoach, coachTeam
  case teamBadge, badgeTeam
  case teamEmblems, emblemTeams
  case teamChildren, teamParent
  case playerContracts, contractPlayer
  case teamStar, teamFans

  var kind: Kind {
    switch self {
    case .teamPlayers, .teamCoach, .teamBadge, .teamEmblems, .teamChildren, .teamParent, .teamStar,
      .teamFans:
      .team
    case .playerTeam, .playerContracts: .player
    case .coachTeam: .coach
    case .badgeTeam: .badge
    case .emblemTeams: .emblem
    case .contractPlayer: .contract
    }
  }

  var destination: Kind {
    switch self {
    case .teamPlayers, .teamStar, .teamFans, .contractPlayer: .player
    case .teamCoach: .coach
    case .teamBadge: .badge
    case .teamEmblems: .emblem
    case .playerContracts: .contract
    case .playerTeam, .coachTeam, .badgeTeam, .emblemTeams, .teamChildren, .teamParent: .team
    }
  }

  var isToOne: Bool {
    switch self {
    case .teamPlayers, .teamEmblems, .emblemTeams, .teamChildren, .playerContracts, .teamFans: false
    default: true
    }
  }

  var isRequired: Bool { self == .badgeTeam || self == .contractPlayer }

  var inverse: End? {
    switch self {
    case .teamPlayers: .playerTeam
    case .playerTeam: .teamPlayers
    case .teamCoach: .coachTeam
    case .coachTeam: .teamCoach
    case .teamBadge: .badgeTeam
    case .badgeTeam: .teamBadge
    case .teamEmblems: .emblemTeams
    case .emblemTeams: .teamEmblems
    case .teamChildren: .teamParent
    case .teamParent: .teamChildren
    case .playerContracts: .contractPlayer
    case .contractPlayer: .playerContracts
    case .teamStar, .teamFans: nil
    }
  }

  static func of(_ kind: Kind) -> [End] { allCases.filter { $0.kind == kind } }
}

extension Node {
  fileprivate func changed<Model: Node>(
    _ array: inout [Model], _ body: (inout [any Node]) -> Void
  ) {
    var nodes: [any Node] = array
    body(&nodes)
    let models = nodes.compactMap { $0 as? Model }
    // One access: what is the same stays, as code that edits in place leaves it.
    let shared = min(array.count, models.count)
    for index in 0..<shared where array[index] !== models[index] { array[index] = models[index] }
    if array.count > models.count { array.removeLast(array.count - models.count) }
    if models.count > shared { array.append(contentsOf: models[shared...]) }
  }
}

@Model final class Team: Node {
  var serial: Int
  var value = 0
  @Relationship(inverse: \Player.team) var players: [Player] = []
  @Relationship(inverse: \Coach.team) var coach: Coach?
  @Relationship(deleteRule: .cascade, inverse: \Badge.team) var badge: Badge?
  @Relationship(inverse: \Emblem.teams) var emblems: [Emblem] = []
  @Relationship(deleteRule: .cascade, inverse: \Team.parent) var children: [Team] = []
  var parent: Team?
  var star: Player?
  var fans: [Player] = []

  init(serial: Int) { self.serial = serial }

  func targets(_ end: End) -> [any Node] {
    switch end {
    case .teamPlayers: players
    case .teamCoach: coach.map { [$0] } ?? []
    case .teamBadge: badge.map { [$0] } ?? []
    case .teamEmblems: emblems
    case .teamChildren: children
    case .teamParent: parent.map { [$0] } ?? []
    case .teamStar: star.map { [$0] } ?? []
    case .teamFans: fans
    default: []
    }
  }

  func assign(_ end: End, _ targets: [any Node]) {
    switch end {
    case .teamPlayers: players = targets.compactMap { $0 as? Player }
    case .teamCoach: coach = targets.first as? Coach
    case .teamBadge: badge = targets.first as? Badge
    case .teamEmblems: emblems = targets.compactMap { $0 as? Emblem }
    case .teamChildren: children = targets.compactMap { $0 as? Team }
    case .teamParent: parent = targets.first as? Team
    case .teamStar: star = targets.first as? Player
    case .teamFans: fans = targets.compactMap { $0 as? Player }
    default: break
    }
  }

  func change(_ end: End, _ body: (inout [any Node]) -> Void) {
    switch end {
    case .teamPlayers: changed(&players, body)
    case .teamEmblems: changed(&emblems, body)
    case .teamChildren: changed(&children, body)
    case .teamFans: changed(&fans, body)
    default: break
    }
  }

  static func valued(from least: Int) -> Predicate<Team> { #Predicate { $0.value >= least } }
  static var valuePath: ReferenceWritableKeyPath<Team, Int> { \.value }
}

@Model final class Player: Node {
  var serial: Int
  var value = 0
  var team: Team?
  @Relationship(deleteRule: .cascade, inverse: \Contract.player) var contracts: [Contract]?

  init(serial: Int) { self.serial = serial }

  func targets(_ end: End) -> [any Node] {
    switch end {
    case .playerTeam: team.map { [$0] } ?? []
    case .playerContracts: contracts ?? []
    default: []
    }
  }

  func assign(_ end: End, _ targets: [any Node]) {
    switch end {
    case .playerTeam: team = targets.first as? Team
    case .playerContracts: contracts = targets.compactMap { $0 as? Contract }
    default: break
    }
  }

  func change(_ end: End, _ body: (inout [any Node]) -> Void) {
    guard end == .playerContracts else { return }
    func change(_ array: inout [Contract]?) {
      var members = array.take() ?? []
      changed(&members, body)
      array = members
    }
    change(&contracts)
  }

  static func valued(from least: Int) -> Predicate<Player> { #Predicate { $0.value >= least } }
  static var valuePath: ReferenceWritableKeyPath<Player, Int> { \.value }
}

@Model final class Coach: Node {
  var serial: Int
  var value = 0
  var team: Team?

  init(serial: Int) { self.serial = serial }

  func targets(_ end: End) -> [any Node] {
    end == .coachTeam ? team.map { [$0] } ?? [] : []
  }

  func assign(_ end: End, _ targets: [any Node]) { team = targets.first as? Team }
  func change(_ end: End, _ body: (inout [any Node]) -> Void) {}

  static func valued(from least: Int) -> Predicate<Coach> { #Predicate { $0.value >= least } }
  static var valuePath: ReferenceWritableKeyPath<Coach, Int> { \.value }
}

/// A badge must have a team, one to one.
@Model final class Badge: Node {
  var serial: Int
  var value = 0
  var team: Team

  init(serial: Int, team: Team) {
    self.serial = serial
    self.team = team
  }

  func targets(_ end: End) -> [any Node] { end == .badgeTeam ? [team] : [] }

  func assign(_ end: End, _ targets: [any Node]) {
    if let target = targets.first as? Team { team = target }
  }

  func change(_ end: End, _ body: (inout [any Node]) -> Void) {}

  static func valued(from least: Int) -> Predicate<Badge> { #Predicate { $0.value >= least } }
  static var valuePath: ReferenceWritableKeyPath<Badge, Int> { \.value }
}

@Model final class Emblem: Node {
  var serial: Int
  var value = 0
  var teams: [Team] = []

  init(serial: Int) { self.serial = serial }

  func targets(_ end: End) -> [any Node] { end == .emblemTeams ? teams : [] }

  func assign(_ end: End, _ targets: [any Node]) { teams = targets.compactMap { $0 as? Team } }

  func change(_ end: End, _ body: (inout [any Node]) -> Void) {
    if end == .emblemTeams { changed(&teams, body) }
  }

  static func valued(from least: Int) -> Predicate<Emblem> { #Predicate { $0.value >= least } }
  static var valuePath: ReferenceWritableKeyPath<Emblem, Int> { \.value }
}

/// A contract must have a player, many to one.
@Model final class Contract: Node {
  var serial: Int
  var value = 0
  var player: Player

  init(serial: Int, player: Player) {
    self.serial = serial
    self.player = player
  }

  func targets(_ end: End) -> [any Node] { end == .contractPlayer ? [player] : [] }

  func assign(_ end: End, _ targets: [any Node]) {
    if let target = targets.first as? Player { player = target }
  }

  func change(_ end: End, _ body: (inout [any Node]) -> Void) {}

  static func valued(from least: Int) -> Predicate<Contract> { #Predicate { $0.value >= least } }
  static var valuePath: ReferenceWritableKeyPath<Contract, Int> { \.value }
}
