import Foundation
import StrataDescriptions
import StrataManagedObjects
import Testing

@Suite struct ValidationPredicates {
  @Test func becomeTheLimitsOfTheirAttribute() throws {
    var name = AttributeDescription(name: "name", type: .string)
    name.maximumValue = .integer(99)
    try name.setValidationPredicates(
      [
        NSPredicate(format: "length >= 3"), NSPredicate(format: "SELF MATCHES %@", "[a-z]+"),
      ], withValidationWarnings: ["too short", "no word"])
    #expect(name.minimumValue == .integer(3) && name.maximumValue == nil)
    #expect(name.regularExpression == "[a-z]+")
    try name.setValidationPredicates([NSPredicate(format: "SELF.length < %d", 30)])
    #expect(name.maximumValue == .integer(29) && name.regularExpression == nil)
    var size = AttributeDescription(name: "size", type: .integer16)
    try size.setValidationPredicates([NSPredicate(format: "SELF > -2 AND SELF <= 7")])
    #expect(size.minimumValue == .integer(-1) && size.maximumValue == .integer(7))
    try size.setValidationPredicates([NSPredicate(format: "SELF BETWEEN %@", [1, 2])])
    #expect(size.minimumValue == .integer(1) && size.maximumValue == .integer(2))
    var price = AttributeDescription(name: "price", type: .decimal)
    let free = NSPredicate(format: "SELF == %@", Decimal(0))
    try price.setValidationPredicates([
      NSCompoundPredicate(andPredicateWithSubpredicates: [free])
    ])
    #expect(price.minimumValue == .decimal(0) && price.maximumValue == .decimal(0))
    var born = AttributeDescription(name: "born", type: .date)
    let day = Date(timeIntervalSinceReferenceDate: 5)
    try born.setValidationPredicates([NSPredicate(format: "SELF >= %@", day as NSDate)])
    #expect(born.minimumValue == .date(day))
    try born.setValidationPredicates(nil)
    #expect(born.minimumValue == nil)
  }

  @Test func comeBackAsTheyWere() throws {
    var name = AttributeDescription(name: "name", type: .string)
    name.minimumValue = .integer(2)
    name.maximumValue = .integer(4)
    name.regularExpression = "a.*"
    var other = AttributeDescription(name: "name", type: .string)
    #expect(name.validationPredicates.count == 3)
    try other.setValidationPredicates(name.validationPredicates)
    #expect(other == name)
  }

  @Test(arguments: [
    (AttributeType.string, "SELF >= 3"), (.string, "name == 'a'"), (.string, "SELF LIKE 'a*'"),
    (.integer16, "length > 3"), (.integer16, "SELF == 1 OR SELF == 2"), (.double, "SELF > 1.5"),
    (.integer16, "SELF >= 'a'"), (.integer64, "SELF > 9223372036854775807"),
    (.integer16, "SELF !="), (.string, "SELF MATCHES[c] 'a'"),
  ])
  func thatNoModelHasAreRefused(type: AttributeType, format: String) throws {
    var attribute = AttributeDescription(name: "a", type: type)
    attribute.maximumValue = .integer(9)
    let error = #expect(throws: ManagedObjectError.self) {
      try attribute.setValidationPredicates([NSPredicate(format: format)])
    }
    #expect("\(try #require(error))".contains("'\(format)'"))
    #expect(attribute.maximumValue == .integer(9))
  }

  @Test func ofBlocksAreRefused() {
    var attribute = AttributeDescription(name: "a", type: .string)
    #expect(throws: ManagedObjectError.self) {
      try attribute.setValidationPredicates([NSPredicate { _, _ in true }])
    }
  }
}
