/// What a macro made of a request.
public struct ExpansionResult: Equatable, Sendable {
  /// The source code to add; `nil` for none.
  public var expandedSource: String?
  /// What to tell the user.
  public var diagnostics: [Diagnostic]

  /// Makes a result.
  public init(expandedSource: String? = nil, diagnostics: [Diagnostic] = []) {
    self.expandedSource = expandedSource
    self.diagnostics = diagnostics
  }
}
