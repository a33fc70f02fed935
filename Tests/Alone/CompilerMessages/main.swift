// A compiler's plugin whose macro writes its own source as a text, and a message for it.
import StrataCompilerMessages

final class Sent {
  var bytes: [UInt8] = []
}

struct Message: ByteChannel {
  var bytes: [UInt8]
  let answers = Sent()

  mutating func read(upTo count: Int) -> [UInt8] {
    defer { bytes.removeFirst(min(count, bytes.count)) }
    return Array(bytes.prefix(count))
  }

  mutating func write(_ bytes: [UInt8]) { answers.bytes += bytes }
}

let text = """
  {"expandFreestandingMacro":{"macro":{"moduleName":"M","typeName":"TextMacro","name":"text"},\
  "macroRole":"expression","discriminator":"d","syntax":{"kind":"expression","source":"#text(a)",\
  "location":{"fileID":"f","fileName":"f","offset":0,"line":1,"column":1}}}}
  """
// Eight bytes with the length stand before each message.
let length = (0..<8).map { UInt8(truncatingIfNeeded: text.utf8.count >> (8 * $0)) }
let message = Message(bytes: length + Array(text.utf8))
var server = PluginServer(channel: message) { request in
  guard case .freestanding(let use) = request else { return ExpansionResult() }
  return ExpansionResult(expandedSource: "\"\(use.syntax.source)\"")
}
try server.run()
let answer = try JSONValue(parsing: Array(message.answers.bytes.dropFirst(8)))
print(answer["expandMacroResult"]?["expandedSource"] ?? .null)
