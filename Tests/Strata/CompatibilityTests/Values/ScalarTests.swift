import SwiftData
import Testing

@Suite struct ScalarTests {
  @Test func everyScalarTypeIsKept() throws {
    let made = Scalars(seed: 4)
    try reopen(made) {
      #expect($0.text == made.text)
      #expect($0.flag == made.flag)
      #expect($0.integer == -4)
      #expect($0.tiny == .min)
      #expect($0.small == .min)
      #expect($0.medium == .min)
      #expect($0.large == .min)
      #expect($0.unsigned == 4)
      #expect($0.unsignedTiny == .max)
      #expect($0.unsignedSmall == .max)
      #expect($0.unsignedMedium == .max)
      #expect($0.unsignedLarge == made.unsignedLarge)
      #expect($0.double == 0.1)
      #expect($0.float == 0.1)
      #expect($0.graphic == 2.5)
      #expect($0.interval == 60.25)
      #expect($0.decimal == made.decimal)
      #expect($0.date == made.date)
      #expect($0.identifier == made.identifier)
      #expect($0.data == made.data)
      #expect($0.link == made.link)
    }
  }

  @Test func absentValuesStayAbsent() throws {
    try reopen(OptionalScalars()) {
      #expect($0.text == nil)
      #expect($0.flag == nil)
      #expect($0.integer == nil)
      #expect($0.small == nil)
      #expect($0.unsigned == nil)
      #expect($0.double == nil)
      #expect($0.float == nil)
      #expect($0.decimal == nil)
      #expect($0.date == nil)
      #expect($0.identifier == nil)
      #expect($0.data == nil)
      #expect($0.link == nil)
      #expect($0.unwrapped == nil)
      #expect($0.spelled == nil)
    }
  }

  @Test func emptyValuesAreNotAbsent() throws {
    let made = OptionalScalars()
    made.fill()
    try reopen(made) {
      #expect($0.text == "")
      #expect($0.flag == false)
      #expect($0.integer == 0)
      #expect($0.small == -1)
      #expect($0.unsigned == 7)
      #expect($0.double == .infinity)
      #expect($0.float == -0.5)
      #expect($0.decimal == -1)
      #expect($0.date == .distantPast)
      #expect($0.identifier == made.identifier)
      #expect($0.data == Data())
      #expect($0.link == made.link)
      #expect($0.unwrapped == "there")
      #expect($0.spelled == 3)
    }
  }
}
