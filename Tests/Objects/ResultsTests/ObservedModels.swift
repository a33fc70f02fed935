import Foundation
import StrataStoreSupport
import Strata
import Synchronization

@Model final class Chore {
  var title: String
  var room: String?
  var note = ""
  var isDone = false
  var minutes = 0
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

@Model class ChoreTool {
  var weight = 0
  init() {}
}

@Model final class ChoreMachine: ChoreTool {
  var power = 0
  override init() { super.init() }
}

enum Chores {
  static let models: [any PersistentModel.Type] = [
    Chore.self, ChoreKeeper.self, ChoreBystander.self, ChoreTool.self, ChoreMachine.self,
  ]

  static func container(_ url: URL? = nil) throws -> ModelContainer {
    try ModelContainer(
      for: models,
      configuration: url.map { ModelConfiguration(url: $0) } ?? .temporary)
  }

  static let byTitle = [SortDescriptor(\Chore.title)]
  static let open = #Predicate<Chore> { !$0.isDone }
}

extension ModelContext {
  func all<Model: PersistentModel>(_ type: Model.Type = Model.self) throws -> [Model] {
    try fetch(FetchDescriptor<Model>())
  }
}

/// Counts what happens on any thread.
final class Count: Sendable {
  private let value = Atomic(0)
  var total: Int { value.load(ordering: .relaxed) }
  func add() { value.add(1, ordering: .relaxed) }
}
