import Foundation
import NotesService

/// Serves notes on a port, until it gets SIGTERM or SIGINT.
@main enum Notes {
  static func main() async throws {
    let environment = ProcessInfo.processInfo.environment
    try await runNotesService(
      store: environment["NOTES_STORE"] ?? "notes.store",
      port: environment["NOTES_PORT"].flatMap { Int($0) } ?? 8080)
  }
}
