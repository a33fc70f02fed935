import StrataModelSupport
import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

/// Random saves with few unique values, compared with dictionaries.
@Suite(.serialized) struct RandomUniqueValues {
  private struct Person: Equatable {
    var name = "nobody"
    var age: Int?
    var team: String?
    var badge: Int?
    var letters: Set<String> = []
    var clubs: Set<String> = []
  }

  /// A new object and what was set in it.
  private struct New {
    let email: String
    var name: String?
    var age: Int?
    var team: String?
    var badge: Int?
    var letters: Set<String> = []
    var clubs: Set<String> = []
  }

  @Test(arguments: [UniqueConflictPolicy.upsert, .error, .ignore])
  func agreeWithDictionaries(policy: UniqueConflictPolicy) throws {
    var random = SeededGenerator(for: "RandomUniqueValues.\(policy)")
    let house = try UniqueHouse(policy: policy)
    let witnesses = try house.witnesses()
    var context = house.context()
    var oracle: [String: Person] = [:]
    var held: [UniquePerson] = []
    var letterCount = 0
    for round in 0..<30 * FuzzRounds.count {
      if random.chance(1, in: 5) {
        held = []
        context = house.context()
      }
      var result = oracle
      try change(&result, in: context, &random)
      let news = make(in: context, hasTeams: policy != .error, &random, &letterCount)
      var isRefused = false
      for new in news { isRefused = !add(new, to: &result, policy) || isRefused }
      if random.chance(1, in: 4) {
        isRefused = try meet(in: house, &result, &oracle, news, policy, &random) || isRefused
      }
      if isRefused {
        #expect(throws: StackError.self, "seed \(random.seed), round \(round)") {
          try context.save()
        }
        context.rollback()
      } else {
        try context.save()
        oracle = result
      }
      #expect(!context.hasChanges)
      try witnesses.mark()
      try check(oracle, in: context, random.seed, round)
      try check(oracle, in: try house.reopened(), random.seed, round)
      let all = try context.all(UniquePerson.self)
      held = all.filter { _ in random.chance(1, in: 2) }
    }
    withExtendedLifetime(held) {}
    let faults = try house.faults()
    #expect(faults.isEmpty)
    #expect(try witnesses.faults() == [], "seed \(random.seed)")
  }

  // Stored objects change, swap their unique values, and go.
  private func change(
    _ oracle: inout [String: Person], in context: ModelContext, _ random: inout SeededGenerator
  ) throws {
    let people = try context.all(UniquePerson.self)
    for person in people where random.chance(1, in: 6) {
      person.age = Int.random(in: 0..<90, using: &random)
      oracle[person.email]?.age = person.age
    }
    if people.count > 3, random.chance(1, in: 3) {
      let (one, two) = (people[0], people[people.count - 1])
      let parts = (oracle[one.email], oracle[two.email])
      (oracle[one.email], oracle[two.email]) = (parts.1, parts.0)
      (one.email, two.email) = (two.email, one.email)
    }
    if people.count > 6, random.chance(1, in: 2), let person = people.randomElement(using: &random)
    {
      oracle[person.email] = nil
      context.delete(person)
    }
  }

  private func make(
    in context: ModelContext, hasTeams: Bool, _ random: inout SeededGenerator,
    _ letterCount: inout Int
  ) -> [New] {
    var news: [New] = []
    var models: [any PersistentModel] = []
    for _ in 0..<Int.random(in: 0..<5, using: &random) {
      var new = New(email: "\(Int.random(in: 0..<14, using: &random))@x")
      let model = UniquePerson(new.email)
      if random.chance(1, in: 2) { new.name = "n\(Int.random(in: 0..<9, using: &random))" }
      if let name = new.name { model.name = name }
      if random.chance(1, in: 2) { new.age = Int.random(in: 0..<90, using: &random) }
      if let age = new.age { model.age = age }
      if hasTeams, random.chance(1, in: 2) {
        // Each a team of its own, which are one after an upsert.
        new.team = "t\(Int.random(in: 0..<4, using: &random))"
        model.team = UniqueTeam(new.team ?? "")
        let club = UniqueClub("c\(Int.random(in: 0..<4, using: &random))")
        new.clubs.insert(club.name)
        if random.chance(1, in: 2) { club.people = [model] } else { model.clubs = [club] }
        models.append(club)
      }
      if random.chance(1, in: 2) {
        letterCount += 1
        new.badge = letterCount
        let badge = UniqueBadge(letterCount)
        if random.chance(1, in: 2) { badge.person = model } else { model.badge = badge }
        if random.chance(1, in: 2) { models.append(badge) }
      }
      for _ in 0..<Int.random(in: 0..<3, using: &random) {
        letterCount += 1
        new.letters.insert("l\(letterCount)")
        let letter = UniqueLetter("l\(letterCount)")
        if random.chance(1, in: 2) { letter.sender = model } else { model.letters.append(letter) }
        if random.chance(1, in: 2) { models.append(letter) }
      }
      news.append(new)
      models.append(model)
    }
    // Letters may bring their senders before their turn; the first of equal ones is told by keys.
    if random.chance(1, in: 2) {
      context.insert(contentsOf: models)
    } else {
      for model in models { context.insert(model) }
    }
    let order = context.insertedModelsArray.compactMap { $0 as? UniquePerson }.map {
      ObjectIdentifier($0)
    }
    let people = models.compactMap { $0 as? UniquePerson }
    return zip(people, news).sorted { lhs, rhs in
      (order.firstIndex(of: ObjectIdentifier(lhs.0)) ?? 0)
        < (order.firstIndex(of: ObjectIdentifier(rhs.0)) ?? 0)
    }.map(\.1)
  }

  /// - Returns: Whether the object can be saved.
  private func add(
    _ new: New, to oracle: inout [String: Person], _ policy: UniqueConflictPolicy
  ) -> Bool {
    guard var person = oracle[new.email] else {
      oracle[new.email] = Person(
        name: new.name ?? "nobody", age: new.age, team: new.team, badge: new.badge,
        letters: new.letters, clubs: new.clubs)
      return true
    }
    person.letters.formUnion(new.letters)
    person.clubs.formUnion(new.clubs)
    if policy == .upsert {
      person.name = new.name ?? person.name
      person.age = new.age ?? person.age
      person.team = new.team ?? person.team
      person.badge = new.badge ?? person.badge
    }
    oracle[new.email] = person
    return policy != .error
  }

  /// Somebody else saves an object with a value that is about to be saved here.
  private func meet(
    in house: UniqueHouse, _ result: inout [String: Person], _ oracle: inout [String: Person],
    _ news: [New], _ policy: UniqueConflictPolicy, _ random: inout SeededGenerator
  ) throws -> Bool {
    let free = news.filter { oracle[$0.email] == nil }
    guard let new = free.randomElement(using: &random) else { return false }
    let other = try house.reopened()
    other.insert(UniquePerson(new.email, name: "theirs", age: 99))
    try other.save()
    oracle[new.email] = Person(name: "theirs", age: 99)
    // What was new is a conflict from its first object on.
    result[new.email] = oracle[new.email]
    for each in news where each.email == new.email { _ = add(each, to: &result, policy) }
    return policy == .error
  }

  private func check(
    _ oracle: [String: Person], in context: ModelContext, _ seed: UInt64, _ round: Int
  ) throws {
    let found = try context.all(UniquePerson.self).map { person in
      (
        person.email,
        Person(
          name: person.name, age: person.age, team: person.team?.code,
          badge: person.badge?.number, letters: Set(person.letters.map(\.text)),
          clubs: Set(person.clubs.map(\.name)))
      )
    }
    #expect(found.count == oracle.count, "seed \(seed), round \(round)")
    for (email, person) in found {
      #expect(person == oracle[email], "\(email), seed \(seed), round \(round)")
    }
    for letter in try context.all(UniqueLetter.self) {
      guard let sender = letter.sender else { continue }
      #expect(sender.letters.contains(letter), "seed \(seed), round \(round)")
    }
    for badge in try context.all(UniqueBadge.self) {
      guard let person = badge.person else { continue }
      #expect(person.badge === badge, "seed \(seed), round \(round)")
    }
    for club in try context.all(UniqueClub.self) {
      #expect(
        club.people.allSatisfy { $0.clubs.contains(club) }, "seed \(seed), round \(round)")
    }
    for team in try context.all(UniqueTeam.self) {
      #expect(team.people.allSatisfy { $0.team === team }, "seed \(seed), round \(round)")
    }
  }
}
