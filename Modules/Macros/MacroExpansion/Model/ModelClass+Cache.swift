import StrataCompilerMessages
import Synchronization

extension ModelClass {
  /// Returns a parsed class, from the cache if it is the last one.
  ///
  /// The compiler requests each member separately and sends the whole class each time. It does so
  /// for one class after the other, so that a cache of one is enough.
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
