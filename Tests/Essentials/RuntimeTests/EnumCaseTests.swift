import Testing

@testable import StrataRuntime

@Suite struct EnumCasesByReflection {
  private enum Plain: String { case first, second, third }
  private enum One { case only }
  private enum Loaded { case number(Bool), none }
  private enum None {}
  private enum Wrapping<Value> { case first, second }
  private struct Wrapper { var plain = Plain.second }

  @Test func areInOrderOfDeclaration() {
    #expect(EnumCases.all(of: Plain.self) == [.first, .second, .third])
    #expect(EnumCases.all(of: One.self) == [.only])
    #expect(EnumCases.all(of: Wrapping<Int>.self) == [.first, .second])
  }

  @Test func areOfEnumsWithoutPayloadsAlone() {
    #expect(EnumCases.all(of: Loaded.self) == nil)
    #expect(EnumCases.all(of: None.self) == nil)
    #expect(EnumCases.all(of: Wrapper.self) == nil)
    #expect(EnumCases.all(of: Bool.self) == nil)
    #expect(EnumCases.all(of: Int.self) == nil)
    #expect(EnumCases.all(of: Optional<Int64>.self) == nil)
    #expect(EnumCases.all(of: (any Error).self) == nil)
  }
}
