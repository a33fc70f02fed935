/// The plugin's side of the conversation with the compiler.
public struct PluginServer<Channel: ByteChannel> {
  private var stream: MessageStream<Channel>
  private let expand: (ExpansionRequest) -> ExpansionResult

  /// Makes a server.
  ///
  /// - Parameters:
  ///   - channel: The way to the compiler.
  ///   - expand: What answers a request. Whatever goes wrong in it becomes a diagnostic of its result.
  public init(channel: Channel, expand: @escaping (ExpansionRequest) -> ExpansionResult) {
    stream = MessageStream(channel: channel)
    self.expand = expand
  }

  /// Answers messages until the compiler closes the conversation.
  ///
  /// Every message gets exactly one answer, also one that can't be understood: the compiler waits
  /// for it.
  ///
  /// - Throws: ``ChannelError`` if the conversation breaks off.
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
  /// Makes a server on the standard streams, where the compiler talks to its plugins.
  public init(expand: @escaping (ExpansionRequest) -> ExpansionResult) {
    self.init(channel: .takingOverStandardStreams(), expand: expand)
  }
}
