import StrataShell

extension TrackerShell {
  /// Imports a CSV file.
  ///
  /// - Returns: Warnings and the answer, or the error.
  func importing(_ text: String, _ options: String) async throws -> String {
    try write(text, to: "a.csv")
    do {
      return try await run("import \(path("a.csv")) \(options)")
    } catch let error as ShellError {
      return warnings + error.description
    }
  }
}
