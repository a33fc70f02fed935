import Testing

@testable import StrataRuntime

@Suite struct SmallEnums {
  private enum Plain: String { case first, second }
  private enum Loaded { case number(Bool), none }
  private struct Wrapped { var plain = Plain.second }

  @Test func haveTheirFirstCaseForZero() {
    #expect(EnumLayout.zero(of: Plain.self) == .first)
    guard case .number(false)? = EnumLayout.zero(of: Loaded.self) else {
      Issue.record("another case")
      return
    }
  }

  @Test func areToldFromOtherTypes() {
    #expect(EnumLayout.zero(of: Wrapped.self) == nil)
    #expect(EnumLayout.zero(of: Bool.self) == nil)
    #expect(EnumLayout.zero(of: Int.self) == nil)
    #expect(EnumLayout.zero(of: Optional<Int64>.self) == nil)
  }
}
