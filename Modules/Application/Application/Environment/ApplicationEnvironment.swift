public import Foundation
public import Strata
public import StrataStack
public import StrataShell

/// The environment of commands: the store, the context that they use, and their output.
@MainActor
public final class ApplicationEnvironment: ShellEnvironment {
  /// The commands' output.
  public let output: Output
  /// The store with its contexts.
  public let stack: any DataStack
  /// The context that commands use.
  public let context: ModelContext
  /// The plugins of this run.
  public let plugins: [any Plugin]
  /// The settings of the configuration file.
  public let settings: Settings
  /// Sample files of the application, by name.
  public let samples: [String: [UInt8]]
  /// True between `begin` and `save` or `rollback`, while changes aren't saved line by line.
  public private(set) var isInTransaction = false
  /// True if a person types lines at a prompt. False for scripts, pipes and single commands.
  ///
  /// It is known when plugins start.
  public internal(set) var isAtPrompt = false
  /// The damaged file that the arguments name as the store. The store of this environment is an empty one in memory then.
  ///
  /// Only a command that needs a `StoreNeed.replaceable` store runs in such an environment.
  public internal(set) var damagedStore: URL?
  var notices = Notices()
  /// The undo and redo of commands.
  public let steps: CommandSteps
  /// The context's name for the next save, which the history records. Nil takes the line.
  private var saveName: String?
  /// Messages to show once the line is saved.
  private var reports: [String] = []
  private let clock: @Sendable () -> Date
  private var services: [ObjectIdentifier: Any] = [:]

  /// Makes an environment for a program that runs a shell of its own.
  ///
  /// For a whole program use ``Application``.
  ///
  /// - Parameter samples: Sample files of the application, by name.
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

  /// Returns the present moment, rounded to the microsecond that output shows.
  ///
  /// A date that was printed and is parsed again is therefore equal.
  public func now() -> Date {
    let seconds = clock().timeIntervalSinceReferenceDate
    return Date(timeIntervalSinceReferenceDate: (seconds * 1_000_000).rounded() / 1_000_000)
  }

  /// Runs a command's body as a transaction: saves if it succeeds, rolls back if it throws.
  ///
  /// Between `begin` and `save` it doesn't save. If a line fails there, its own changes are undone,
  /// and the changes of earlier lines stay unsaved.
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
        try steps.saving(line, count: pendingCount) { try saveChanges(of: line) }
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

  /// Shows what a line has done: once it is saved, or at once in a transaction.
  public func report(_ text: String) {
    if isInTransaction { output.message(text) } else { reports.append(text) }
  }

  /// Opens a transaction: changes stay unsaved until ``save()``.
  ///
  /// - Throws: `ShellError` if one is open already.
  public func begin() throws(ShellError) {
    guard !isInTransaction else {
      throw ShellError("a transaction is open already", hint: "save or rollback ends it")
    }
    isInTransaction = true
  }

  /// Saves the unsaved changes and ends the transaction.
  public func save() throws {
    try readySave()
    try saveChanges()
    isInTransaction = false
  }

  /// Lets plugins add their changes to the save, so that undo treats them as part of the line.
  private func readySave() throws {
    if context.hasChanges { for plugin in plugins { try plugin.willSave(in: self) } }
  }

  /// Sets a name for the next save, which the history records with it.
  public func nameSave(_ name: String) { saveName = name }

  /// Saves under the name that a command has given, or else under its line.
  private func saveChanges(of line: String? = nil) throws {
    let name = context.name
    context.name = saveName ?? line.map(Self.saveName) ?? name
    defer { context.name = name }
    try timeSave()
    saveName = nil
  }

  /// The name of a line's save. Of a long line, which may have a whole file in it, the beginning.
  private static func saveName(_ line: String) -> String {
    line.count > 200 ? "\(line.prefix(200))…" : line
  }

  private func timeSave() throws {
    guard output.isVerbose, context.hasChanges else { return try context.save() }
    let (count, start) = (pendingCount, ContinuousClock.now)
    try context.save()
    let changes = count == 1 ? "1 changed object" : "\(count) changed objects"
    output.detail("saved \(changes) as \(context.author ?? "nobody") in \(start.elapsed)")
  }

  /// Discards the unsaved changes and ends the transaction.
  public func rollback() {
    context.rollback()
    saveName = nil
    isInTransaction = false
  }

  /// Throws if a relationship couldn't be read completely.
  ///
  /// A property can't throw, so unreadable members are missing from what it returns. Call this in a
  /// command that must not work with a part.
  ///
  /// - Throws: The first read failure.
  public func checkReads() throws {
    if let failure = context.readFailures.first { throw failure }
  }

  /// The number of objects with unsaved changes.
  public var pendingCount: Int {
    context.insertedModelsArray.count + context.changedModelsArray.count
      + context.deletedModelsArray.count
  }

  /// Returns the first plugin's hint for a word that begins a line and is no command.
  public func hint(forUnknown word: String) -> String? {
    plugins.lazy.compactMap { $0.hint(forUnknown: word, in: self) }.first
  }

  /// The number of unsaved changes of an open transaction, in words. Nil if there are none.
  public var unfinished: String? {
    guard isInTransaction, pendingCount > 0 else { return nil }
    return pendingCount == 1 ? "1 unsaved change" : "\(pendingCount) unsaved changes"
  }

  /// Rolls back a transaction that is still open when the program ends.
  ///
  /// - Throws: `ShellError` with the number of lost changes, if there were any.
  public func abandonTransaction() throws(ShellError) {
    guard isInTransaction else { return }
    let count = pendingCount
    rollback()
    guard count > 0 else { return }
    throw ShellError(
      "\(count) \(count == 1 ? "change was" : "changes were") dropped: the input ended before save",
      hint: "end what begin opened with save, or with rollback")
  }

  /// Registers a service for other plugins, under its protocol.
  ///
  /// Call this in ``Plugin/start(in:)``.
  public func offer<Service>(_ service: Service, as type: Service.Type) {
    services[ObjectIdentifier(type)] = service
  }

  /// Returns the service that a plugin registered under a protocol.
  ///
  /// - Parameters:
  ///   - purpose: What the service does, for the error: “nothing here can `purpose`”.
  ///   - plugin: The plugin that offers it, for the hint.
  /// - Throws: `ShellError` if no plugin of this run offers it.
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

extension ApplicationEnvironment {
  /// Makes a context for a plugin's own work.
  ///
  /// It shares the store with the commands' context, but none of its unsaved changes.
  ///
  /// ```swift
  /// let context = try environment.backgroundContext(named: name)
  /// ```
  ///
  /// The history names `name` as the author of what you save. If the commands already use that name
  /// as their author, in any case, as in a program named after its plugin, the author is
  /// `NAME (background)`, so that you can tell both apart.
  ///
  /// - Throws: `StackError.invalidAuthor` for a name that no author can have, such as an empty one.
  public func backgroundContext(named name: String) throws -> ModelContext {
    let taken = stack.mainAuthor.name.lowercased()
    let author = name.lowercased() == taken ? "\(name) (background)" : name
    return try stack.backgroundContext(author: author)
  }
}

extension ApplicationEnvironment {
  /// Asks the person at the terminal to confirm, with `[y/N]`.
  ///
  /// - Returns: True if the answer is yes. Nil if there is nobody to ask, as in a script or a pipe.
  /// - Throws: `ShellError.interrupted` for Ctrl-C.
  public func confirms(_ question: String, _ invocation: Invocation) async throws -> Bool? {
    try await invocation.confirms(question, output)
  }
}

/// The queue of messages that plugins show without a command.
struct Notices {
  /// True if a person types lines: notices then wait for the next prompt.
  var waitForPrompt = false
  fileprivate var waiting: [String] = []
}

extension ApplicationEnvironment {
  /// Shows a message that no command asked for.
  ///
  /// At a terminal it appears before the next prompt, so that it doesn't interrupt a line being
  /// typed. Otherwise it appears at once.
  public func notice(_ text: String) {
    notices.waiting.append(text)
    if !notices.waitForPrompt { showNotices() }
  }

  /// Writes the queued notices.
  func showNotices() {
    for text in notices.waiting { output.message(text) }
    notices.waiting = []
    // No command ends here that would flush the output. A write error is reported with the next
    // line.
    try? output.flush()
  }
}

extension ApplicationEnvironment {
  /// Throws if a command's output file belongs to the store.
  ///
  /// These are the store's own file and the names that SQLite and the store's lock use. SQLite
  /// would delete a file in the place of its rollback journal when it next opens the store, for
  /// instance.
  ///
  /// - Parameter file: The file as the line names it, for the error.
  /// - Throws: A usage error.
  public func refuseStoreFile(_ file: ArgumentValue) throws(ShellError) {
    let configuration = stack.container.configuration
    guard !configuration.isStoredInMemoryOnly else { return }
    let store = configuration.url.resolvingSymlinksInPath().path
    let path = URL(fileURLWithPath: file.text).resolvingSymlinksInPath().path
    guard ["", "-wal", "-shm", "-journal", "-lock"].contains(where: { store + $0 == path }) else {
      return
    }
    throw file.error("\(file.text) belongs to the store itself", hint: "give another file")
  }
}
