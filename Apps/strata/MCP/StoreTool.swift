import StrataShell

/// A tool that an agent can call.
@MainActor struct StoreTool {
  enum Kind: String {
    case string, integer
    case strings = "array"
  }

  struct Parameter {
    let name: String
    let kind: Kind
    let summary: String
    var isRequired = false
  }

  let name: String
  let summary: String
  let parameters: [Parameter]
  /// True if the tool changes nothing in the store.
  var isReading = true
  let run: @MainActor (Arguments) async throws -> String

  /// The tool in the protocol's words.
  var description: RPCValue {
    let properties = parameters.map { parameter -> (String, RPCValue) in
      var schema: [String: RPCValue] = [
        "type": .string(parameter.kind.rawValue), "description": .string(parameter.summary),
      ]
      if parameter.kind == .strings { schema["items"] = ["type": "string"] }
      return (parameter.name, .object(schema))
    }
    return [
      "name": .string(name), "description": .string(summary),
      "inputSchema": [
        "type": "object", "properties": .object(Dictionary(properties) { first, _ in first }),
        "required": .array(parameters.filter(\.isRequired).map { .string($0.name) }),
        "additionalProperties": false,
      ],
      "annotations": [
        "readOnlyHint": .bool(isReading), "destructiveHint": .bool(!isReading),
        "openWorldHint": false,
      ],
    ]
  }

  /// The arguments of a call.
  struct Arguments {
    private let values: [String: RPCValue]

    /// Checks the arguments of a call.
    ///
    /// - Throws: An error that names a missing, unknown or wrong argument.
    init(_ value: RPCValue, of tool: StoreTool) throws(ShellError) {
      guard case .object(let values) = value else {
        throw ShellError("the arguments of \(tool.name) are an object")
      }
      for name in values.keys.sorted() where !tool.parameters.contains(where: { $0.name == name }) {
        throw ShellError("\(tool.name) has no argument \(name)")
      }
      for parameter in tool.parameters {
        switch (parameter.kind, values[parameter.name]) {
        case (_, nil), (_, .null?):
          if parameter.isRequired { throw ShellError("\(tool.name) needs \(parameter.name)") }
        // A number is a text, too: of a save, for example.
        case (.string, .string?), (.string, .integer?), (.integer, .integer?): break
        case (.strings, .array(let all)?) where all.allSatisfy({ $0.text != nil }): break
        default:
          let kind = parameter.kind == .strings ? "list of texts" : parameter.kind.rawValue
          throw ShellError("\(parameter.name) of \(tool.name) is no \(kind)")
        }
      }
      self.values = values
    }

    /// A text, or nil if it wasn't given.
    subscript(name: String) -> String? {
      if case .integer(let number)? = values[name] { return "\(number)" }
      return values[name]?.text
    }

    func integer(_ name: String) -> Int? {
      if case .integer(let number)? = values[name] { number } else { nil }
    }

    func texts(_ name: String) -> [String] {
      if case .array(let all)? = values[name] { all.compactMap(\.text) } else { [] }
    }
  }
}
