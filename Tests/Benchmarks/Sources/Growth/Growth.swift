import Foundation

/// Measures what `Docs/Growing.md` says of a server: saves by round trip, tenants in one schema and in many, the length
/// of a history, and tables of many rows. Each part prints the rows of its table.
@main
enum Growth {
  private static let parts:
    [(name: String, run: @Sendable (PrivateSchemas, Int?) async throws -> Void)] = [
      ("saves", SavesByRoundTrip.run), ("scopes", TenantsInOneSchema.run),
      ("schemas", TenantsInSchemas.run), ("history", LongHistory.run), ("rows", ManyRows.run),
    ]

  static func main() async {
    // A delayed server writes to sockets that others have closed.
    signal(SIGPIPE, SIG_IGN)
    do {
      guard
        let address = ProcessInfo.processInfo.environment["STRATA_BENCH_SERVER"].flatMap({
          URL(string: $0)
        })
      else { throw GrowthError("make growth starts a server") }
      // A part and its size, as in `rows=10000000`.
      let wanted = CommandLine.arguments.dropFirst().map { $0.split(separator: "=") }
      for words in wanted where !parts.contains(where: { $0.name == words.first.map(String.init) })
      {
        throw GrowthError(
          "there is no part \(words.first ?? ""); write \(parts.map(\.name).joined(separator: ", "))"
        )
      }
      for part in parts {
        let words = wanted.first { $0.first.map(String.init) == part.name }
        guard wanted.isEmpty || words != nil else { continue }
        let size = words.flatMap { $0.count > 1 ? Int($0[1]) : nil }
        print("## \(part.name)")
        try await part.run(PrivateSchemas(address: address), size)
      }
    } catch {
      FileHandle.standardError.write(Data("growth: \(error)\n".utf8))
      exit(1)
    }
  }
}

struct GrowthError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// The schemas of a private server, and what it says of itself.
struct PrivateSchemas {
  let address: URL

  func url(_ schema: String, _ options: [String: String] = [:]) -> URL {
    address.appending(
      queryItems: [URLQueryItem(name: "schema", value: schema)]
        + options.sorted { $0.key < $1.key }.map { URLQueryItem(name: $0.key, value: $0.value) })
  }

  /// The folder of the server's socket.
  var socketFolder: String {
    get throws {
      let items = URLComponents(url: address, resolvingAgainstBaseURL: false)?.queryItems
      guard let folder = items?.first(where: { $0.name == "host" })?.value else {
        throw GrowthError("the address has no host with the server's socket")
      }
      return folder
    }
  }

  /// The answer of a query, as text.
  @discardableResult
  func ask(_ sql: String) throws -> String {
    let psql = Process()
    psql.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    psql.arguments = ["psql", "-qAtX", "-v", "ON_ERROR_STOP=1", "-c", sql, address.absoluteString]
    let pipe = Pipe()
    psql.standardOutput = pipe
    try psql.run()
    let answer = pipe.fileHandleForReading.readDataToEndOfFile()
    psql.waitUntilExit()
    guard psql.terminationStatus == 0 else { throw GrowthError("psql refused: \(sql)") }
    return String(decoding: answer, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

/// Figures of times and memory.
enum Figures {
  static func milliseconds(_ body: () throws -> Void) rethrows -> Double {
    let time = try ContinuousClock().measure(body)
    return Double(time.components.seconds) * 1e3 + Double(time.components.attoseconds) / 1e15
  }

  static func median(of count: Int, _ body: (Int) throws -> Void) rethrows -> Double {
    let times = try (0..<count).map { run in try milliseconds { try body(run) } }.sorted()
    return times[count / 2]
  }

  /// The memory of this process that isn't shared, in KiB.
  static func memory() throws -> Int { try proportionalMemory(of: "self") }

  /// The memory of a process, with its part of what it shares, in KiB.
  static func proportionalMemory(of process: String) throws -> Int {
    let text = try String(contentsOfFile: "/proc/\(process)/smaps_rollup", encoding: .utf8)
    let line = text.split(separator: "\n").first { $0.hasPrefix("Pss:") }
    return line.flatMap { $0.split(separator: " ").dropFirst().first.flatMap { Int($0) } } ?? 0
  }

  static func row(_ cells: Any...) {
    print("| " + cells.map { "\($0)" }.joined(separator: " | ") + " |")
    fflush(nil)
  }

  static func number(_ value: Double, _ digits: Int = 2) -> String {
    String(format: "%.\(digits)f", value)
  }
}
