import Foundation
import StrataTestSupport
import Testing

/// A run of `strata serve`, asked by raw requests.
final class ServedPages {
  let program: RunningProgram
  let port: UInt16
  let token: String

  /// Starts the program and waits for the address that it shows.
  init(_ shell: AppShell, _ arguments: [String]) async throws {
    program = try RunningProgram(
      BuiltProgram.url("strata"), ["serve"] + arguments,
      input: try shell.write("", to: "nothing"),
      environment: ["PATH": "/usr/bin:/bin", "HOME": shell.folder.url.path, "TZ": "UTC"],
      folder: shell.folder)
    let end = ContinuousClock.now + .seconds(TimeScale.seconds(30))
    while !program.outputSoFar.hasSuffix("\n"), ContinuousClock.now < end { await Task.yield() }
    let shown = program.outputSoFar
    let parts = try #require(
      shown.firstMatch(of: /^http:\/\/127\.0\.0\.1:([0-9]+)\/\?token=([0-9a-f]{64})\n$/), "\(shown)"
    )
    port = try #require(UInt16(parts.1))
    token = String(parts.2)
  }

  deinit { program.send(SIGKILL) }

  /// Sends a request as it stands.
  ///
  /// - Parameter isLast: True to end the sending side afterwards.
  func send(_ text: String, isLast: Bool = false) throws -> String {
    let request = try RawRequest(port: port)
    try request.send(text, isLast: isLast)
    return try request.answer()
  }

  /// Gets a page with the token, or with other fields.
  func get(
    _ target: String, method: String = "GET", host: String? = nil, token: String? = nil,
    _ fields: [String] = []
  ) throws -> String {
    let lines =
      ["\(method) \(target) HTTP/1.1", "Host: \(host ?? "127.0.0.1:\(port)")"]
      + ["X-Strata-Token: \(token ?? self.token)"] + fields
    return try send(lines.map { $0 + "\r\n" }.joined() + "\r\n")
  }

  /// Sends a form as a browser does, or with other fields.
  func post(
    _ target: String, body: String, method: String = "POST", token: String? = nil,
    origin: String? = nil, type: String = "application/x-www-form-urlencoded", _ fields: String...
  ) throws -> String {
    let origin = origin ?? "http://127.0.0.1:\(port)"
    let lines =
      [
        "\(method) \(target) HTTP/1.1", "Host: 127.0.0.1:\(port)",
        "X-Strata-Token: \(token ?? self.token)", "Content-Type: \(type)",
        "Content-Length: \(body.utf8.count)",
      ] + (origin.isEmpty ? [] : ["Origin: \(origin)"]) + fields
    return try send(lines.map { $0 + "\r\n" }.joined() + "\r\n" + body)
  }

  /// Sends the values of a form.
  func post(_ target: String, _ values: KeyValuePairs<String, String>) throws -> String {
    try post(
      target,
      body: values.map { "\(Self.encoded($0.key))=\(Self.encoded($0.value))" }.joined(
        separator: "&"))
  }

  private static func encoded(_ text: String) -> String {
    text.utf8.map { "%" + String(UInt16($0) + 256, radix: 16).suffix(2) }.joined()
  }

  static func status(_ answer: String) -> String {
    String(answer.dropFirst("HTTP/1.1 ".count).prefix(3))
  }
}
