import Strata

@Model final class Chore {
  var title: String
  var room: String?
  var note = ""
  var isDone = false
  var keeper: ChoreKeeper?

  init(_ title: String, room: String? = nil) {
    self.title = title
    self.room = room
  }
}

@Model final class ChoreKeeper {
  var name: String
  var chores: [Chore]?

  init(_ name: String) { self.name = name }
}

@Model final class ChoreBystander {
  var name = ""
  init() {}
}

enum Chores {
  static let models: [any PersistentModel.Type] = [
    Chore.self, ChoreKeeper.self, ChoreBystander.self,
  ]

  static func container(_ url: URL? = nil) throws -> ModelContainer {
    try ModelContainer(
      for: models,
      configuration: url.map { ModelConfiguration(url: $0) }
        ?? ModelConfiguration(isStoredInMemoryOnly: true))
  }

  static let byTitle = [SortDescriptor(\Chore.title)]
  static let open = #Predicate<Chore> { !$0.isDone }
}
