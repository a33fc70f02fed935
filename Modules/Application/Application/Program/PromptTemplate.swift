import StrataShell

/// What stands before a line that a person types: a text with parts in braces.
struct PromptTemplate: Sendable {
  /// What the prompt knows.
  struct Facts {
    var program: String
    var author: String?
    var usualAuthor: String
    var isInTransaction: Bool
  }

  static let standard = "{program}{author}{transaction}> "
  /// The parts, with what they are.
  static let parts = [
    ("{program}", "the program's name"),
    ("{author}", "a blank and the author, unless it is the usual one"),
    ("{transaction}", "* while a transaction is open"),
  ]

  private let text: String

  /// Reads a template.
  ///
  /// - Throws: `ShellError` for a part that there isn't.
  init(_ text: String) throws(ShellError) {
    self.text = text
    for match in text.matches(of: #/\{[^}]*\}?/#) {
      let part = String(match.output)
      guard Self.parts.contains(where: { $0.0 == part }) else {
        throw ShellError(
          "the prompt has no part “\(part)”",
          hint: "the parts are \(Self.parts.map(\.0).joined(separator: ", "))",
          kind: .programUsage)
      }
    }
  }

  /// The prompt, harmless for a terminal.
  func prompt(_ facts: Facts) -> String {
    let author = facts.author.flatMap { $0 == facts.usualAuthor ? nil : " " + $0 } ?? ""
    let filled = text.replacing("{program}", with: facts.program)
      .replacing("{transaction}", with: facts.isInTransaction ? "*" : "")
      // Last, since an author's name may have braces.
      .replacing("{author}", with: author)
    return VisibleText.of(filled)
  }
}
