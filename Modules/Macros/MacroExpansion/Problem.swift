import StrataCompilerMessages
import StrataSwiftParser

/// Something in the source that can't work, at its place.
struct Problem: Error {
  let message: String
  let position: Diagnostic.Position
  let fixIts: [Diagnostic.FixIt]

  init(_ message: String, _ position: Diagnostic.Position, fixIts: [Diagnostic.FixIt] = []) {
    self.message = message
    self.position = position
    self.fixIts = fixIts
  }

  /// Source that the scanner can't read.
  init(_ error: ScanError, in node: SyntaxNode) {
    self.init(error.message, node.position(at: error.offset))
  }

  var diagnostic: Diagnostic { Diagnostic(message, at: position, fixIts: fixIts) }

  static func unknownMacro(_ macro: MacroReference, _ node: SyntaxNode) -> Problem {
    Problem("this version knows no macro \(macro.name)", node.position(at: 0))
  }
}

/// Reads source of a node; what can't be read is a problem at its place.
func reading<Result>(
  _ node: SyntaxNode, _ scan: (String) throws(ScanError) -> Result
) throws(Problem) -> Result {
  do throws(ScanError) {
    return try scan(node.source)
  } catch {
    throw Problem(error, in: node)
  }
}
