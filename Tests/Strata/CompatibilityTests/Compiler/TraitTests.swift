import Testing

/// What a program compiles that turns the package's trait `Server` off.
@Suite(.enabled(if: Compiler() != nil, "there is no compiler with the built modules here"))
struct PackageTraits {
  @Test func leaveTheServerOut() throws {
    let compiler = try #require(Compiler())
    let storage = "Modules/Stores/Storage"
    #expect(try compiler.diagnostics(ofModule: "StrataStorage", in: storage) == "")
  }
}
