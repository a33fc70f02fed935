import StrataTestSupport
import Testing

@Suite struct ServerAddresses {
  private let shell: AppShell

  init() throws { shell = try AppShell() }

  @Test(arguments: [
    ("postgresql://u:geheim@localhost:1/x", "postgresql://u@localhost:1/x"),
    ("postgres://u:geheim@one:5432,two:5432/x", "several hosts go into ?host=one,two"),
    ("postgresql://u:geheim@localhost/x?schema=pg_x", "pg_x can't be a schema's name"),
  ])
  func thatAreWrongAreErrorsWithoutTheirPassword(address: String, message: String) throws {
    let result = try shell.run(["--store", address, "-c", "item list"])
    #expect(result.status == 3)
    #expect(result.error.contains(message))
    #expect(!(result.output + result.error).contains("geheim"))
  }

  @Test(arguments: [
    ("edit postgresql://u:geheim@localhost:1/x info", "can't open"),
    ("open postgresql://u:geheim@localhost:1/x info", "can't open"),
    ("copy postgresql://u:geheim@localhost:1/x copy.store", "can't open"),
    ("copy postgresql://u:geheim/x@localhost:1/x copy.store", "the address can't be read"),
  ])
  func areNamedByStrataWithoutTheirPassword(words: String, message: String) throws {
    let result = try shell.pipeline("\"$(dirname \"$APPSHELL\")/strata\" \(words)")
    #expect(result.status == 3)
    #expect(result.error.contains(message))
    #expect(!(result.output + result.error).contains("geheim"))
  }
}
