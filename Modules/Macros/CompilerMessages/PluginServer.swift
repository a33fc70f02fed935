/// The server that responds to the compiler's messages.
public struct PluginServer<Channel: ByteChannel> {
  private var stream: MessageStream<Channel>
  private let expand: (ExpansionRequest) -> ExpansionResult

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - channel: The connection to the compiler.
  ///   - expand: The function that expands macros. It reports its failures as diagnostics of the
  ///     result.
  public init(channel: Channel, expand: @escaping (ExpansionRequest) -> ExpansionResult) {
    stream = MessageStream(channel: channel)
    self.expand = expand
  }

  /// Responds to messages until the compiler closes the connection.
  ///
  /// Every message gets exactly one response, even one that can't be decoded, since the compiler
  /// waits for it.
  ///
  /// - Throws: ``ChannelError`` if the connection fails.
  public mutating func run() throws(ChannelError) {
    while let message = try stream.receive() {
      try stream.send(respond(to: message).message)
    }
  }

  private func respond(to message: [UInt8]) -> PluginResponse {
    do {
      switch try PluginRequest(message: message) {
      case .capability: return .capability
      case .expand(let request): return .expansion(expand(request))
      case .loadPluginLibrary: return .libraryNotLoaded
      }
    } catch {
      let nowhere = Diagnostic.Position(fileName: "", offset: 0)
      let diagnostic = Diagnostic(error.description, at: nowhere)
      return .expansion(ExpansionResult(diagnostics: [diagnostic]))
    }
  }
}

extension PluginServer where Channel == FileDescriptorChannel {
  /// Creates a server on the standard streams, which the compiler uses for its plugins.
  public init(expand: @escaping (ExpansionRequest) -> ExpansionResult) {
    self.init(channel: .takingOverStandardStreams(), expand: expand)
  }
}
