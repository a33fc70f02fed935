import StrataCompilerMessages
import StrataSwiftParser

/// An error in the source, with its position.
struct Problem: Error {
  let message: String
  let position: Diagnostic.Position
  let fixIts: [Diagnostic.FixIt]

  init(_ message: String, _ position: Diagnostic.Position, fixIts: [Diagnostic.FixIt] = []) {
    self.message = message
    self.position = position
    self.fixIts = fixIts
  }

  /// Creates the error for source that the scanner can't parse.
  init(_ error: ScanError, in node: SyntaxNode) {
    self.init(error.message, node.position(at: error.offset))
  }

  var diagnostic: Diagnostic { Diagnostic(message, at: position, fixIts: fixIts) }

  static func unknownMacro(_ macro: MacroReference, _ node: SyntaxNode) -> Problem {
    Problem("this version knows no macro \(macro.name)", node.position(at: 0))
  }
}

/// Parses a node's source, and throws a failure with its position.
func reading<Result>(
  _ node: SyntaxNode, _ scan: (String) throws(ScanError) -> Result
) throws(Problem) -> Result {
  do throws(ScanError) {
    return try scan(node.source)
  } catch {
    throw Problem(error, in: node)
  }
}
