public import Foundation
public import Strata
public import StrataShell

/// What commands run in: the store, the context that they work with, and where their output goes.
@MainActor
public final class ApplicationEnvironment: ShellEnvironment {
  /// Where output goes.
  public let output: Output
  /// The store and its contexts.
  public let stack: any DataStack
  /// The context that commands work with.
  public let context: ModelContext
  /// The plugins of this run.
  public let plugins: [any Plugin]
  /// What a person has decided once for all, in the configuration file.
  public let settings: Settings
  /// Files that the application brings along, by name.
  public let samples: [String: [UInt8]]
  /// Whether changes wait for `save`, between `begin` and `save` or `rollback`.
  public private(set) var isInTransaction = false
  var notices = Notices()
  /// Takes back what commands have changed.
  public let steps: CommandSteps
  /// What the next save is called in the history; nil for nothing.
  private var saveName: String?
  /// What lines have to say once they are saved.
  private var reports: [String] = []
  private let clock: @Sendable () -> Date
  private var services: [ObjectIdentifier: Any] = [:]

  /// An environment for a program that runs a shell of its own; see ``Application`` for whole programs.
  ///
  /// - Parameter samples: Files that the application brings along, by name.
  public init(
    stack: any DataStack, output: Output, plugins: [any Plugin], samples: [String: [UInt8]] = [:],
    settings: Settings = Settings(), clock: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.settings = settings
    self.clock = clock
    self.stack = stack
    self.output = output
    self.plugins = plugins
    self.samples = samples
    context = stack.viewContext
    steps = CommandSteps(context)
  }

  /// The present moment, to the microsecond that output shows: read back it is the same date.
  public func now() -> Date {
    let seconds = clock().timeIntervalSinceReferenceDate
    return Date(timeIntervalSinceReferenceDate: (seconds * 1_000_000).rounded() / 1_000_000)
  }

  /// Runs a command's body as a transaction of its own: saved when it succeeds, rolled back when it
  /// fails. Between `begin` and `save` nothing is saved here; what a line has changed that fails is
  /// taken back, and what lines before it have changed goes on waiting.
  public func perform(
    _ invocation: Invocation, body: @MainActor () async throws -> Void
  ) async throws {
    let line = invocation.line.text
    if isInTransaction { return try await performPart(line, body) }
    do {
      try await withCancellableStatements {
        try await body()
        // A command such as `begin` may have opened a transaction.
        guard !isInTransaction else { return }
        try readySave()
        try steps.saving(line, count: pendingCount) { try saveChanges() }
      }
    } catch {
      reports = []
      if !isInTransaction {
        context.rollback()
        saveName = nil
      }
      throw error
    }
    for report in reports { output.message(report) }
    reports = []
  }

  private func performPart(_ line: String, _ body: @MainActor () async throws -> Void) async throws
  {
    do {
      try await withCancellableStatements(body)
    } catch {
      if isInTransaction { takeBack() }
      throw error
    }
    steps.end(line, waits: isInTransaction)
  }

  private func takeBack() {
    do {
      guard try !steps.takeBackLine() else { return }
      output.warning("so much waits that what the line changed before it failed may wait with it")
    } catch {
      output.warning("what the line changed before it failed waits as well: \(error)")
    }
  }

  /// Tells what a line has done: once it is saved, or at once in a transaction.
  public func report(_ text: String) {
    if isInTransaction { output.message(text) } else { reports.append(text) }
  }

  /// Lets changes wait for ``save()``.
  public func begin() throws(ShellError) {
    guard !isInTransaction else {
      throw ShellError("a transaction is open already", hint: "save or rollback ends it")
    }
    isInTransaction = true
  }

  /// Saves what waits, and ends the transaction.
  public func save() throws {
    try readySave()
    try saveChanges()
    isInTransaction = false
  }

  /// What plugins change on a save is part of the line that is saved.
  private func readySave() throws {
    if context.hasChanges { for plugin in plugins { try plugin.willSave(in: self) } }
  }

  /// Gives the next save a name, by which the history tells it from others.
  public func nameSave(_ name: String) { saveName = name }

  private func saveChanges() throws {
    let name = context.name
    context.name = saveName ?? name
    defer { context.name = name }
    try timeSave()
    saveName = nil
  }

  private func timeSave() throws {
    guard output.isVerbose, context.hasChanges else { return try context.save() }
    let (count, start) = (pendingCount, ContinuousClock.now)
    try context.save()
    let changes = count == 1 ? "1 changed object" : "\(count) changed objects"
    output.detail("saved \(changes) as \(context.author ?? "nobody") in \(start.elapsed)")
  }

  /// Drops what waits, and ends the transaction.
  public func rollback() {
    context.rollback()
    saveName = nil
    isInTransaction = false
  }

  /// Makes sure that relationships gave all that was asked of them, for a command that can't do with
  /// a part: what can't be read is missing where it is read, since a property can't throw.
  ///
  /// - Throws: what went wrong first.
  public func checkReads() throws {
    if let failure = context.readFailures.first { throw failure }
  }

  /// How many objects wait to be saved.
  public var pendingCount: Int {
    context.insertedModelsArray.count + context.changedModelsArray.count
      + context.deletedModelsArray.count
  }

  /// How many changes wait for `save`, in words.
  public var unfinished: String? {
    guard isInTransaction, pendingCount > 0 else { return nil }
    return pendingCount == 1 ? "1 unsaved change" : "\(pendingCount) unsaved changes"
  }

  /// Drops a transaction that nobody has ended when the program ends.
  ///
  /// - Throws: `ShellError` that says what was lost, when something was.
  public func abandonTransaction() throws(ShellError) {
    guard isInTransaction else { return }
    let count = pendingCount
    rollback()
    guard count > 0 else { return }
    throw ShellError(
      "\(count) \(count == 1 ? "change was" : "changes were") dropped: the input ended before save",
      hint: "end what begin opened with save, or with rollback")
  }

  /// Offers a service to other plugins, under its protocol.
  public func offer<Service>(_ service: Service, as type: Service.Type) {
    services[ObjectIdentifier(type)] = service
  }

  /// The service of another plugin.
  ///
  /// - Throws: `ShellError` when no plugin of this run offers it.
  public func service<Service>(
    _ type: Service.Type, for purpose: String, from plugin: String
  ) throws(ShellError) -> Service {
    guard let service = services[ObjectIdentifier(type)] as? Service else {
      throw ShellError(
        "nothing here can \(purpose)", hint: "take the plugin \(plugin) along")
    }
    return service
  }
}
