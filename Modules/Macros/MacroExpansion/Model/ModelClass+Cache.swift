import StrataCompilerMessages
import Synchronization

extension ModelClass {
  /// A class as it was read before, or read now.
  ///
  /// The compiler asks for each member anew, with the whole class. It asks for one class after the
  /// other, so the last one is enough to read each of them once.
  static func remembered(
    _ node: SyntaxNode, language: SwiftLanguage
  ) throws(Problem) -> ModelClass {
    if let (lastNode, lastLanguage, model) = last.withLock({ $0 }),
      lastNode == node, lastLanguage == language
    {
      return model
    }
    let model = try ModelClass(node, language: language)
    last.withLock { $0 = (node, language, model) }
    return model
  }

  private static let last = Mutex<(SyntaxNode, SwiftLanguage, ModelClass)?>(nil)
}
