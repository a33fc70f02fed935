import Strata
import StrataTestSupport
import Testing

@testable import StrataContexts
@testable import StrataGraph

/// What the system refuses a context: files that can't be read or written, no memory for SQLite.
@Suite struct ContextFaults {
  @Test(arguments: FaultFleet.Operation.allCases, Fault.allCases)
  func areTypedErrorsAndLeaveNothingHalfDone(
    operation: FaultFleet.Operation, fault: Fault
  ) throws {
    var random = SeededGenerator(for: "\(operation) \(fault)")
    let undisturbed = try FaultFleet(operation)
    let before = try undisturbed.stored()
    var found: [String] = []
    let calls = try fault.calls { found = try undisturbed.run() }
    try undisturbed.context.save()
    let after = try undisturbed.stored()
    for persists in [false, true] {
      for number in Fault.numbers(upTo: calls, &random) {
        let place =
          "\(operation), \(fault) \(number) of \(calls)\(persists ? " and all behind" : "")"
        let fleet = try FaultFleet(operation)
        var read: [String] = []
        let outcome = fault.inject(at: number, persists: persists) { read = try fleet.run() }
        if operation.isRead {
          try expectStanding(fleet, isIncomplete: read != found, before, place)
          #expect(try fleet.run() == found, "\(place)")
        } else if operation == .rollback {
          try expectRolledBack(fleet, before, place)
        } else if let error = outcome.error {
          #expect(error is StorageError || error is StackError, "\(place): \(error)")
          #expect(try fleet.stored() == before, "\(place): \(error)")
          #expect(throws: Never.self, "\(place): after \(error)") {
            let again = try fleet.run()
            #expect(again == found, "\(place)")
          }
        } else {
          #expect(read == found, "\(place)")
        }
        #expect(throws: Never.self, "\(place)") { try fleet.context.save() }
        #expect(try fleet.stored() == after, "\(place)")
        #expect(try fleet.shown() == after, "\(place)")
        #expect(fleet.context.graph.brokenInvariant == nil, "\(place)")
        #expect(try fleet.context.checkStore().isEmpty, "\(place)")
      }
    }
  }

  /// A getter that couldn't read keeps the context from saving until it could, and until a save has
  /// said so.
  private func expectStanding(
    _ fleet: FaultFleet, isIncomplete: Bool, _ before: [String], _ place: String
  ) throws {
    guard isIncomplete || !fleet.context.readFailures.isEmpty else { return }
    #expect(!fleet.context.readFailures.isEmpty, "\(place)")
    #expect(throws: StackError.self, "\(place)") { try fleet.context.save() }
    #expect(try fleet.stored() == before, "\(place)")
  }

  /// A rollback that couldn't read the store drops nothing, and keeps the context from saving.
  private func expectRolledBack(_ fleet: FaultFleet, _ before: [String], _ place: String) throws {
    if fleet.context.hasChanges {
      #expect(throws: StackError.self, "\(place)") { try fleet.context.save() }
      #expect(try fleet.stored() == before, "\(place)")
      fleet.context.rollback()
    }
    #expect(!fleet.context.hasChanges, "\(place)")
  }
}
