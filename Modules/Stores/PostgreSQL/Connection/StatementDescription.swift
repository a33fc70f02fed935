/// The types of a prepared statement's parameters, and its columns. The server sends them once.
final class StatementDescription {
  private(set) var parameters: [CUnsignedInt] = []
  private(set) var columns: [(name: String, type: CUnsignedInt)] = []

  /// Stores the server's answer.
  func receive(_ result: ServerResult) {
    parameters = result.parameterTypes
    columns = result.columns
  }
}
