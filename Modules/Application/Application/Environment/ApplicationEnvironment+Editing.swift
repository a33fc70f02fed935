internal import Foundation
internal import Strata
internal import StrataPlatform
public import StrataShell

extension ApplicationEnvironment {
  /// Lets the person edit a text in an editor, applies the result, and saves it unless a transaction is open.
  ///
  /// After a mistake the person is asked to edit again, if there is a terminal and no open
  /// transaction. Otherwise the file stays, and the error names it.
  ///
  /// - Parameters:
  ///   - text: The text to edit.
  ///   - apply: A function that changes objects by the edited text. Returns false if there is
  ///     nothing to change. Outside a transaction, its changes are rolled back when it throws.
  /// - Throws: The error of `apply` or of the save. `ShellError` if the editor or its file fails.
  public func edit(
    _ text: String, _ invocation: Invocation, apply: (String) throws -> Bool
  ) async throws {
    let editor = try Editor.find(
      variables: ProcessInfo.processInfo.environment, hasTerminal: isatty(0) == 1 && isatty(1) == 1)
    let file = try EditedFile(text)
    while true {
      let hasChanged: Bool
      do {
        try output.flush()
        try editor.edit(file.path)
        try invocation.checkCancellation()
        let edited = try file.text()
        hasChanged = edited == text ? false : try apply(edited)
        // Here rather than after the command, so that the file is there if the save fails.
        if hasChanged, !isInTransaction { try save() }
      } catch {
        var failure = ShellError(error)
        // Its column is a position in the words that were made of the text.
        failure.column = nil
        if try await wantsToEditAgain(failure, file, invocation) {
          context.rollback()
          continue
        }
        if let note = file.keep(original: text) {
          failure.hint = [failure.hint, note].compactMap { $0 }.joined(separator: "\n")
        }
        throw failure
      }
      file.remove()
      if !hasChanged { output.message("nothing was changed") }
      return
    }
  }

  private func wantsToEditAgain(
    _ failure: ShellError, _ file: EditedFile, _ invocation: Invocation
  ) async throws -> Bool {
    guard !isInTransaction, failure.kind != .interrupted else { return false }
    let lines = [failure.message, failure.hint.map(ShellError.indented(hint:)), "edit again?"]
    do {
      let question = lines.compactMap { $0 }.joined(separator: "\n")
      return try await confirms(question, invocation) ?? false
    } catch {
      output.warning("what you wrote is in \(file.path)")
      throw error
    }
  }
}

/// A temporary file that a person edits. Only its owner can read it.
private struct EditedFile {
  let path: String

  init(_ text: String) throws(ShellError) {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("appshell-edit-\(UUID().uuidString.prefix(8)).txt").path
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    do {
      guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
      let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      try handle.write(contentsOf: Data(text.utf8))
      try handle.close()
    } catch {
      throw ShellError(
        "can't write \(path): \(error.localizedDescription)",
        hint: "TMPDIR names the folder of temporary files")
    }
  }

  func text() throws(ShellError) -> String {
    let data: Data
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw ShellError("can't read \(path): \(error.localizedDescription)")
    }
    guard let text = String(data: data, encoding: .utf8) else {
      throw ShellError("\(path) isn't UTF-8", hint: "save it as UTF-8")
    }
    return text
  }

  /// Keeps the file if a person has written something in it. Returns a note that names it.
  func keep(original: String) -> String? {
    // Dropped: a file that can't be read is kept, since it may have what the person wrote.
    guard (try? text()) == original else { return "what you wrote is in \(path)" }
    remove()
    return nil
  }

  func remove() {
    // Dropped: the file is in the folder of temporary files, which the system empties.
    try? FileManager.default.removeItem(atPath: path)
  }
}
