import Foundation
import StrataDates
import Testing

@Suite struct CivilDays {
  @Test func areNumberedOneByOne() throws {
    var day = try #require(CivilDay(year: 1995, month: 12, day: 31))
    var number = day.number
    for _ in 0..<20_000 {
      number += 1
      let next = CivilDay(number: number)
      #expect(next > day && next.number == number)
      #expect(next.day == 1 || next.day == day.day + 1)
      #expect(next.weekday.rawValue == (day.weekday.rawValue + 1) % 7)
      day = next
    }
  }

  @Test(arguments: [
    (2001, 1, 1, 0), (1970, 1, 1, -11_323), (2000, 2, 29, -307), (1, 1, 1, -730_485),
  ])
  func haveNumbers(year: Int, month: Int, day: Int, number: Int) throws {
    let civil = try #require(CivilDay(year: year, month: month, day: day))
    #expect(civil.number == number)
    #expect(CivilDay(number: number) == civil)
  }

  @Test(arguments: [
    (2026, 2, 29), (1900, 2, 29), (2026, 4, 31), (2026, 0, 1), (2026, 13, 1), (2026, 1, 0),
  ])
  func areInTheirMonths(year: Int, month: Int, day: Int) {
    #expect(CivilDay(year: year, month: month, day: day) == nil)
  }
}
