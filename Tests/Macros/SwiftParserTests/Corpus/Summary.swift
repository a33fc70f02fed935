import StrataSwiftParser

extension Member {
  /// The scanner's result, in a line that a person can check against the source.
  var summary: String {
    guard let declaration else { return conditionalSummary }
    let prefix =
      declaration.attributes.map { attribute in
        (attribute.condition.map { "[\($0)] " } ?? "") + attribute.source.text
      } + declaration.modifiers.map(\.description)
    return (prefix + [kindSummary]).joined(separator: " ").collapsed
  }

  private var conditionalSummary: String {
    guard case .conditional(let members) = self else { return "" }
    return members.clauses.map { clause in
      "[\(clause.fullCondition)] " + clause.members.map(\.summary).joined(separator: " ; ")
    }.joined(separator: " ").collapsed
  }

  private var kindSummary: String {
    switch self {
    case .variable(let variable):
      "\(variable.header.keyword) " + variable.bindings.map(\.summary).joined(separator: " , ")
    case .function(let function):
      "func \(function.name) \(function.signature.summary)"
    case .initializer(let initializer):
      "init\(initializer.failureMark?.text ?? "") \(initializer.signature.summary)"
    case .subscripting(let declaration):
      "subscript \(declaration.signature.summary) \(declaration.accessorBlock?.summary ?? "-")"
    case .deinitializer: "deinit"
    case .typeAlias(let alias): "\(alias.header.keyword) \(alias.name) = \(alias.type?.text ?? "-")"
    case .nestedType(let type):
      "\(type.kind.rawValue) \(type.name)\(type.genericParameters?.text ?? "") "
        + type.inheritedTypes.map(\.text).joined(separator: ", ")
        + (type.genericWhereClause.map { " \($0)" } ?? "")
    case .enumCase(let cases):
      "case "
        + cases.elements.map { element in
          element.name.text + (element.associatedValues?.text ?? "")
            + (element.rawValue.map { " = \($0)" } ?? "")
        }.joined(separator: " , ")
    case .macroExpansion(let macro):
      "#\(macro.name) <\(macro.genericArguments.map(\.text).joined(separator: ", "))> "
        + macro.arguments.map(\.summary).joined(separator: " , ")
        + (macro.trailingClosures.map { " + \($0)" } ?? "")
    case .conditional: ""
    }
  }
}

extension Argument {
  var summary: String {
    (label.map { "\($0): " } ?? "") + "⟨\(value)⟩"
  }
}

extension Binding {
  fileprivate var summary: String {
    var parts = [name?.text ?? "pattern \(pattern)"]
    if let typeAnnotation { parts.append(": ⟨\(typeAnnotation)⟩") }
    if let initialValue { parts.append("= ⟨\(initialValue)⟩") }
    if let accessorBlock { parts.append(accessorBlock.summary) }
    return parts.joined(separator: " ")
  }
}

extension AccessorBlock {
  fileprivate var summary: String {
    if isImplicitGetter { return "{getter}" }
    return "{" + accessors.map { $0.kind.rawValue }.joined(separator: " ") + "}"
  }
}

extension Signature {
  fileprivate var summary: String {
    var parts = [genericParameters?.text ?? ""]
    parts.append("(" + parameters.map(\.summary).joined(separator: " , ") + ")")
    if let effects { parts.append(effects.text) }
    if let returnType { parts.append("-> ⟨\(returnType)⟩") }
    if let genericWhereClause { parts.append(genericWhereClause.text) }
    return parts.filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension Parameter {
  fileprivate var summary: String {
    "\(label?.text ?? "_") \(name): ⟨\(type)⟩" + (isVariadic ? "..." : "")
      + (defaultValue.map { " = ⟨\($0)⟩" } ?? "")
  }
}

extension String {
  /// The text with each run of white space made one space.
  fileprivate var collapsed: String {
    split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
