public import Strata
public import StrataApplication
public import StrataShell
internal import TrackerModel

/// Goals: what somebody wants of an item, and how far it has come.
public struct GoalsPlugin: Plugin {
  /// `Goals`.
  public let name = "Goals"
  /// What it brings.
  public let summary = "goals for things, and how far they have come"

  /// The plugin.
  public init() {}

  /// Goals.
  public var models: [any PersistentModel.Type] { [Goal.self] }

  /// Its commands.
  public var commands: [Command<ApplicationEnvironment>] { GoalCommands.all(group: name) }

  /// Deletes the goals of items that are deleted: in the same save, so that none is ever stored
  /// without its item, and what takes the one back takes the other back too.
  @MainActor public func willSave(in environment: ApplicationEnvironment) throws {
    guard environment.context.deletedModelsArray.contains(where: { $0 is Item }) else { return }
    try deleteOrphans(environment.context)
  }

  /// Deletes goals whose items went without us: by a batch, or in a run without this plugin.
  @MainActor public func start(in environment: ApplicationEnvironment) throws {
    guard environment.stack.container.configuration.allowsSave,
      try environment.context.fetchCount(
        // Of an item that isn't there, the goal still has the link.
        FetchDescriptor<Goal>(predicate: #Predicate { $0.item?.name == nil })) > 0
    else { return }
    try deleteOrphans(environment.context)
    try environment.context.save()
  }

  @MainActor private func deleteOrphans(_ context: ModelContext) throws {
    // A person has few goals.
    for goal in try context.fetch(FetchDescriptor<Goal>()) {
      if goal.item.map({ $0.isDeleted || $0.modelContext == nil }) ?? true { context.delete(goal) }
    }
  }
}
