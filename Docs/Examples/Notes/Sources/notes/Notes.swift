import Foundation
import NotesService

/// Serves notes on a port, until it gets SIGTERM or SIGINT.
@main enum Notes {
  static func main() async {
    let environment = ProcessInfo.processInfo.environment
    do {
      try await runNotesService(
        store: environment["NOTES_STORE"] ?? "notes.store",
        port: environment["NOTES_PORT"] ?? "8080")
    } catch {
      FileHandle.standardError.write(Data("notes: error: \(error)\n".utf8))
      exit(1)
    }
  }
}
