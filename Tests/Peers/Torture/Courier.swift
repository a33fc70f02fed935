import Foundation
import Strata
import StrataTorture

/// Saves deliveries, one transaction after the other. A save whose connection is lost is tried again.
struct Courier {
  private let container: ModelContainer
  private let writer: Int

  init(_ url: URL, writer: Int) throws {
    container = try Delivery.container(url)
    self.writer = writer
  }

  /// Saves so many deliveries, or as many as it can until the input ends.
  func deliver(_ count: Int) throws {
    tell("opened")
    var number = 0
    while count == 0 ? !hasInputEnded() : number < count {
      number += 1
      // Those that are saved don't stay in memory.
      let context = ModelContext(container)
      context.author = "courier \(writer)"
      context.insert(Delivery(writer: writer, number: number))
      tell("\(try save(context)) \(number)")
    }
  }

  /// Saves, and returns a word for the outcome. While there is no server that takes saves, tries again for two minutes.
  private func save(_ context: ModelContext) throws -> String {
    let deadline = Date(timeIntervalSinceNow: 120)
    while true {
      do {
        try context.save()
        return "done"
      } catch StorageError.disconnected {
        // Nothing was kept.
      } catch StorageError.saveOutcomeUnknown {
        return "unknown"
      } catch let error as StorageError {
        switch error {
        case .cannotOpen, .readOnly, .busy:
          guard Date() < deadline else { throw error }
          Thread.sleep(forTimeInterval: 0.02)
        default: throw error
        }
      }
    }
  }
}
