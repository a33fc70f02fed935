import StrataSwiftParser

/// The generator of the code that reads and binds an enum's cases.
struct CompositeCaseCode {
  let cases: [CompositeCase]
  let payloads: [CompositePayload]

  var reading: String {
    let plainest = cases.first { one in one.values.allSatisfy(\.isOptional) } ?? cases.first
    let values = payloads.enumerated().map { index, payload in
      "  let _$p\(index): \(payload.optionalType) = try _$row.decode()"
    }
    let choices = cases.map { one in
      "  case \(one.name.text.asLiteral):\n\(choice(one))"
    }
    return """
        let _$kind = try _$row._$kind(plainest: \((plainest?.name.text ?? "").asLiteral))
      \((values + ["  switch _$kind {"] + choices).joined(separator: "\n"))
        default: throw _$row._$noCase(_$kind, of: Self.self)
        }
      """
  }

  // The generated code checks that the case's values are there, and no others.
  private func choice(_ one: CompositeCase) -> String {
    var conditions = one.values.filter { !$0.isOptional }.map { "let _$p\($0.payload)" }
    for index in payloads.indices where !one.values.contains(where: { $0.payload == index }) {
      conditions.append("_$p\(index) == nil")
    }
    let values = one.values.map { value in
      (value.label.map { "\($0.asLabel): " } ?? "") + "_$p\(value.payload)"
    }
    let made = values.isEmpty ? "" : "(\(values.joined(separator: ", ")))"
    let assignment = "    self = .\(one.name.written)\(made)"
    guard !conditions.isEmpty else { return assignment }
    return """
          guard \(conditions.joined(separator: ", ")) else {
            throw _$row._$noCase(_$kind, of: Self.self)
          }
      \(assignment)
      """
  }

  var binding: String {
    let values = payloads.enumerated().map { index, payload in
      "  var _$p\(index): \(payload.optionalType) = nil"
    }
    let choices = cases.map { one in
      let names = one.values.indices.map { "let _$v\($0)" }
      let pattern = names.isEmpty ? "" : "(\(names.joined(separator: ", ")))"
      let assignments = one.values.enumerated().map { "    _$p\($1.payload) = _$v\($0)" }
      return
        (["  case .\(one.name.written)\(pattern):"]
        + ["    _$binder.bind(text: \(one.name.text.asLiteral))"] + assignments)
        .joined(separator: "\n")
    }
    let ends = payloads.indices.map { "  try _$binder.encode(_$p\($0))" }
    return (values + ["  switch self {"] + choices + ["  }"] + ends).joined(separator: "\n")
  }
}

extension Name {
  /// The name before a colon in a call, in which few keywords need backticks.
  fileprivate var asLabel: String {
    ["inout", "var", "let"].contains(text) || !Name.isIdentifier(text) ? "`\(text)`" : text
  }
}
