/// The result of a macro's expansion.
public struct ExpansionResult: Equatable, Sendable {
  /// The source code to add, or `nil` for none.
  public var expandedSource: String?
  /// The messages to the user.
  public var diagnostics: [Diagnostic]

  /// Creates a result.
  public init(expandedSource: String? = nil, diagnostics: [Diagnostic] = []) {
    self.expandedSource = expandedSource
    self.diagnostics = diagnostics
  }
}
