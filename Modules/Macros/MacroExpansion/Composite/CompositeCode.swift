import StrataSwiftParser

/// The code that lays a composite value out in columns, reads it and binds it.
///
/// All that names types or has values of the source in it stands inside the type, where they mean what
/// they mean in the source.
struct CompositeCode {
  let type: CompositeType
  private let lines: SourceLines

  init(_ type: CompositeType) {
    self.type = type
    lines = SourceLines(type.node)
  }

  private var access: String { type.access }

  /// The columns, and the key paths that lead to them. The type calls itself `Self`: inside an enum
  /// ‘Kind’ that name is the generated one's.
  var layout: String {
    """
    \(access)nonisolated static let _$code: StrataModel._CompositeCode<Self> = .init(Self.self)

    @MainActor \(access)static func _$makeLayout() -> StrataModel._CompositeLayout {
      \(parts.isEmpty ? "let" : "var") _$parts: [StrataModel._CompositePart] = []
    \(parts.joined(separator: "\n"))
      return \(madeLayout)
    }

    \(access)nonisolated static var columnParts: [Swift.PartialKeyPath<Self>: Swift.String] {
      [\(keyPaths.isEmpty ? ":" : keyPaths.joined(separator: ", "))]
    }
    """
  }

  /// The initializer and the method that the protocol asks for.
  var readingAndBinding: String {
    // Where something is wrong, the type has an error at its place: no program runs what stands here.
    """
    @MainActor \(access)init(_$row: inout StrataModel._Row) throws {
    \(type.problems.isEmpty ? reading : "  Swift.fatalError()")
    }

    @MainActor \(access)func _$write(_ _$binder: inout StrataModel._Binder) throws {
    \(type.problems.isEmpty ? binding : "")
    }
    """
  }

  private var reading: String {
    switch type.content {
    case .members(let members): CompositeMemberCode(members: members).reading
    case .cases(let cases, let payloads):
      CompositeCaseCode(cases: cases, payloads: payloads).reading
    }
  }

  private var binding: String {
    switch type.content {
    case .members(let members): CompositeMemberCode(members: members).binding
    case .cases(let cases, let payloads):
      CompositeCaseCode(cases: cases, payloads: payloads).binding
    }
  }

  private var parts: [String] {
    switch type.content {
    case .members(let members):
      return members.map { member in
        var arguments = [member.name.asLiteral, "\\Self.\(member.written)", coding]
        if let original = member.originalName { arguments.append("originalName: \(original)") }
        var suffix = ""
        if let value = member.initialValue {
          arguments.append("default: { \(value) }")
          if isConstant(value) { suffix = ".withConstantDefault" }
        }
        return append(arguments, suffix, member.offset)
      }
    case .cases(_, let payloads):
      // What couldn't be read has no property to ask for.
      guard type.problems.isEmpty else { return [] }
      return payloads.map { payload in
        append(
          [payload.part.asLiteral, "\\Self.\(payload.part.asIdentifier)", coding], "",
          payload.offset)
      }
    }
  }

  // The compiler picks it by the type of the key path.
  private var coding: String { "StrataModel._Codings.of()" }

  private func append(_ arguments: [String], _ suffix: String, _ offset: Int) -> String {
    let list = arguments.joined(separator: ", ")
    return lines.code(
      "  _$parts.append(StrataModel._CompositePart(\(list))\(suffix))", at: offset)
  }

  private var madeLayout: String {
    switch type.content {
    case .members: return "StrataModel._CompositeLayout(structure: _$parts)"
    case .cases(let cases, let payloads):
      let list = cases.map { one in
        let values = one.values.enumerated().map { place, value in
          let label = (value.label?.text ?? "_\(place)").asLiteral
          let part = payloads[value.payload].part.asLiteral
          return ".init(\(label), in: \(part), isOptional: \(value.isOptional))"
        }
        return "    .init(\(([one.name.text.asLiteral] + values).joined(separator: ", "))),"
      }
      return """
        StrataModel._CompositeLayout(
            enumeration: _$parts,
            [
        \(list.joined(separator: "\n"))
            ])
        """
    }
  }

  private var keyPaths: [String] {
    switch type.content {
    case .members(let members):
      return members.map { "\\Self.\($0.written): \($0.name.asLiteral)" }
    case .cases(_, let payloads):
      guard type.problems.isEmpty, !payloads.isEmpty else { return [] }
      return ["\\Self.kind: \"kind\""]
        + payloads.map { "\\Self.\($0.part.asIdentifier): \($0.part.asLiteral)" }
    }
  }
}
