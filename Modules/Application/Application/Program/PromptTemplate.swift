import StrataShell

/// A template of the prompt: text with parts in braces.
struct PromptTemplate: Sendable {
  /// The values that the parts show.
  struct Facts {
    var program: String
    var author: String?
    var usualAuthor: String
    var isInTransaction: Bool
  }

  static let standard = "{program}{author}{transaction}> "
  /// The parts, each with its description.
  static let parts = [
    ("{program}", "the program's name"),
    ("{author}", "a blank and the author, unless it is the usual one"),
    ("{transaction}", "* while a transaction is open"),
  ]

  private let text: String

  /// Parses a template.
  ///
  /// - Throws: `ShellError` for an unknown part.
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

  /// Fills in the parts, and makes control characters visible.
  func prompt(_ facts: Facts) -> String {
    let author = facts.author.flatMap { $0 == facts.usualAuthor ? nil : " " + $0 } ?? ""
    let filled = text.replacing("{program}", with: facts.program)
      .replacing("{transaction}", with: facts.isInTransaction ? "*" : "")
      // The author comes last, since its name may contain braces.
      .replacing("{author}", with: author)
    return VisibleText.of(filled)
  }
}
