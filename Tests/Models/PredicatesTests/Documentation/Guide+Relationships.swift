import Strata
import StrataQuery

extension Guide {
  mutating func addRelationships() throws {
    try predicate("to-one", finds: ["Lake Loop", "Ridge 10"], plan: true) { _ in
      #Predicate<Trail> { $0.park?.name == "Lakeland" }
    }
    try predicate("not to-one", finds: ["Gorge", "ridge 9", "Élan"]) { _ in
      #Predicate<Trail> { $0.park?.name != "Lakeland" }
    }
    try predicate("object", finds: ["Lake Loop", "Ridge 10"], plan: true) { book in
      let park = book.lakeland
      return #Predicate<Trail> { $0.park == park }
    }
    try predicate("any", finds: ["Lake Loop", "Ridge 10"], plan: true) { _ in
      #Predicate<Trail> { $0.outings.contains { $0.walker == "Ann" } }
    }
    try predicate("count", finds: ["Ridge 10"]) { _ in
      #Predicate<Trail> { $0.outings.filter { ($0.minutes ?? 0) > 120 }.count == 1 }
    }
    try predicate("none", finds: ["Gorge", "ridge 9", "Élan"]) { _ in
      #Predicate<Trail> { $0.outings.isEmpty }
    }
    try predicate("quantifier", finds: ["Ridge 10"]) { _ in
      (\Trail.outings).any(\Outing.minutes > 120)
    }
    try predicate("sum", finds: ["Ridge 10"]) { _ in
      (\Trail.outings).sum(\.minutes) > 100
    }
  }

  mutating func addComposition() throws {
    try predicate("long", finds: ["Lake Loop"]) { _ in
      #Predicate { (trail: Trail) in
        trail.kilometers > 5 && trail.difficulty == .easy && trail.park?.name != "Moorland"
          && trail.name.hasPrefix("L") && (trail.climb ?? 0) > 100 && trail.fee.price == nil
      }
    }
    try predicate("statements", finds: ["Lake Loop"]) { _ in
      #Predicate<Trail> { trail in
        guard let climb = trail.climb, trail.difficulty == .easy else { return false }
        let least = 100
        return climb > least
      }
    }
    try predicate("operators", finds: ["Lake Loop"]) { _ in
      \Trail.kilometers > 5 && \Trail.difficulty == .easy && \Trail.park?.name != "Moorland"
        && (\Trail.name).beginsWith("L") && \Trail.climb > 100 && \Trail.fee.price == nil
    }
    try predicate("and", finds: ["Lake Loop"]) { _ in
      let near = #Predicate<Trail> { $0.head.town == "Ashford" }
      let short = \Trail.kilometers < 7
      return near && short
    }
    try predicate("joined", finds: ["Gorge", "Lake Loop"]) { _ in
      let words = ["lake", "gorge"]
      return words.map { word in
        #Predicate<Trail> { $0.name.localizedStandardContains(word) }
      }.joined(with: .or)
    }
    try predicate("evaluate", finds: ["Lake Loop"]) { _ in
      let easy = #Predicate<Trail> { $0.difficulty == .easy }
      return #Predicate<Trail> { easy.evaluate($0) && $0.climb != nil && $0.kilometers > 5 }
    }
    try predicate("expression", finds: ["Ridge 10"]) { _ in
      let steepness = #Expression<Trail, Double> { ($0.climb ?? 0) > 500 ? 2 : 1 }
      return #Predicate<Trail> { $0.kilometers * steepness.evaluate($0) > 20 }
    }
  }

  mutating func addSorting() throws {
    try fetch("sort", finds: ["Élan", "Lake Loop", "ridge 9", "Gorge", "Ridge 10"], plan: true) {
      _ in
      FetchDescriptor<Trail>(sortBy: [SortDescriptor(\.kilometers)])
    }
    try fetch("sort nils", finds: ["Ridge 10", "Lake Loop", "Élan", "Gorge", "ridge 9"]) { _ in
      FetchDescriptor<Trail>(
        sortBy: [SortDescriptor(\.climb, order: .reverse, nils: .last), SortDescriptor(\.name)])
    }
    try fetch("sort localized", finds: ["Élan", "Gorge", "Lake Loop", "ridge 9", "Ridge 10"]) {
      _ in
      FetchDescriptor<Trail>(sortBy: [SortDescriptor(\.name, comparator: .localizedStandard)])
    }
    try fetch("sort enum", finds: ["Ridge 10", "Gorge", "Lake Loop", "Élan", "ridge 9"]) { _ in
      FetchDescriptor<Trail>(sortBy: [SortDescriptor(\.difficulty, order: .reverse)])
    }
    try fetch("sort related", finds: ["Gorge", "ridge 9", "Lake Loop", "Ridge 10", "Élan"]) { _ in
      FetchDescriptor<Trail>(sortBy: [SortDescriptor(\.park?.name)])
    }
  }
}
