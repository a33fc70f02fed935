import Foundation
import StrataSQLite
import StrataTestSupport
import Testing

@testable import StrataPostgreSQL

@Suite("An encrypted connection", .serialized, .enabled(if: TestServer.hasPrograms))
struct EncryptionTests {
  private let server: PrivateServer
  private let port: Int

  init() throws {
    port = try PrivateServer.freePort()
    server = try PrivateServer(port: port)
    // A certificate of the tests' own authority for the name localhost, and another authority.
    try server.run(
      "/bin/sh",
      [
        "-c",
        """
        set -e
        for name in ca other; do
          openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 \
            -subj "/CN=$name of tests" -keyout $name.key -out $name.crt
        done
        openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj "/CN=localhost" \
          -keyout server.key -out server.csr
        echo "subjectAltName=DNS:localhost" >names
        openssl x509 -req -in server.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 2 \
          -extfile names -out server.crt
        chmod 644 ca.crt other.crt
        """,
      ])
    try admin { connection in
      try connection.execute(
        "ALTER SYSTEM SET ssl_cert_file = '\(server.folder)/server.crt'")
      try connection.execute(
        "ALTER SYSTEM SET ssl_key_file = '\(server.folder)/server.key'")
      try connection.execute("ALTER SYSTEM SET ssl = on")
      try connection.execute("SELECT pg_reload_conf()")
    }
  }

  private func admin(_ body: (Connection) throws -> Void) throws {
    let address = try ServerAddress(server.url)
    let connection = Connection(try ServerConnection(address), path: "", isReadOnly: false)
    defer { connection.close() }
    try body(connection)
  }

  private func connect(_ host: String, _ parameters: String) throws -> Connection {
    let url = try #require(
      URL(string: "postgresql://strata@\(host):\(port)/postgres?\(parameters)"))
    let address = try ServerAddress(url)
    // The server reads its new settings when it comes to it.
    let deadline = Date(timeIntervalSinceNow: Double(TimeScale.seconds(20)))
    while true {
      do {
        return Connection(try ServerConnection(address), path: "", isReadOnly: false)
      } catch {
        guard "\(error)".contains("does not support SSL"), !parameters.contains("disable"),
          Date() < deadline
        else { throw error }
        Thread.sleep(forTimeInterval: 0.05)
      }
    }
  }

  private static let isEncrypted: SQL =
    "SELECT ssl::integer FROM pg_stat_ssl WHERE pid = pg_backend_pid()"

  @Test("A server that proves its name is trusted")
  func verified() throws {
    let connection = try connect(
      "localhost", "sslmode=verify-full&sslrootcert=\(server.folder)/ca.crt")
    defer { connection.close() }
    #expect(try connection.integer(Self.isEncrypted) == 1)
  }

  @Test("Another authority or name is refused, with what to do")
  func refused() throws {
    func refusal(_ host: String, _ authority: String) throws -> String {
      let error = #expect(throws: StorageError.self) {
        _ = try connect(
          host, "sslmode=verify-full&sslrootcert=\(server.folder)/\(authority)")
      }
      guard case .cannotOpen(_, let reason)? = error else {
        Issue.record("another error: \(String(describing: error))")
        return ""
      }
      return reason
    }
    let other = try refusal("localhost", "other.crt")
    #expect(other.contains("certificate verify failed"))
    #expect(other.contains("name the file with its authority's certificate in sslrootcert"))
    let name = try refusal("127.0.0.1", "ca.crt")
    #expect(name.contains("does not match host name"))
    #expect(name.contains("use the name that the certificate has"))
    let missing = try refusal("localhost", "none.crt")
    #expect(missing.contains("name the file with its authority's certificate in sslrootcert"))
  }

  @Test("A server without encryption is refused where it isn't local")
  func unencrypted() throws {
    try admin { connection in
      try connection.execute("ALTER SYSTEM SET ssl = off")
      try connection.execute("SELECT pg_reload_conf()")
    }
    // Another name of this machine, which the address can't know to be local.
    let url = try #require(
      URL(string: "postgresql://strata@localhost./postgres?hostaddr=127.0.0.1&port=\(port)"))
    let address = try ServerAddress(url)
    let deadline = Date(timeIntervalSinceNow: Double(TimeScale.seconds(20)))
    var message = ""
    while !message.contains("does not support SSL"), Date() < deadline {
      let error = #expect(throws: StorageError.self) { _ = try ServerConnection(address) }
      message = error.map { "\($0)" } ?? ""
    }
    #expect(message.contains("does not support SSL"))
    #expect(message.contains("sslmode"))
  }
}
