import StrataCompilerMessages
import Testing

/// Classes that inherit: from models, from protocols, and over the border of a module.
@Suite struct InheritanceExpansions {
  @Test(arguments: [
    ("BasePersistentModel", [], true), ("PersistentModel", ["Observable", "_ModelRoot"], false),
    ("Named", ["Observable", "PersistentModel", "_ModelRoot"], false), ("Base, Named", [], true),
    ("PersistentModel, Observable, Identifiable", ["_ModelRoot"], false),
  ])
  func theCompilerTellsWhetherASuperclassIsAModel(
    inherited: String, wanted: [String], isSubclass: Bool
  ) throws {
    var model = ModelSource("@Model class A: \(inherited) { var x = 1; init() {} }")
    model.wanted = wanted
    let source = try #require(model.members.expandedSource)
    #expect(source.contains("super._$metadata") == isSubclass)
    #expect(source.contains("var _$state") != isSubclass)
  }

  @Test func anOpenClassHasOpenMembers() throws {
    let source = try #require(
      ModelSource("@Model open class A { public var x = 1; public init() {} }").members
        .expandedSource)
    for member in [
      "@MainActor open class var _$metadata:", "@MainActor open class var _$inheritedKeyPaths:",
      "@MainActor open class var _$constraints:", "@MainActor open func _$read(",
      "@MainActor open func _$write(", "open nonisolated func _$visit(",
      "open nonisolated class var _$entity:", "@MainActor public required init(_$row:",
      "public final var _$state", "@MainActor public static func _$keyPaths",
    ] {
      #expect(source.contains(member), "\(member)")
    }
  }

  @Test func anOverridingPropertyIsItsSuperclasss() throws {
    var model = ModelSource(
      "@Model class A: B { override var x: Int { didSet { f() } }; var y = 1; init() {} }")
    model.wanted = []
    #expect(model.attribute(on: "override var x: Int { didSet { f() } }") == nil)
    let source = try #require(model.members.expandedSource)
    #expect(!source.contains("\"x\""))
    #expect(source.contains("StrataModel._PropertyIndex(Self._$Index.base + 0), \"y\""))
  }

  @Test(arguments: [("package ", "package "), ("public ", "public "), ("", "")])
  func anActorsMembersHaveItsAccess(access: String, written: String) throws {
    let source = try #require(
      ModelSource("@ModelActor \(access)actor A {}").actor(.member).expandedSource)
    #expect(source.hasPrefix("\(written)nonisolated let modelExecutor"))
    #expect(source.contains("\n\(written)init(modelContainer:"))
  }

  @Test func anActorThatCanNotBeReadIsAnErrorAtItsPlace() {
    let source = ModelSource("@ModelActor actor A { var x = «) }")
    let result = source.actor(.member)
    #expect(result.diagnostics.map(\.message) == ["expected an expression instead of ‘)’"])
    #expect(result.diagnostics.first?.position.offset == source.mark)
  }
}
