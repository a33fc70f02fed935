import StrataStoreSupport
import Strata
import Testing

/// A store of the league, as several contexts use it.
private struct LeagueStore {
  let container: ModelContainer

  init() throws {
    container = try ModelContainer(
      for: [Team.self, Player.self, Coach.self, Badge.self, Emblem.self, Contract.self],
      configuration: .temporary)
  }

  func context(_ policy: MergePolicy = .mergeByPropertyObjectTrump) -> ModelContext {
    let context = ModelContext(container)
    context.mergePolicy = policy
    return context
  }

  func faults() throws -> [StoreFault] { try context().checkStore() }
}

extension ModelContext {
  fileprivate func all<Model: PersistentModel>(_ type: Model.Type) throws -> [Model] {
    try fetch(FetchDescriptor<Model>())
  }

  fileprivate func same<Model: PersistentModel>(_ model: Model) throws -> Model {
    try #require(try existingModel(for: model.persistentModelID, as: Model.self))
  }
}

/// Arrays of members, assigned and changed in place by several edits at once.
@MainActor @Suite struct SeveralEdits {
  private let store: LeagueStore
  private let context: ModelContext
  private let team = Team(serial: 1)
  private let players = (2..<5).map { Player(serial: $0) }
  private let emblems = (5..<8).map { Emblem(serial: $0) }

  init() throws {
    store = try LeagueStore()
    context = store.container.mainContext
    context.autosaveEnabled = false
    context.insert(team)
    team.players = players
    team.emblems = emblems
    try context.save()
  }

  private func modify<Value>(_ value: inout Value, _ body: (inout Value) -> Void) { body(&value) }

  @Test(arguments: [false, true])
  func ofOneToManyReachTheStore(inPlace: Bool) throws {
    let (x, d) = (Player(serial: 10), Player(serial: 11))
    let wanted = [players[0], x, players[2], d]
    if inPlace {
      modify(&team.players) {
        $0[1] = x
        $0.append(d)
      }
    } else {
      team.players = wanted
    }
    #expect(x.team === team && d.team === team)
    #expect(players[1].team == nil)
    try context.save()
    #expect(team.players.map(\.serial) == [2, 10, 4, 11])
    let read = try store.context().same(team)
    #expect(Set(read.players.map(\.serial)) == [2, 10, 4, 11])
  }

  @Test(arguments: [false, true])
  func ofManyToManyReachTheStore(inPlace: Bool) throws {
    let (x, d) = (Emblem(serial: 10), Emblem(serial: 11))
    if inPlace {
      modify(&team.emblems) {
        $0[1] = x
        $0.append(d)
      }
    } else {
      team.emblems = [emblems[0], x, emblems[2], d]
    }
    #expect(x.teams.map(\.serial) == [1] && d.teams.map(\.serial) == [1])
    #expect(emblems[1].teams.isEmpty)
    try context.save()
    let read = try store.context().same(team)
    #expect(Set(read.emblems.map(\.serial)) == [5, 10, 7, 11])
  }

  enum Look: CaseIterable {
    case context, changes, inserted, fetch, otherAppend, save
  }

  @Test(arguments: Look.allCases)
  func areSeenWhereverOneLooksFirst(_ look: Look) throws {
    let (x, d) = (Player(serial: 10), Player(serial: 11))
    modify(&team.players) {
      $0[1] = x
      $0.append(d)
    }
    switch look {
    case .context: #expect(x.modelContext === context)
    case .changes: #expect(x.hasChanges)
    case .inserted: #expect(context.insertedModelsArray.contains { $0 === x })
    case .fetch: #expect(try context.all(Player.self).count == 5)
    case .otherAppend:
      let other = Team(serial: 20)
      context.insert(other)
      other.players.append(x)
      #expect(x.team === other && !team.players.contains(x))
      return
    case .save: try context.save()
    }
    #expect(x.team === team && players[1].team == nil)
  }

  @Test func outsideOfMainContextsAreSeenWithTheNextLookAtAnObjectOfTheContext() throws {
    let context = store.context()
    let team = try context.same(team)
    let (x, d) = (Player(serial: 10), Player(serial: 11))
    modify(&team.players) {
      $0[1] = x
      $0.append(d)
    }
    #expect(d.team === team)
    #expect(x.team === team && x.modelContext === context)
  }

  @Test func ofAnObjectInNoContextReachTheOtherEnds() {
    let team = Team(serial: 30)
    let players = (31..<34).map { Player(serial: $0) }
    team.players = players
    let (x, d) = (Player(serial: 40), Player(serial: 41))
    modify(&team.players) {
      $0[1] = x
      $0.append(d)
    }
    #expect(x.team === team && d.team === team && players[1].team == nil)
  }

  @Test func keepAMemberThatIsTakenOutAndAppendedAgain() throws {
    modify(&team.players) {
      $0[1] = players[2]
      $0[2] = players[1]
      $0.append(players[0])
    }
    #expect(Set(team.players.map(\.serial)) == [2, 3, 4])
    try context.save()
    #expect(Set(try store.context().same(team).players.map(\.serial)) == [2, 3, 4])
    #expect(players.allSatisfy { $0.team === team })
  }
}

/// Both ends of relationships, where changes are dropped, kept and put back.
@Suite struct AgreeingEnds {
  private let store: LeagueStore

  init() throws { store = try LeagueStore() }

  private func saved(_ policy: MergePolicy = .mergeByPropertyObjectTrump) throws -> (
    context: ModelContext, team: Team, player: Player, coach: Coach
  ) {
    let context = store.context(policy)
    let (team, player, coach) = (Team(serial: 1), Player(serial: 2), Coach(serial: 3))
    context.insert(team)
    team.players = [player]
    team.coach = coach
    try context.save()
    return (context, team, player, coach)
  }

  @Test func leadToNoObjectThatIsDeletedAfterARefresh() throws {
    let (context, team, player, coach) = try saved()
    context.delete(coach)
    try context.refresh(team, mergeChanges: false)
    #expect(team.coach == nil)
    try context.save()
    #expect(try store.faults() == [])
    context.delete(team)
    try context.refresh(player, mergeChanges: false)
    #expect(player.team == nil)
    try context.save()
    #expect(try store.faults() == [])
  }

  @Test(arguments: [MergePolicy.rollback, .mergeByPropertyStoreTrump])
  func bringBackWhatARestoredObjectLeadsTo(_ policy: MergePolicy) throws {
    let (context, team, child, _) = try saved(policy)
    let sub = Team(serial: 4)
    sub.parent = team
    try context.save()
    let other = store.context()
    try other.same(sub).value = 7
    context.delete(team)
    try other.save()
    try context.save()
    #expect(!sub.isDeleted && sub.value == 7)
    #expect(try store.faults() == [])
    let settled = Set(context.resolvedMergeConflicts.map(\.object))
    for model in try store.context().all(Team.self) where model.serial != 0 {
      #expect(settled.contains(model.persistentModelID))
    }
    for conflict in context.resolvedMergeConflicts where conflict.object == team.persistentModelID {
      #expect(
        conflict.description == "\(conflict.object) was deleted here, and comes back with an "
          + "object that others have changed")
    }
    #expect(child.team === team || child.team == nil)
  }

  @Test func areKeptAsPairsByAPolicyThatOverwrites() throws {
    let (context, team, player, coach) = try saved(.overwrite)
    let other = store.context()
    let (theirs, newTeam) = (try other.same(team), Team(serial: 5))
    other.insert(newTeam)
    theirs.coach = Coach(serial: 6)
    newTeam.players = [try other.same(player)]
    team.value = 1
    player.value = 1
    try other.save()
    try context.mergeChanges()
    #expect(team.coach === coach && coach.team === team)
    #expect(player.team === team && team.players.contains(player))
    try context.save()
    #expect(try store.faults() == [])
    let read = try store.context().same(team)
    #expect(read.coach?.serial == 3 && read.players.map(\.serial) == [2])
  }

  @Test func agreeAfterAnUndoOverAnotherContextsSave() throws {
    let (context, team, player, coach) = try saved()
    team.coach = nil
    try context.save()
    let manager = UndoManager()
    manager.groupsBySave = false
    context.undoManager = manager
    team.coach = nil
    try manager.beginUndoGrouping()
    player.value = 5
    try manager.endUndoGrouping()
    let other = store.context()
    try other.same(coach).team = try other.same(team)
    try other.save()
    try manager.undo()
    #expect((team.coach === coach) == (coach.team === team))
    try context.save()
    #expect(try store.faults() == [])
  }

  @Test func areNotTakenFromAPartnerByAnUndo() throws {
    let mine = store.context(.rollback)
    let manager = UndoManager()
    mine.undoManager = manager
    let team = Team(serial: 1)
    mine.insert(team)
    try mine.save()
    let theirs = store.context()
    let theirTeam = try theirs.same(team)
    mine.insert(Team(serial: 2))
    theirs.insert(Badge(serial: 3, team: theirTeam))
    let lost = Badge(serial: 5, team: team)
    mine.insert(lost)
    try manager.undo()
    try manager.redo()
    try theirs.save()
    // The merge gives the team to the badge that was saved.
    #expect(throws: StackError.self) { try mine.save() }
    mine.delete(lost)
    try mine.save()
    #expect(team.badge?.serial == 3)
    #expect(throws: UndoError.self) { try manager.undo() }
    #expect(team.badge?.serial == 3 && team.badge?.team === team)
    try mine.save()
    #expect(try store.faults() == [])
  }

  @Test func agreeWhereAChildRefreshesDropsOrDeletes() throws {
    let (parent, team, _, coach) = try saved()
    let child = try ModelContext(parent: parent)
    let new = Coach(serial: 7)
    let copy = try child.same(team)
    child.insert(new)
    new.team = copy
    try child.refresh(copy, mergeChanges: false)
    #expect((copy.coach === new) == (new.team === copy))
    try child.save()
    try parent.save()
    #expect(try store.faults() == [])
    child.delete(new)
    coach.team = team
    try parent.save()
    try child.save()
    try parent.save()
    #expect(try store.faults() == [])
  }

  @Test func areShownByAGrandchildAsTheStoreHasThem() throws {
    let (root, team, _, _) = try saved()
    let leaf = try ModelContext(parent: ModelContext(parent: root))
    let leafTeam = try leaf.same(team)
    #expect(leafTeam.players.count == 1)
    let other = store.context()
    let player = Player(serial: 8)
    other.insert(player)
    player.team = try other.same(team)
    try other.save()
    try leaf.mergeChanges()
    let found = try #require(try leaf.all(Player.self).first { $0.serial == 8 })
    #expect(found.team === leafTeam && leafTeam.players.contains(found))
  }

  @Test func areDeletedWhereOthersHaveChangedThemBack() throws {
    let context = store.context(.mergeByPropertyStoreTrump)
    let (root, child) = (Team(serial: 1), Team(serial: 2))
    context.insert(root)
    root.children = [child]
    try context.save()
    context.delete(root)
    let other = store.context()
    let (theirRoot, theirChild) = (try other.same(root), try other.same(child))
    theirChild.parent = nil
    try other.save()
    try context.mergeChanges()
    #expect(context.mergeConflicts.count == 1)
    theirRoot.children.append(theirChild)
    try other.save()
    try context.mergeChanges()
    #expect(context.mergeConflicts.isEmpty)
    try context.save()
    #expect(try store.context().all(Team.self).isEmpty)
    #expect(try store.faults() == [])
  }

  @Test func areThoseOfAnObjectThatComesBackAfterAnotherContextHasDeletedIt() throws {
    let (context, team, _, _) = try saved()
    let badge = Badge(serial: 9, team: team)
    context.insert(badge)
    let lost = team.persistentModelID
    let other = store.context()
    other.delete(try other.same(team))
    try other.save()
    try context.mergeChanges()
    #expect(team.modelContext == nil && badge.team === team)
    context.insert(team)
    #expect(team.badge === badge)
    // Its change of before was lost with it, which a save says once.
    #expect(throws: StackError.deletedElsewhere(object: lost)) { try context.save() }
    try context.save()
    #expect(try store.faults() == [])
    #expect(try store.context().all(Badge.self).first?.team.serial == 1)
  }

  @Test func ofLinksAgreeWhereBothObjectsComeBack() throws {
    let (context, team, _, _) = try saved(.rollback)
    let emblem = Emblem(serial: 8)
    context.insert(emblem)
    try context.save()
    emblem.teams = [team]
    context.delete(team)
    context.delete(emblem)
    context.insert(team)
    context.insert(emblem)
    #expect(emblem.teams.contains(team) == team.emblems.contains(emblem))
    try context.save()
    #expect(try store.faults() == [])
  }

  @Test func areCutInTheStoreWhereNothingLeadsBack() throws {
    let (context, team, player, _) = try saved()
    team.star = player
    team.fans = [player]
    try context.save()
    let other = store.context()
    try other.batchDelete(Player.self, where: nil)
    #expect(try store.faults() == [])
    try context.mergeChanges()
    #expect(team.star == nil && team.fans.isEmpty)
    let changes = try #require(try context.historyEntries().last).changes
    #expect(changes.contains { $0.entity == "Team" && $0.properties == ["star"] })
  }

  @Test func areShownByAChildAsItsParentShowsThemAfterOthersSaves() throws {
    let (parent, team, player, _) = try saved()
    let emblem = Emblem(serial: 4)
    parent.insert(emblem)
    try parent.save()
    let child = try ModelContext(parent: parent)
    let (childTeam, childEmblem) = (try child.same(team), try child.same(emblem))
    // What waits in the parent is what the store comes to have, and then isn't any more.
    team.star = nil
    emblem.teams = [team]
    let other = store.context()
    let (otherTeam, otherEmblem) = (try other.same(team), try other.same(emblem))
    otherEmblem.teams = [otherTeam]
    try other.save()
    try child.mergeChanges()
    #expect(childEmblem.teams.map(\.serial) == [1])
    otherEmblem.teams = []
    otherTeam.star = try other.same(player)
    try other.save()
    try child.mergeChanges()
    #expect(emblem.teams.map(\.serial) == [1] && team.star == nil)
    #expect(childEmblem.teams.map(\.serial) == [1] && childTeam.emblems.map(\.serial) == [4])
    #expect(childTeam.star == nil)
  }

  @Test func ofAChildAreSavedWhereItsParentDeletesWhatOthersRelate() throws {
    let parent = store.context(.mergeByPropertyStoreTrump)
    let (team, player) = (Team(serial: 1), Player(serial: 2))
    parent.insert(team)
    parent.insert(player)
    try parent.save()
    let child = try ModelContext(parent: parent)
    child.mergePolicy = .overwrite
    let copy = try child.same(player)
    _ = try child.same(team)
    team.players = [player]
    parent.delete(team)
    try child.refresh(copy, mergeChanges: false)
    let other = store.context()
    try other.same(team).players = [try other.same(player)]
    try other.save()
    try child.mergeChanges()
    try child.save()
    #expect(copy.team == nil)
  }

  @Test func agreeWhereAnUndoLeavesAnEndThatWasSetToWhatItWas() throws {
    let (context, team, player, _) = try saved()
    let manager = UndoManager()
    context.undoManager = manager
    player.team = team
    team.star = player
    try manager.undo()
    let other = store.context()
    try other.same(player).team = Team(serial: 4)
    try other.save()
    try context.mergeChanges()
    #expect(player.team === team && team.players.contains(player))
    try context.save()
    #expect(try store.faults() == [])
  }

  @Test(arguments: [MergePolicy.error, .mergeByPropertyStoreTrump, .rollback])
  func ofLinksAreNoConflictWithADeletion(_ policy: MergePolicy) throws {
    let (context, team, _, _) = try saved(policy)
    let (mine, theirs) = (Emblem(serial: 4), Emblem(serial: 5))
    context.insert(mine)
    let other = store.context()
    try other.same(team).emblems = [theirs]
    team.emblems = [mine]
    try other.save()
    // The change of the same array is merged before the deletion.
    try context.mergeChanges()
    context.delete(team)
    #expect(context.mergeConflicts.isEmpty)
    try context.save()
    #expect(mine.teams.isEmpty && context.resolvedMergeConflicts.isEmpty)
    #expect(try store.faults() == [])
    #expect(try store.context().all(Team.self).isEmpty)
  }

  @Test func ofLinksStayWhereTheStoreWinsOverADeletion() throws {
    let (context, team, _, _) = try saved(.mergeByPropertyStoreTrump)
    let (mine, theirs) = (Emblem(serial: 4), Emblem(serial: 5))
    context.insert(mine)
    let other = store.context()
    let otherTeam = try other.same(team)
    otherTeam.emblems = [theirs]
    team.emblems = [mine]
    try other.save()
    try context.mergeChanges()
    context.delete(team)
    otherTeam.value = 7
    try other.save()
    try context.save()
    #expect(team.value == 7 && Set(team.emblems.map(\.serial)) == [4, 5])
    #expect(mine.teams == [team])
    #expect(try store.faults() == [])
    #expect(Set(try store.context().same(team).emblems.map(\.serial)) == [4, 5])
  }

  @Test func ofAPairAreTakenBackTogetherWhereOthersHaveRelatedTheSame() throws {
    let (context, team, _, coach) = try saved()
    let second = Team(serial: 4)
    context.insert(second)
    try context.save()
    let manager = UndoManager()
    context.undoManager = manager
    team.coach = nil
    context.processPendingChanges()
    coach.team = second
    let other = store.context()
    try other.same(coach).team = try other.same(second)
    try other.save()
    try manager.undo()
    #expect(coach.team == nil && second.coach == nil)
    try manager.redo()
    #expect(coach.team === second && second.coach === coach)
    try context.save()
    #expect(try store.faults() == [])
  }

  @Test func areCutWhereAChildDeletesWhatItsParentHasSavedAndRelated() throws {
    let parent = store.context()
    let child = try ModelContext(parent: parent)
    let (team, player) = (Team(serial: 1), Player(serial: 2))
    child.insert(team)
    child.insert(player)
    child.insert(Badge(serial: 3, team: team))
    try child.save()
    let (saved, fan) = (try parent.same(team), try parent.same(player))
    child.delete(team)
    saved.fans.append(fan)
    try parent.save()
    #expect(try child.all(Team.self).isEmpty && child.all(Badge.self).isEmpty)
    try child.save()
    try parent.save()
    #expect(try store.faults() == [])
    #expect(try store.context().all(Team.self).isEmpty)
  }

  @Test(arguments: [MergePolicy.mergeByPropertyObjectTrump, .overwrite])
  func leadToNoObjectThatOthersDeleteWhereTheyAreSetToWhatTheyWere(_ policy: MergePolicy) throws {
    let (_, first, second, _) = try saved()
    let context = store.context(policy)
    let player = try context.same(second)
    // The team's array isn't loaded.
    let team = try context.same(first)
    player.team = team
    let other = store.context()
    other.delete(try other.same(team))
    try other.save()
    try context.mergeChanges()
    #expect(player.team == nil)
    #expect(throws: StackError.self) { try context.save() }
    try context.save()
    #expect(try store.faults() == [])
    #expect(try store.context().same(player).team == nil)
  }

  @Test func areAsOthersHaveSavedThemLastWhereTheStoreWinsOverADeletion() throws {
    let (first, context) = (store.context(), store.context(.mergeByPropertyStoreTrump))
    let (team, parent) = (Team(serial: 1), Team(serial: 2))
    first.insert(team)
    team.children = [team]
    first.insert(parent)
    try first.save()
    let (copy, deleted) = (try context.same(team), try context.same(parent))
    context.delete(deleted)
    parent.value = 7
    parent.children = [team]
    try first.save()
    // The team is deleted with its new parent.
    try context.mergeChanges()
    #expect(copy.isDeleted)
    team.children = [team]
    try first.save()
    try context.save()
    #expect(deleted.value == 7 && deleted.children.isEmpty)
    #expect(copy.parent === copy && copy.children == [copy])
    #expect(try store.faults() == [])
    #expect(try store.context().same(team).parent?.serial == 1)
  }

  @Test func leadNowhereWhereTheParentRelatedWhatItDeletesToWhatItsChildDeletes() throws {
    let parent = store.context()
    let (team, coach) = (Team(serial: 1), Coach(serial: 2))
    parent.insert(team)
    parent.insert(coach)
    try parent.save()
    let child = try ModelContext(parent: parent)
    child.delete(try child.same(coach))
    team.coach = coach
    parent.delete(team)
    try parent.refresh(coach, mergeChanges: false)
    #expect(coach.team == nil)
    try child.save()
    try parent.save()
    #expect(try store.faults() == [])
    #expect(try store.context().all(Coach.self).isEmpty)
  }

  @Test func thatMustLeadSomewhereAreErrorsOfAChildWhereItsParentDeletesTheirTarget() throws {
    let parent = store.context()
    let team = Team(serial: 1)
    let (first, second) = (Badge(serial: 2, team: team), Badge(serial: 3, team: team))
    parent.insert(team)
    parent.insert(first)
    let child = try ModelContext(parent: parent)
    child.mergePolicy = .error
    try parent.save()
    parent.insert(second)
    try child.mergeChanges()
    let (shown, badge) = (try child.same(team), try child.same(first))
    shown.badge = badge
    parent.delete(team)
    #expect(throws: StackError.self) { try child.save() }
    #expect(throws: StackError.self) { try child.save() }
    child.delete(badge)
    try child.save()
    parent.delete(first)
    try parent.save()
    #expect(try store.faults() == [])
  }

  @Test(arguments: [false, true])
  func ofADeletedObjectAreCutInOtherContextsWhereAChildHasSavedMeanwhile(hasInverseInMemory: Bool)
    throws
  {
    let (observer, parent) = (store.context(), store.context())
    let child = try ModelContext(parent: parent)
    let (emblem, team) = (Emblem(serial: 1), Team(serial: 2))
    observer.insert(emblem)
    observer.insert(team)
    team.emblems = [emblem]
    try observer.save()
    let shown = hasInverseInMemory ? try parent.same(emblem) : nil
    parent.delete(try parent.same(team))
    child.insert(Team(serial: 3))
    try child.save()
    try parent.save()
    _ = try observer.all(Team.self)
    #expect(emblem.teams.isEmpty)
    #expect(shown?.teams.isEmpty ?? true)
    let changes =
      try observer.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
      .last?.changes ?? []
    #expect(changes.contains { $0.changedPersistentIdentifier == emblem.persistentModelID })
  }
}
