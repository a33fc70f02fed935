/// A name that may be qualified by a module or a type: `Module.Name`, `Module::Name`.
package struct QualifiedName {
  /// The last part, without backticks.
  package let last: String

  package init(_ text: String) {
    let start = text.lastIndex { $0 == "." || $0 == ":" }.map { text.index(after: $0) }
    let part = text[(start ?? text.startIndex)...].drop { $0.isWhitespace }
    last = Name(written: String(part), offset: 0).text
  }
}
