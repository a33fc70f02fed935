import StrataStack
public import Strata
public import StrataApplication
public import StrataShell
public import StrataTrackerModel
public import StrataTrackerShell
import Foundation
import StrataDomain

/// A plugin for goals: targets for items, with their progress.
public struct GoalsPlugin: Plugin {
  /// `Goals`.
  public let name = "Goals"
  /// A summary of its features.
  public let summary = "goals for things, and how far they have come"

  /// Makes the plugin.
  public init() {}

  /// The model class of goals.
  public var models: [any PersistentModel.Type] { [Goal.self] }

  /// Its commands.
  public var commands: [Command<ApplicationEnvironment>] {
    GoalCommands.all(group: name).map { $0.needing(.existing) }
  }

  /// Deletes the goals of deleted items.
  ///
  /// It does so in the same save, so that no goal is stored without its item, and undoing the save
  /// restores both.
  @MainActor public func willSave(in environment: ApplicationEnvironment) throws {
    guard environment.context.deletedModelsArray.contains(where: { $0 is Item }) else { return }
    try deleteOrphans(environment.context)
  }

  /// Deletes goals whose items were deleted by a batch, or in a run without this plugin.
  @MainActor public func start(in environment: ApplicationEnvironment) throws {
    // Most people have no goals, and counting them costs less than translating the predicate.
    guard environment.stack.container.configuration.allowsSave,
      try environment.context.fetchCount(FetchDescriptor<Goal>()) > 0,
      try environment.context.fetchCount(
        // A goal keeps the link to its deleted item, so the query tests a property of the item.
        FetchDescriptor<Goal>(predicate: #Predicate { $0.item?.name == nil })) > 0
    else { return }
    try deleteOrphans(environment.context)
    try environment.context.save()
  }

  @MainActor private func deleteOrphans(_ context: ModelContext) throws {
    // All goals are loaded, since a person has few.
    for goal in try context.fetch(FetchDescriptor<Goal>()) {
      if goal.item.map({ $0.isDeleted || $0.modelContext == nil }) ?? true { context.delete(goal) }
    }
  }
}

extension GoalsPlugin: ItemReportPlugin {
  /// `Goals`.
  public var reportTitle: String { name }

  /// Returns how far the goals of an item have come.
  @MainActor public func report(
    on item: Item, in environment: ApplicationEnvironment
  ) throws -> Table? {
    let goals = try objects(of: item)
    guard !goals.isEmpty else { return nil }
    return Table(
      GoalCommands.progressColumns,
      rows: try goals.map { try GoalCommands.row(of: $0, item, environment) })
  }
}

extension ApplicationEnvironment {
  /// Returns all goals with an item, sorted by item and then by creation time.
  func goals() throws -> [Goal] {
    try context.fetch(FetchDescriptor<Goal>(sortBy: [SortDescriptor(\.createTimestamp)]))
      .filter { $0.item != nil }
      .sorted { ($0.item?.name.rawValue ?? "") < ($1.item?.name.rawValue ?? "") }
  }

  /// The calendar of goals. Weeks begin on Monday, as in `stats`.
  var goalCalendar: Calendar {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = output.timeZone
    return calendar
  }
}

extension Goal {
  /// The first digits of the uid, by which people name a goal.
  var shortID: String { String(uid.uuidString.lowercased().prefix(8)) }
}
