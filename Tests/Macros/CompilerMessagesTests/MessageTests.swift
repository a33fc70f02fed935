import StrataCompilerMessages
import Testing

private let attributeJSON = """
  {"kind":"attribute","source":"\\n  @Model","location":{"fileID":"App/A.swift",\
  "fileName":"/src/A.swift","offset":24,"line":3,"column":13}}
  """
private let declarationJSON = """
  {"kind":"declaration","source":"\\n  @Model class A {}","location":{"fileID":"App/A.swift",\
  "fileName":"/src/A.swift","offset":24,"line":3,"column":13}}
  """

private func attached(
  name: String = "Model", role: String = "member", more: String = ""
) -> [UInt8] {
  Array(
    """
    {"expandAttachedMacro":{"macro":{"moduleName":"StrataMacros","typeName":"ModelMacro",\
    "name":"\(name)"},"macroRole":"\(role)","discriminator":"$s1","attributeSyntax":\
    \(attributeJSON),"declSyntax":\(declarationJSON)\(more)}}
    """.utf8)
}

private func attachedRequest(_ message: [UInt8]) throws -> AttachedMacroRequest? {
  guard case .expand(.attached(let request)) = try PluginRequest(message: message) else {
    return nil
  }
  return request
}

@Suite struct PluginRequests {
  @Test func readsCapability() throws {
    let message = Array(#"{"getCapability":{"capability":{"protocolVersion":7}}}"#.utf8)
    #expect(try PluginRequest(message: message) == .capability(protocolVersion: 7))
    let bare = Array(#"{"getCapability":{}}"#.utf8)
    #expect(try PluginRequest(message: bare) == .capability(protocolVersion: nil))
  }

  @Test func readsAttachedMacro() throws {
    let request = try #require(try attachedRequest(attached()))
    #expect(request.macro.moduleName == "StrataMacros")
    #expect(request.macro.typeName == "ModelMacro")
    #expect(request.role == .member)
    #expect(request.discriminator == "$s1")
    #expect(request.attribute.source == "\n  @Model")
    #expect(request.declaration.kind == "declaration")
    #expect(request.declaration.location.fileName == "/src/A.swift")
    #expect(request.declaration.location.offset == 24)
    #expect(request.parentDeclaration == nil)
    #expect(request.lexicalContext.isEmpty)
  }

  @Test func readsOptionalNodes() throws {
    let more = """
      ,"parentDeclSyntax":\(declarationJSON),"extendedTypeSyntax":\(attributeJSON),\
      "conformanceListSyntax":null,"lexicalContext":[\(declarationJSON),\(attributeJSON)]
      """
    let request = try #require(try attachedRequest(attached(role: "extension", more: more)))
    #expect(request.role == .extension)
    #expect(request.parentDeclaration == request.declaration)
    #expect(request.extendedType == request.attribute)
    #expect(request.conformanceList == nil)
    #expect(request.lexicalContext.map(\.kind) == ["declaration", "attribute"])
  }

  @Test(arguments: [
    ("Model", "Model"), ("Model ", "Model"), ("Model  // why", "Model"),
    ("Model/* a */", "Model"), ("Model\\n", "Model"), ("`a b` ", "`a b`"),
  ])
  func cutsWhatFollowsTheName(sent: String, name: String) throws {
    #expect(try attachedRequest(attached(name: sent))?.macro.name == name)
  }

  @Test func readsFreestandingMacro() throws {
    let message = """
      {"expandFreestandingMacro":{"macro":{"moduleName":"M","typeName":"T","name":"Unique"},\
      "macroRole":"declaration","discriminator":"d","syntax":\(declarationJSON)}}
      """
    let request = try PluginRequest(message: Array(message.utf8))
    guard case .expand(.freestanding(let expansion)) = request else {
      Issue.record("not a freestanding macro: \(request)")
      return
    }
    #expect(expansion.macro.name == "Unique")
    #expect(expansion.role == .declaration)
    #expect(expansion.syntax.source == "\n  @Model class A {}")
  }

  @Test(
    arguments: [
      ("[]", .notAMessage), (#"{"a":1,"b":2}"#, .notAMessage), ("{}", .notAMessage),
      (#"{"sing":{}}"#, .unknownMessage("sing")),
      (#"{"expandAttachedMacro":{}}"#, .invalidField("macro")),
      (#"{"expandFreestandingMacro":{"macro":{"moduleName":3}}}"#, .invalidField("moduleName")),
      ("{", .invalidJSON(JSONError(reason: .unexpectedEnd, offset: 1))),
    ] as [(String, PluginMessageError)])
  func refusesOtherMessages(text: String, error: PluginMessageError) {
    #expect(throws: error) { try PluginRequest(message: Array(text.utf8)) }
  }

  @Test func refusesUnknownRole() {
    #expect(throws: PluginMessageError.unknownRole("dance")) {
      try PluginRequest(message: attached(role: "dance"))
    }
  }
}

@Suite struct PluginResponses {
  @Test func answersCapability() {
    let text = String(decoding: PluginResponse.capability.message, as: UTF8.self)
    #expect(text == #"{"getCapabilityResult":{"capability":{"protocolVersion":7}}}"#)
  }

  @Test func writesDiagnostics() throws {
    let node = SyntaxNode(
      kind: "declaration", source: "var x",
      location: .init(fileID: "A/a.swift", fileName: "a.swift", offset: 100, line: 4, column: 1))
    let diagnostic = Diagnostic(
      "no", severity: .warning, at: node.position(at: 4), highlights: [node.range(4..<5)],
      notes: [.init(position: node.position(at: 0), message: "here")],
      fixIts: [.init(message: "mend", changes: [.init(range: node.range(0..<3), newText: "let")])])
    let response = PluginResponse.expansion(
      ExpansionResult(expandedSource: "a\nb", diagnostics: [diagnostic]))
    let body = try #require(try JSONValue(parsing: response.message)["expandMacroResult"])
    #expect(body["expandedSource"] == .string("a\nb"))
    let written = try #require(body["diagnostics"]?.arrayValue?.first)
    #expect(written["message"] == .string("no"))
    #expect(written["severity"] == .string("warning"))
    #expect(
      written["position"] == .object(["fileName": .string("a.swift"), "offset": .integer(104)]))
    let range = written["highlights"]?.arrayValue?.first
    #expect(range?["startOffset"] == .integer(104))
    #expect(range?["endOffset"] == .integer(105))
    #expect(written["notes"]?.arrayValue?.first?["position"]?["offset"] == .integer(100))
    let change = written["fixIts"]?.arrayValue?.first?["changes"]?.arrayValue?.first
    #expect(change?["newText"] == .string("let"))
    #expect(change?["range"]?["endOffset"] == .integer(103))
  }

  @Test func writesNullForNoSource() {
    let text = String(decoding: PluginResponse.expansion(ExpansionResult()).message, as: UTF8.self)
    #expect(text == #"{"expandMacroResult":{"diagnostics":[],"expandedSource":null}}"#)
  }
}
