import SwiftData
import Testing

@Suite struct ComplaintsOfProperties {
  @Test func propertyObserversRun() throws {
    let watched = Troubles.Watched(code: 1)
    watched.value = 5
    watched.value += 1
    #expect(watched.log == ["will 5", "did 0", "will 6", "did 5"])
  }

  @Test func constantsAreKept() throws {
    try reopen(Troubles.Watched(code: 7)) { #expect($0.code == 7) }
  }

  private func store() throws -> StoreFile {
    let file = try StoreFile()
    let context = try file.context([ShapeOne.Profile.self])
    context.insert(ShapeOne.Profile(street: "Elm"))
    try context.save()
    return file
  }

  @Test func codableValuesMayGainAnOptionalMember() throws {
    let file = try store()
    defer { withExtendedLifetime(file) {} }
    let context = try file.context([ShapeTwo.Profile.self])
    let profile = try #require(try context.fetch(FetchDescriptor<ShapeTwo.Profile>()).first)
    #expect(profile.address.street == "Elm" && profile.address.city == nil)
  }

  @Test func codableValuesOfAnotherShapeAreAnErrorWithTheProperty() throws {
    let file = try store()
    defer { withExtendedLifetime(file) {} }
    let context = try file.context([ShapeThree.Profile.self])
    #expect {
      try context.fetch(FetchDescriptor<ShapeThree.Profile>())
    } throws: { error in
      "\(error)".contains("Profile") && "\(error)".contains("address")
        && "\(error)".contains("country")
    }
  }
}
