import StrataShell
import Testing

@Suite struct ArgumentValues {
  @Test(arguments: [
    "0x10", "0X1p3", "1e309", "1e-400", "inf", "nan", "infinity", "1\u{0}0", " 1", "1 ", "", "-",
    "1e", "1e+", "e5", ".", "١",
  ])
  func areNoNumbers(text: String) {
    #expect(throws: ShellError.self) { try ArgumentValue(text, column: 1).real() }
  }

  @Test(arguments: [
    ("98.6", 98.6), ("-5.2e3", -5200), ("+1", 1), (".5", 0.5), ("5.", 5), ("0", 0), ("-0e-999", 0),
    ("5e-324", .leastNonzeroMagnitude), ("1E2", 100),
  ])
  func areNumbers(text: String, wanted: Double) throws {
    #expect(try ArgumentValue(text, column: 1).real() == wanted)
  }
}
