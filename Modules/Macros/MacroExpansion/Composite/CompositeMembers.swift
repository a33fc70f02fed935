import StrataCompilerMessages
import StrataSwiftParser

/// The members that `@Composite` generates: the columns, and an enum's properties for predicates.
struct CompositeMembers {
  let result: ExpansionResult

  init(_ type: CompositeType) {
    result = ExpansionResult(
      expandedSource: Self.source(type), diagnostics: type.problems.map(\.diagnostic))
  }

  private static func source(_ type: CompositeType) -> String {
    let code = CompositeCode(type)
    guard case .cases(let cases, let payloads) = type.content else { return code.layout }
    let own = [code.layout, code.readingAndBinding]
    let asked = type.problems.isEmpty ? properties(type, cases, payloads) : []
    return (own + asked).joined(separator: "\n\n")
  }

  private static func properties(
    _ type: CompositeType, _ cases: [CompositeCase], _ payloads: [CompositePayload]
  ) -> [String] {
    guard !payloads.isEmpty else { return [] }
    let access = type.access
    let names = cases.map { "case \($0.name.written)" }.joined(separator: "; ")
    let kinds = cases.map { "  case .\($0.name.written): .\($0.name.written)" }
    let kind = """
      /// The cases without their associated values.
      \(access)nonisolated enum Kind: Swift.String, Swift.Codable, Swift.CaseIterable, Swift.Sendable {
        \(names)
      }

      /// The case of the value.
      \(access)nonisolated var kind: Kind {
        switch self {
      \(kinds.joined(separator: "\n"))
        }
      }
      """
    let properties = payloads.enumerated().map { index, payload in
      """
      /// The associated value '\(payload.part)', or nil for a case that has none.
      \(access)nonisolated var \(payload.part.asIdentifier): \(payload.optionalType) {
        switch self {
      \(reading(index, cases))
        }
      }
      """
    }
    return [kind] + properties
  }

  private static func reading(_ payload: Int, _ cases: [CompositeCase]) -> String {
    let carrying = cases.filter { one in one.values.contains { $0.payload == payload } }
    var lines = carrying.map { one in
      let values = one.values.map { $0.payload == payload ? "let _$value" : "_" }
      return "  case .\(one.name.written)(\(values.joined(separator: ", "))): _$value"
    }
    if carrying.count < cases.count { lines.append("  default: nil") }
    return lines.joined(separator: "\n")
  }
}

extension String {
  /// The name in backticks if it is a keyword or a raw identifier.
  var asIdentifier: String {
    Name.isIdentifier(self) && !Self.keywords.contains(self) ? self : "`\(self)`"
  }

  /// The words that are identifiers only in backticks (The Swift Programming Language, "Lexical
  /// Structure").
  private static let keywords: Set<String> = [
    "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import",
    "init",
    "inout", "internal", "let", "operator", "precedencegroup", "private", "protocol", "public",
    "rethrows", "static", "struct", "subscript", "typealias", "var", "break", "case", "catch",
    "continue", "default", "defer", "do", "else", "fallthrough", "for", "guard", "if", "in",
    "repeat",
    "return", "switch", "throw", "where", "while", "Any", "as", "await", "false", "is", "nil",
    "self",
    "Self", "super", "throws", "true", "try",
  ]
}

/// The generator of the code that reads and binds a struct's members.
struct CompositeMemberCode {
  let members: [CompositeMember]

  // `_$begins` handles the extra column that says whether there is a value if all members can be
  // nil.
  var reading: String {
    (["  try _$row._$begins(Self._$layout)"]
      + members.map { "  self.\($0.written) = try _$row.decode()" }).joined(separator: "\n")
  }

  var binding: String {
    (["  _$binder._$begins(Self._$layout)"]
      + members.map { "  try _$binder.encode(self.\($0.written))" }).joined(separator: "\n")
  }
}
