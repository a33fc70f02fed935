import StrataModelSource
import Testing

@Suite struct DiagramFormats {
  @Test func areKnownByName() { #expect(DiagramFormat(rawValue: "svg") == .svg) }
}
