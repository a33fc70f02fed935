import Foundation
import StrataApplication
import StrataShell

/// A server of the Model Context Protocol (revision 2025-06-18) on standard input and output: JSON-RPC 2.0, a message
/// a line, and tools alone.
@MainActor final class MCPServer {
  /// The revisions that a client can ask for. The newest is offered to one that asks for another.
  ///
  /// The one between them has batches of messages, which its follower dropped.
  private static let revisions = ["2025-06-18", "2024-11-05"]
  /// The length of the longest message in bytes.
  static let longestMessage = 4 << 20
  /// The number of levels of arrays and objects in a message. Foundation's decoder takes seconds for some hundreds.
  private static let deepest = 32

  /// The errors of JSON-RPC 2.0.
  private enum Code: Int {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParameters = -32602
  }

  private struct Refusal: Error {
    let code: Code
    let message: String
  }

  private let tools: StoreTools

  init(_ tools: StoreTools) { self.tools = tools }

  /// Answers the messages of a file until its end, or until the command is cancelled.
  ///
  /// - Parameter output: Gets the bytes as they are. Output for people shows control characters by their numbers.
  func run(_ file: InputFile, _ invocation: Invocation, _ output: any OutputSink) async throws {
    var line: [UInt8] = []
    var isTooLong = false
    while true {
      let bytes = try file.read(invocation)
      var rest = bytes[...]
      while let end = rest.firstIndex(of: 0x0A) {
        if !isTooLong { line += rest[..<end] }
        rest = rest[(end + 1)...]
        let answer = isTooLong ? Self.tooLong : try await answer(line)
        (line, isTooLong) = ([], false)
        try write(answer, output)
      }
      if !isTooLong { line += rest }
      if line.count > Self.longestMessage { (line, isTooLong) = ([], true) }
      guard bytes.isEmpty else { continue }
      // The last line may lack its end.
      return line.isEmpty ? () : try write(try await answer(line), output)
    }
  }

  private func write(_ answer: String?, _ output: any OutputSink) throws {
    guard let answer else { return }
    try output.write(Array(answer.utf8) + [0x0A])
  }

  private static var tooLong: String {
    error(.null, Refusal(code: .invalidRequest, message: "the message is longer than 4 MiB"))
  }

  /// Answers a message. Returns nil for a notification, which has no answer.
  func answer(_ line: [UInt8]) async throws -> String? {
    guard !line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) else { return nil }
    guard Self.depth(of: line) <= Self.deepest else {
      return Self.error(
        .null, Refusal(code: .invalidRequest, message: "the message has more than 32 levels"))
    }
    let message: RPCValue
    do {
      message = try JSONDecoder().decode(RPCValue.self, from: Data(line))
    } catch {
      return Self.error(.null, Refusal(code: .parseError, message: "the message is no JSON"))
    }
    guard case .object(let members) = message, members["jsonrpc"]?.text == "2.0",
      let method = members["method"]?.text
    else {
      // An answer to a question of the server, which asks none.
      if message["result"] != nil || message["error"] != nil { return nil }
      return Self.error(
        message["id"].flatMap { Self.isID($0) ? $0 : nil } ?? .null,
        Refusal(code: .invalidRequest, message: "the message is no request of JSON-RPC 2.0"))
    }
    guard let id = members["id"] else { return nil }
    guard Self.isID(id) else {
      return Self.error(
        .null, Refusal(code: .invalidRequest, message: "an id is a text or a whole number"))
    }
    do {
      let result = try await result(of: method, members["params"] ?? [:])
      return Self.text(["jsonrpc": "2.0", "id": id, "result": result])
    } catch let refusal as Refusal {
      return Self.error(id, refusal)
    }
  }

  private static func isID(_ value: RPCValue) -> Bool {
    switch value {
    case .string, .integer, .unsigned: true
    default: false
    }
  }

  /// The number of levels of arrays and objects in a text, whether it is JSON or not.
  private static func depth(of line: [UInt8]) -> Int {
    var (depth, deepest) = (0, 0)
    var isInText = false
    var isEscaped = false
    for byte in line {
      if isInText {
        if !isEscaped, byte == UInt8(ascii: "\"") { isInText = false }
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInText = true
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        deepest = max(deepest, depth)
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
    }
    return deepest
  }

  private func result(of method: String, _ parameters: RPCValue) async throws -> RPCValue {
    switch method {
    case "initialize":
      let wanted = parameters["protocolVersion"]?.text
      tools.greet(parameters["clientInfo"]?["name"]?.text ?? "")
      return [
        "protocolVersion": .string(
          wanted.flatMap { Self.revisions.contains($0) ? $0 : nil } ?? Self.revisions[0]),
        "capabilities": ["tools": ["listChanged": false]],
        "serverInfo": ["name": "strata", "version": .string(StrataProgram.version)],
        "instructions": .string(tools.instructions),
      ]
    case "ping": return [:]
    case "tools/list": return ["tools": .array(tools.all.map(\.description))]
    case "tools/call":
      guard let name = parameters["name"]?.text,
        let tool = tools.all.first(where: { $0.name == name })
      else {
        throw Refusal(
          code: .invalidParameters,
          message: "there is no tool \(parameters["name"]?.text ?? "without a name")")
      }
      let arguments = parameters["arguments"] ?? .null
      return try await call(tool, arguments == .null ? [:] : arguments)
    default:
      throw Refusal(code: .methodNotFound, message: "there is no method \(method)")
    }
  }

  private func call(_ tool: StoreTool, _ arguments: RPCValue) async throws -> RPCValue {
    let given: StoreTool.Arguments
    do {
      given = try StoreTool.Arguments(arguments, of: tool)
    } catch {
      throw Refusal(code: .invalidParameters, message: error.message)
    }
    // An agent reads what went wrong, and tries again. The protocol's own errors are for programs.
    func content(_ text: String, isError: Bool) -> RPCValue {
      ["content": [["type": "text", "text": .string(text)]], "isError": .bool(isError)]
    }
    do {
      return content(try await tool.run(given), isError: false)
    } catch {
      let error = ShellError(error)
      if error.kind == .interrupted { throw error }
      return content(
        [error.message, error.hint.map { "hint: \($0)" }].compactMap(\.self)
          .joined(separator: "\n"), isError: true)
    }
  }

  private static func error(_ id: RPCValue, _ refusal: Refusal) -> String {
    text([
      "jsonrpc": "2.0", "id": id,
      "error": ["code": .integer(refusal.code.rawValue), "message": .string(refusal.message)],
    ])
  }

  private static func text(_ message: RPCValue) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(message), as: UTF8.self)
    } catch {
      // Encoding fails for NaN and infinity alone, which neither JSON nor the tools have.
      return
        #"{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"the answer is no JSON"}}"#
    }
  }
}
