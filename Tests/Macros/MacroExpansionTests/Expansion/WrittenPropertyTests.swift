import StrataCompilerMessages
import StrataMacroExpansion
import Testing

/// `@_PersistedProperty` without an argument, in a class that conforms by hand.
@Suite struct PropertiesOfClassesWrittenOut {
  @Test func areKeptInTheBackingData() throws {
    let accessors = try #require(
      ModelSource.writtenProperty(.accessor, "var `class`: String?").expandedSource)
    #expect(
      accessors.contains("@storageRestrictions(accesses: _$backingData, initializes: _class)"))
    #expect(accessors.contains("_$backingData.setValue(forKey: \\.`class`, to: initialValue)"))
    #expect(accessors.contains("return self.getValue(forKey: \\.`class`)"))
    #expect(
      ModelSource.writtenProperty(.peer, "var `class`: String?").expandedSource
        == "private var _class: _SwiftDataNoType = _SwiftDataNoType()")
  }

  @Test(arguments: ["let name: String", "var name = 1", "var a: Int, b: Int"])
  func areVariablesWithATypeEach(_ text: String) {
    let result = ModelSource.writtenProperty(.accessor, text)
    #expect(
      result.diagnostics.map(\.message)
        == ["@_PersistedProperty stands before one 'var' with a type"])
  }
}
