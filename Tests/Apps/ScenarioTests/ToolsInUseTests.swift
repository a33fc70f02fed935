import Foundation
import Strata
import StrataSQLite
import StrataTestSupport
import Testing

@Model final class Shelf {
  var name: String
  @Relationship(deleteRule: .cascade, inverse: \Volume.shelf) var volumes: [Volume] = []

  init(name: String) { self.name = name }
}

@Model final class Volume {
  var title: String
  var shelf: Shelf?

  init(title: String) { self.title = title }
}

/// The commands of `strata` on stores that other programs have open, have just made, or have left behind.
@Suite(.timeLimit(.scaledMinutes(10))) struct ToolsInUse {
  /// The state of a store.
  enum State: String, CaseIterable, Sendable {
    /// A program has the store open, and everything in it is in the log still.
    case justMade
    /// A program has the store open, with changes in the log.
    case open
    /// A program was killed before the first checkpoint.
    case killedYoung
    /// A program was killed before the first checkpoint, and the index of the log is gone.
    case killedWithoutIndex
    /// A program was killed between two checkpoints.
    case killed
    case closed
    /// The folder can't be written.
    case readOnly
    /// The folder can't be written, and the program was killed before the first checkpoint.
    case readOnlyYoung
    case onServer

    var isReadOnly: Bool { self == .readOnly || self == .readOnlyYoung }
    /// The states for which this machine has the programs.
    static var possible: [State] {
      allCases.filter {
        switch $0 {
        case .onServer: TestServer.hasPrograms
        case .readOnly, .readOnlyYoung: Unprivileged.isPossible
        default: true
        }
      }
    }
  }

  /// A store in a state, with the container of the program that has it open.
  private struct Made {
    let address: String
    let container: ModelContainer?
  }

  private let shell: AppShell
  private let url: URL

  init() throws {
    shell = try AppShell()
    let folder = shell.folder.file("stores")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    url = folder.appendingPathComponent("books.store")
  }

  private static func open(_ url: URL) throws -> ModelContainer {
    try ModelContainer(
      for: Shelf.self, Volume.self, configurations: ModelConfiguration(url: url))
  }

  private static func fill(_ container: ModelContainer) throws {
    let context = ModelContext(container)
    context.author = "Ada"
    let shelf = Shelf(name: "poems")
    context.insert(shelf)
    shelf.volumes = [Volume(title: "Odes"), Volume(title: "Epodes")]
    try context.save()
  }

  private func made(_ state: State) throws -> Made {
    switch state {
    case .onServer:
      let address = TestServer.newStore()
      let container = try Self.open(address)
      try Self.fill(container)
      return Made(address: address.absoluteString, container: container)
    case .justMade:
      let container = try Self.open(url)
      try Self.fill(container)
      return Made(address: url.path, container: container)
    case .open:
      try Self.fill(try Self.open(url))
      let container = try Self.open(url)
      let context = ModelContext(container)
      try context.fetch(FetchDescriptor<Shelf>()).first?.name = "verses"
      try context.save()
      return Made(address: url.path, container: container)
    case .closed:
      try Self.fill(try Self.open(url))
      return Made(address: url.path, container: nil)
    case .killedYoung, .killedWithoutIndex, .readOnlyYoung, .killed, .readOnly:
      let source = shell.folder.file("source.store")
      if state == .killed || state == .readOnly { try Self.fill(try Self.open(source)) }
      if state == .readOnly {
        try FileManager.default.copyItem(atPath: source.path, toPath: url.path)
      } else {
        let container = try Self.open(source)
        try Self.fill(container)
        for suffix in ["", "-wal"] + (state == .killedWithoutIndex ? [] : ["-shm"]) {
          try FileManager.default.copyItem(
            atPath: source.path + suffix, toPath: url.path + suffix)
        }
        withExtendedLifetime(container) {}
      }
      if state.isReadOnly {
        for name in try FileManager.default.contentsOfDirectory(
          atPath: url.deletingLastPathComponent().path)
        {
          try set(0o444, url.deletingLastPathComponent().appendingPathComponent(name))
        }
        try set(0o555, url.deletingLastPathComponent())
        try set(0o777, shell.folder.url)
      }
      return Made(address: url.path, container: nil)
    }
  }

  private func set(_ mode: Int, _ url: URL) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path)
  }

  private func strata(_ words: [String], _ state: State) throws -> AppShell.Result {
    let line = words.map { "'\($0)'" }.joined(separator: " ")
    let prefix = state.isReadOnly ? Unprivileged.prefix : ""
    return try shell.pipeline("\(prefix)\"$(dirname \"$APPSHELL\")/strata\" \(line)")
  }

  /// Commands that only read, with the first line of their answers. STORE is the store's address, FOLDER a folder that
  /// can be written.
  private static let readers: [(words: [String], answer: String)] = [
    (["store", "status", "STORE", "--format", "csv"], "what,value"),
    (["store", "check", "STORE"], "the store is sound"),
    (
      ["store", "history", "STORE", "--format", "csv"],
      "number,author,context,time,process,inserted,updated,deleted,entities"
    ),
    (["store", "sql", "STORE", "SELECT count(*) AS n FROM \"Volume\"", "--format", "csv"], "n"),
    (["store", "backup", "STORE", "FOLDER/backup.store"], "copied"),
    (["copy", "STORE", "FOLDER/copy.store"], "copied"),
    (["store", "plan", "STORE", "--model", "FOLDER/Models.swift"], "books"),
    (["open", "STORE", "count", "Volume"], "count"),
    (["open", "STORE", "show", "Shelf/1"], "property"),
    (["model", "show", "STORE"], "entity property"),
    (["model", "verify", "FOLDER/Models.swift", "--against", "STORE"], "the classes say what"),
  ]

  private static let source = """
    import Strata
    @Model final class Shelf {
      var name: String
      @Relationship(deleteRule: .cascade, inverse: \\Volume.shelf) var volumes: [Volume] = []
      init(name: String) { self.name = name }
    }
    @Model final class Volume {
      var title: String
      var shelf: Shelf?
      init(title: String) { self.title = title }
    }
    """

  private func filled(_ words: [String], _ store: Made) -> [String] {
    words.map {
      $0.replacing("STORE", with: store.address).replacing("FOLDER", with: shell.folder.url.path)
    }
  }

  @Test(arguments: State.possible) func readsAStore(state: State) throws {
    let store = try made(state)
    try shell.write(Self.source, to: "Models.swift")
    for (words, answer) in Self.readers {
      let result = try strata(filled(words, store), state)
      #expect(result.status == 0, "\(state): \(words): \(result)")
      let first = result.lines.first ?? result.error
      if words[1] == "plan" {
        #expect(first.hasSuffix("a store stays as it is"), "\(state): \(words): \(result)")
      } else {
        #expect(
          first.split(separator: " ").joined(separator: " ").hasPrefix(answer),
          "\(state): \(words): \(result)")
      }
    }
    withExtendedLifetime(store) {}
  }

  @Test(arguments: State.possible.filter { !$0.isReadOnly }) func editsAStore(state: State) throws {
    let store = try made(state)
    let set = try strata(["edit", store.address, "set", "Volume/1", "title", "Satires"], state)
    #expect(set.status == 0, "\(state): \(set)")
    let saves = try strata(["store", "history", store.address, "--format", "csv"], state)
    #expect(saves.lines.last?.contains(",strata,") == true, "\(state): \(saves)")
    withExtendedLifetime(store) {}
  }

  @Test(arguments: State.possible.filter(\.isReadOnly)) func refusesToEditWhatCantBeWritten(
    state: State
  ) throws {
    let store = try made(state)
    let set = try strata(["edit", store.address, "set", "Volume/1", "title", "Satires"], state)
    #expect(set.status == 3 && set.error.contains("books.store"), "\(state): \(set)")
  }

  @Test(arguments: [State.justMade, .killedYoung, .onServer].filter(State.possible.contains))
  func servesAStore(state: State) async throws {
    let store = try made(state)
    let pages = try await ServedPages(shell, [store.address, "--edit"])
    #expect(try pages.get("/entity?name=Volume").contains(">Odes<"))
    let saved = try pages.post(
      "/edit?id=Volume/1", ["value:title": "Satires", "was:title": "Odes"])
    #expect(ServedPages.status(saved) == "303", "\(saved)")
    withExtendedLifetime(store) {}
  }

  @Test func doesntTakeAnotherLibrarysYoungDatabaseForAStore() throws {
    let connection = try Connection(path: url.path)
    defer { connection.close() }
    try connection.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (x)")
    let status = try strata(["store", "status", url.path], .open)
    #expect(status.status != 0 && status.error.contains("is no store of Strata"), "\(status)")
  }
}
