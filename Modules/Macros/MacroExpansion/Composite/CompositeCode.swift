import StrataSwiftParser

/// The generator of a composite value's layout, and of the code that reads and binds it.
///
/// Code that refers to types or values of the source is inside the type, where names have the same
/// meaning as in the source.
struct CompositeCode {
  let type: CompositeType
  private let lines: SourceLines

  init(_ type: CompositeType) {
    self.type = type
    lines = SourceLines(type.node)
  }

  private var access: String { type.access }

  /// The columns, and the key paths of their members.
  ///
  /// The code refers to the type as `Self`, since `Kind` in an enum of that name is the generated
  /// type.
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

  /// The initializer and the method that the protocol requires.
  var readingAndBinding: String {
    // If there is an error, the diagnostic is at its position, and this code never runs.
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
      // A case that couldn't be read has no generated property.
      guard type.problems.isEmpty else { return [] }
      return payloads.map { payload in
        append(
          [payload.part.asLiteral, "\\Self.\(payload.part.asIdentifier)", coding], "",
          payload.offset)
      }
    }
  }

  // The compiler chooses the coding by the key path's type.
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
