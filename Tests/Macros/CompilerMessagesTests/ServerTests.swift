import StrataCompilerMessages
import StrataPlatform
import Testing

/// A channel that hands out a few bytes at a time.
private struct MemoryChannel: ByteChannel {
  var input: [UInt8]
  var chunk = Int.max
  /// A reference, so that a test can look after the server has used a copy of the channel.
  let output = Output()

  final class Output {
    var bytes: [UInt8] = []
  }

  mutating func read(upTo count: Int) throws(ChannelError) -> [UInt8] {
    let part = Array(input.prefix(min(count, chunk)))
    input.removeFirst(part.count)
    return part
  }

  mutating func write(_ bytes: [UInt8]) throws(ChannelError) {
    output.bytes += bytes
  }
}

private func framed(_ text: String) -> [UInt8] {
  let count = UInt64(text.utf8.count)
  return (0..<8).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) } + Array(text.utf8)
}

private func messages(in bytes: [UInt8]) throws -> [JSONValue] {
  var stream = MessageStream(channel: MemoryChannel(input: bytes))
  var values: [JSONValue] = []
  while let message = try stream.receive() { values.append(try JSONValue(parsing: message)) }
  return values
}

private let capability = #"{"getCapability":{"capability":{"protocolVersion":7}}}"#
private let expansion = """
  {"expandFreestandingMacro":{"macro":{"moduleName":"M","typeName":"T","name":"n"},\
  "discriminator":"d","syntax":{"kind":"declaration","source":"#n","location":{"fileID":"f",\
  "fileName":"f","offset":0,"line":1,"column":1}}}}
  """

@Suite struct MessageStreams {
  @Test(arguments: [1, 3, 8, 100]) func putsPartsTogether(chunk: Int) throws {
    let input = framed("hello") + framed("you")
    var stream = MessageStream(channel: MemoryChannel(input: input, chunk: chunk))
    #expect(try stream.receive() == Array("hello".utf8))
    #expect(try stream.receive() == Array("you".utf8))
    #expect(try stream.receive() == nil)
  }

  @Test func endsAtLengthZero() throws {
    var stream = MessageStream(channel: MemoryChannel(input: framed("") + framed("late")))
    #expect(try stream.receive() == nil)
  }

  @Test func reportsTruncatedHeader() {
    var stream = MessageStream(channel: MemoryChannel(input: [5, 0, 0]))
    #expect(throws: ChannelError.truncatedMessage(received: 3, expected: 8)) {
      try stream.receive()
    }
  }

  @Test func reportsTruncatedBody() {
    var stream = MessageStream(channel: MemoryChannel(input: framed("hello").dropLast(2)))
    #expect(throws: ChannelError.truncatedMessage(received: 3, expected: 5)) {
      try stream.receive()
    }
  }

  @Test func refusesAbsurdLengthWithoutReadingOn() {
    let header = [UInt8](repeating: 0xFF, count: 8)
    var stream = MessageStream(channel: MemoryChannel(input: header))
    #expect(throws: ChannelError.oversizedMessage(.max)) { try stream.receive() }
  }
}

@Suite struct PluginServers {
  private func answers(to input: [UInt8], chunk: Int = .max) throws -> [JSONValue] {
    let channel = MemoryChannel(input: input, chunk: chunk)
    var server = PluginServer(channel: channel) { request in
      ExpansionResult(expandedSource: "expanded \(request.macro.name)")
    }
    try server.run()
    return try messages(in: channel.output.bytes)
  }

  @Test func answersEachMessageOnce() throws {
    let answers = try answers(to: framed(capability) + framed(expansion), chunk: 5)
    #expect(answers.count == 2)
    let version = answers.first?["getCapabilityResult"]?["capability"]?["protocolVersion"]
    #expect(version == .integer(7))
    #expect(answers.last?["expandMacroResult"]?["expandedSource"] == .string("expanded n"))
  }

  @Test(arguments: ["{", "[]", #"{"dance":{}}"#, #"{"expandAttachedMacro":{"macro":[]}}"#])
  func answersUnintelligibleMessagesWithAnError(message: String) throws {
    let answers = try answers(to: framed(message) + framed(expansion))
    #expect(answers.count == 2)
    let result = answers.first?["expandMacroResult"]
    #expect(result?["expandedSource"] == .null)
    #expect(result?["diagnostics"]?.arrayValue?.first?["severity"] == .string("error"))
    #expect(answers.last?["expandMacroResult"]?["expandedSource"] == .string("expanded n"))
  }

  @Test func declinesToLoadLibraries() throws {
    let answers = try answers(to: framed(#"{"loadPluginLibrary":{"libraryPath":"a"}}"#))
    #expect(answers.first?["loadPluginLibraryResult"]?["loaded"] == .bool(false))
  }

  @Test func talksOverFileDescriptors() throws {
    var toServer: [Int32] = [0, 0]
    var fromServer: [Int32] = [0, 0]
    try #require(pipe(&toServer) == 0 && pipe(&fromServer) == 0)
    defer { for descriptor in toServer + fromServer { close(descriptor) } }

    var client = FileDescriptorChannel(input: fromServer[0], output: toServer[1])
    try client.write(framed(expansion) + framed(""))
    var server = PluginServer(
      channel: FileDescriptorChannel(input: toServer[0], output: fromServer[1])
    ) { _ in ExpansionResult(expandedSource: "done") }
    try server.run()

    var stream = MessageStream(channel: client)
    let answer = try JSONValue(parsing: try #require(try stream.receive()))
    #expect(answer["expandMacroResult"]?["expandedSource"] == .string("done"))
  }

  @Test func reportsUnusableDescriptors() {
    var channel = FileDescriptorChannel(input: -1, output: -1)
    #expect(throws: ChannelError.readFailed(EBADF)) { try channel.read(upTo: 1) }
    #expect(throws: ChannelError.writeFailed(EBADF)) { try channel.write([1]) }
  }
}
