import Foundation
import StrataSQLite
import TestSupport
import Testing

@testable import StrataPostgreSQL

@Suite("A pooler before the server", .enabled(if: TestServer.isInstalled))
struct PoolerTests {
  /// A pgbouncer on a socket in a folder of its own, before the tests' server. It ends with the object.
  private final class Pooler {
    let url: URL
    private let process = Process()
    private let folder: String

    init(mode: String) throws {
      let server = try TestServer.ownServer
      let store = server.url
      let items = URLComponents(url: store, resolvingAgainstBaseURL: false)?.queryItems ?? []
      let host = server.folder
      let folder = "/tmp/strata-pooler-\(UUID().uuidString.prefix(8))"
      self.folder = folder
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: false,
        attributes: [.posixPermissions: 0o777])
      // The permissions of a new folder are limited by those that the process gives.
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o777], ofItemAtPath: folder)
      try """
      [databases]
      * = host=\(host) user=strata
      [pgbouncer]
      listen_addr =
      listen_port = 6432
      unix_socket_dir = \(folder)
      auth_type = any
      pool_mode = \(mode)
      ignore_startup_parameters = extra_float_digits
      """.write(toFile: folder + "/pgbouncer.ini", atomically: true, encoding: .utf8)
      let words = ["/usr/sbin/pgbouncer", "-q", folder + "/pgbouncer.ini"]
      process.executableURL = URL(fileURLWithPath: words[0])
      process.arguments = Array(words.dropFirst())
      // It refuses to run as root.
      if getuid() == 0 {
        process.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
        process.arguments =
          ["--reuid=postgres", "--regid=postgres", "--clear-groups"] + words
      }
      process.standardError = FileHandle.nullDevice
      try process.run()
      var components = URLComponents(url: store, resolvingAgainstBaseURL: false)
      components?.queryItems =
        items.filter { !["host", "port"].contains($0.name) } + [
          URLQueryItem(name: "host", value: folder), URLQueryItem(name: "port", value: "6432"),
        ]
      url = try #require(components?.url)
      let deadline = Date(timeIntervalSinceNow: 20)
      while !FileManager.default.fileExists(atPath: folder + "/.s.PGSQL.6432") {
        try #require(process.isRunning && Date() < deadline, "pgbouncer doesn't start")
        Thread.sleep(forTimeInterval: 0.01)
      }
    }

    deinit {
      // A thread of the tests may block the signal that asks a process to end, and its children inherit that.
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      // What is left is in the system's temporary folder.
      try? FileManager.default.removeItem(atPath: folder)
    }
  }

  @Test("It is refused by name", arguments: ["transaction", "session"])
  func refusal(mode: String) throws {
    let pooler = try Pooler(mode: mode)
    let error = #expect(throws: StorageError.self) {
      _ = try ServerConnection(ServerAddress(pooler.url))
    }
    #expect("\(try #require(error))".contains("a pooler stands before the server"))
  }

  @Test("One of sessions is used if the address says so")
  func session() throws {
    let pooler = try Pooler(mode: "session")
    let url = pooler.url.appending(queryItems: [URLQueryItem(name: "pooler", value: "session")])
    let address = try ServerAddress(url)
    let connection = Connection(
      try ServerConnection(address), path: address.description, isReadOnly: false)
    defer { connection.close() }
    #expect(try connection.integer("SELECT 1::bigint") == 1)
  }
}
