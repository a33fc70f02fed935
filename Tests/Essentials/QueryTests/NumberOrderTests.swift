import Foundation
import StrataTestSupport
import Testing

@testable import StrataQuery

@Suite("The order of numbers that SQLite lacks")
struct NumberOrderTests {
  @Test("Texts of decimal numbers are ordered as the numbers are")
  func decimals() throws {
    var random = SeededGenerator()
    var numbers = ["0", "-0.001", "0.001", "9", "10", "-9", "-10", "1.5", "1.52", "-1.5", "-1.52"]
      .map {
        Decimal(string: $0)!
      }
    numbers += [.greatestFiniteMagnitude, .leastFiniteMagnitude, .leastNonzeroMagnitude]
    for _ in 0..<60 {
      let exponent = Int.random(in: -40...40, using: &random)
      let digits = Decimal(Int64.random(in: -9999...9999, using: &random))
      numbers.append(
        Decimal(sign: .plus, exponent: exponent, significand: digits))
    }
    for lhs in numbers {
      let left = try #require("\(lhs)".decimalOrder)
      for rhs in numbers {
        let right = try #require("\(rhs)".decimalOrder)
        #expect((left < right) == (lhs < rhs), "\(lhs), \(rhs)")
        #expect((left == right) == (lhs == rhs), "\(lhs), \(rhs)")
      }
    }
  }

  @Test(
    "A text of another form of the same number has the same order",
    arguments: ["1.50", "01.5", "15e-1", "+1.5"])
  func forms(_ text: String) { #expect(text.decimalOrder == "1.5".decimalOrder) }

  @Test("What is no number has no order", arguments: ["", "a", "1,5", "-", "."])
  func noNumbers(_ text: String) { #expect(text.decimalOrder == nil) }

  @Test("Decimal numbers are reckoned with to the last digit")
  func decimalArithmetic() {
    #expect("0.1".decimal(.add, "0.2") == "0.3")
    #expect("1".decimal(.subtract, "1e-30") == "0.999999999999999999999999999999")
    #expect("1.5".decimal(.multiply, "-2") == "-3")
    #expect("1".decimal(.divide, "0") == nil)
  }

  @Test("Unsigned numbers in two's complement are ordered and reckoned with as such")
  func unsigned() {
    let numbers: [UInt64] = [0, 1, 2, 1 << 62, 1 << 63, .max - 1, .max]
    for lhs in numbers {
      let left = Int64(bitPattern: lhs)
      for rhs in numbers {
        let right = Int64(bitPattern: rhs)
        #expect((left.unsignedOrder < right.unsignedOrder) == (lhs < rhs))
        let sum = lhs.addingReportingOverflow(rhs)
        #expect(
          left.unsigned(.add, right) == (sum.overflow ? nil : Int64(bitPattern: sum.partialValue)))
        #expect(
          left.unsigned(.divide, right) == (rhs == 0 ? nil : Int64(bitPattern: lhs / rhs)))
      }
    }
  }
}
