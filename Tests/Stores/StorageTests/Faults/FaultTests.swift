import StrataSchema
import StrataTestSupport
import Testing

@testable import StrataSQLite
@testable import StrataStorage

@Suite("What the system refuses a store")
struct FaultTests {
  @Test(
    "It is a typed error, leaves nothing half done, and the next attempt succeeds",
    arguments: FaultScene.Operation.allCases, Fault.allCases)
  func fault(operation: FaultScene.Operation, fault: Fault) throws {
    var random = SeededGenerator(for: "\(operation) \(fault)")
    let undisturbed = try FaultScene(operation)
    let before = try undisturbed.contents()
    let calls = try fault.calls { try undisturbed.run() }
    let after = try undisturbed.contents()
    for persists in [false, true] {
      for number in Fault.numbers(upTo: calls, &random) {
        let scene = try FaultScene(operation)
        let outcome = fault.inject(at: number, persists: persists) { try scene.run() }
        let place =
          "\(operation), \(fault) \(number) of \(calls)\(persists ? " and all behind" : "")"
        if let error = outcome.error {
          #expect(error is StorageError, "\(place): \(error)")
          #expect(!"\(error)".isEmpty)
          let contents = try scene.contents()
          #expect(
            contents == before || (scene.mayFailAfterwards && contents == after),
            "\(place): \(error)")
          #expect(throws: Never.self, "\(place): after \(error)") { try scene.run() }
        }
        #expect(try scene.contents() == after, "\(place)")
        #expect(try scene.faults().isEmpty, "\(place)")
      }
    }
  }

  @Test(
    "Where no file can be opened any more, that is told as such",
    arguments: [FaultScene.Operation.create, .open, .fetch])
  func descriptors(operation: FaultScene.Operation) throws {
    let undisturbed = try FaultScene(operation)
    let calls = try Fault.descriptor.calls { try undisturbed.run() }
    #expect(calls > 0)
    for number in 1..<calls + 1 {
      let scene = try FaultScene(operation)
      let outcome = Fault.descriptor.inject(at: number, persists: true) { try scene.run() }
      #expect(
        outcome.error as? StorageError == .tooManyOpenFiles(path: scene.path),
        "\(number) of \(calls): \(String(describing: outcome.error))")
      try scene.run()
    }
  }

  @Test("A text that there is no memory for is an error, and not nil")
  func textsWithoutMemory() throws {
    let connection = try Connection(path: ":memory:")
    try connection.execute(
      "CREATE TABLE t (x TEXT); INSERT INTO t VALUES (printf('%.*c', 5000, 'x'))")
    func read() throws -> ColumnValue { try connection.value("SELECT x || 'y' FROM t") }
    let whole = try read()
    let calls = try Fault.memory.calls { _ = try read() }
    for number in 1..<calls + 1 {
      var found: ColumnValue?
      let outcome = Fault.memory.inject(at: number, persists: false) { found = try read() }
      #expect(outcome.error != nil || found == whole, "\(number) of \(calls)")
    }
  }

  @Test("A full disk is told as that", arguments: [false, true])
  func fullDisk(persists: Bool) throws {
    let scene = try FaultScene(.save)
    let outcome = Fault.fullDisk.inject(at: 1, persists: persists) { try scene.run() }
    guard case StorageError.diskFull(let path)? = outcome.error else {
      Issue.record("\(String(describing: outcome.error))")
      return
    }
    #expect(path == scene.path)
  }
}
