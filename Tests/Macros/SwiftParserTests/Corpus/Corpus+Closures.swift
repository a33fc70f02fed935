extension CorpusEntry {
  static let closures: [CorpusEntry] = [
    CorpusEntry(
      ###"""
      var x = f { $0 } onError: { _ in } done: { }
      var y = 2
      """###,
      [
        ###"var x = ⟨f { $0 } onError: { _ in } done: { }⟩"###,
        ###"var y = ⟨2⟩"###,
      ]),
    CorpusEntry(
      ###"""
      var x = foo
        .bar()
        .baz { $0 }
        .qux
      var y = 1
      """###,
      [
        ###"var x = ⟨foo .bar() .baz { $0 } .qux⟩"###,
        ###"var y = ⟨1⟩"###,
      ]),
    CorpusEntry(
      ###"""
      var x = if a { 1 } else if b { 2 } else { 3 }
      var y = switch a { case 1: 2 default: 3 }
      """###,
      [
        ###"var x = ⟨if a { 1 } else if b { 2 } else { 3 }⟩"###,
        ###"var y = ⟨switch a { case 1: 2 default: 3 }⟩"###,
      ]),
    CorpusEntry(
      ###"""
      var x: Int = if let a = b, case .c(let d) = e { 1 } else { 2 }
      var y = 3
      """###,
      [
        ###"var x : ⟨Int⟩ = ⟨if let a = b, case .c(let d) = e { 1 } else { 2 }⟩"###,
        ###"var y = ⟨3⟩"###,
      ]),
    CorpusEntry(
      ###"""
      var f: (Int) -> Void = { _ in }
      var g: @Sendable (Int, inout String) async throws -> Int?
      var h: ((Int) -> Void)?
      var i: () -> () -> Void
      var j: (() throws(MyError) -> Int)!
      var k: @MainActor @escaping () -> Void = { }
      var l: @MainActor([Int]) -> Void
      var m: @MainActor(Int) async throws -> Int
      var n: @convention(c) (Int) -> Void
      var o: @isolated(any) () -> Void
      """###,
      [
        ###"var f : ⟨(Int) -> Void⟩ = ⟨{ _ in }⟩"###,
        ###"var g : ⟨@Sendable (Int, inout String) async throws -> Int?⟩"###,
        ###"var h : ⟨((Int) -> Void)?⟩"###,
        ###"var i : ⟨() -> () -> Void⟩"###,
        ###"var j : ⟨(() throws(MyError) -> Int)!⟩"###,
        ###"var k : ⟨@MainActor @escaping () -> Void⟩ = ⟨{ }⟩"###,
        ###"var l : ⟨@MainActor([Int]) -> Void⟩"###,
        ###"var m : ⟨@MainActor(Int) async throws -> Int⟩"###,
        ###"var n : ⟨@convention(c) (Int) -> Void⟩"###,
        ###"var o : ⟨@isolated(any) () -> Void⟩"###,
      ]),
    CorpusEntry(
      ###"""
      var x = { 3 }()
      var y = { (a: Int) -> Int in a }
      var z: () -> Int = { 3 }
      var w = ({ 3 })()
      """###,
      [
        ###"var x = ⟨{ 3 }()⟩"###,
        ###"var y = ⟨{ (a: Int) -> Int in a }⟩"###,
        ###"var z : ⟨() -> Int⟩ = ⟨{ 3 }⟩"###,
        ###"var w = ⟨({ 3 })()⟩"###,
      ]),
    CorpusEntry(
      ###"""
      var x: Int = 3,
        y = 4
      var z: Int { 1 }, w: Int { 2 }
      """###,
      [
        ###"var x : ⟨Int⟩ = ⟨3⟩ , y = ⟨4⟩"###,
        ###"var z : ⟨Int⟩ {getter} , w : ⟨Int⟩ {getter}"###,
      ]),
    CorpusEntry(
      ###"""
      var x
      : Int
      = 3
      var y: Int
      { 3 }
      """###,
      [
        ###"var x : ⟨Int⟩ = ⟨3⟩"###,
        ###"var y : ⟨Int⟩ {getter}"###,
      ]),
    CorpusEntry(
      ###"""
      var x = foo() { 1 } label: { 2 }
      var y = foo
        { 1 }
      """###,
      [
        ###"var x = ⟨foo() { 1 } label: { 2 }⟩"###,
        ###"var y = ⟨foo { 1 }⟩"###,
      ]),
    CorpusEntry(
      ###"""
      var x = foo.map { $0 }.filter { $0 > 1 } + [1]
      var y = foo.map({ $0 })
        .filter { $0 }
      var z: Foo = .bar
      var w: Foo = .bar(1).baz
      var v: Foo = .init { 1 }
      """###,
      [
        ###"var x = ⟨foo.map { $0 }.filter { $0 > 1 } + [1]⟩"###,
        ###"var y = ⟨foo.map({ $0 }) .filter { $0 }⟩"###,
        ###"var z : ⟨Foo⟩ = ⟨.bar⟩"###,
        ###"var w : ⟨Foo⟩ = ⟨.bar(1).baz⟩"###,
        ###"var v : ⟨Foo⟩ = ⟨.init { 1 }⟩"###,
      ]),
    CorpusEntry(
      ###"""
      var x = foo(a: 1, b: { $0 }, c: [1: 2]) { x in x }
      var y = foo[1]("a")?.b![c] ?? d
      """###,
      [
        ###"var x = ⟨foo(a: 1, b: { $0 }, c: [1: 2]) { x in x }⟩"###,
        ###"var y = ⟨foo[1]("a")?.b![c] ?? d⟩"###,
      ]),
    CorpusEntry(
      ###"""
      var x = #selector(foo), y = #file, z = #line + 1, w = #Foo<Int>(1) { 2 }, v = #externalMacro(module: "a", type: "b")
      """###,
      [
        ###"var x = ⟨#selector(foo)⟩ , y = ⟨#file⟩ , z = ⟨#line + 1⟩ , w = ⟨#Foo<Int>(1) { 2 }⟩ , v = ⟨#externalMacro(module: "a", type: "b")⟩"###
      ]),
    CorpusEntry(
      ###"""
      var x = if foo.contains(where: { $0 }) { 1 } else { 2 }
      var y = switch foo { case .a: "x"
        default: "y" }
      var z = if a == b { c } else { d }
      """###,
      [
        ###"var x = ⟨if foo.contains(where: { $0 }) { 1 } else { 2 }⟩"###,
        ###"var y = ⟨switch foo { case .a: "x" default: "y" }⟩"###,
        ###"var z = ⟨if a == b { c } else { d }⟩"###,
      ]),
    CorpusEntry(
      ###"""
      var x:Int=3
      var y:[Int]=[]
      var z:Foo<Int>=Foo<Int>()
      var w:Int?{3}
      """###,
      [
        ###"var x : ⟨Int⟩ = ⟨3⟩"###,
        ###"var y : ⟨[Int]⟩ = ⟨[]⟩"###,
        ###"var z : ⟨Foo<Int>⟩ = ⟨Foo<Int>()⟩"###,
        ###"var w : ⟨Int?⟩ {getter}"###,
      ]),
    CorpusEntry(
      ###"""
      var x: () -> Void { { } }
      var y = { { 3 }() }()
      """###,
      [
        ###"var x : ⟨() -> Void⟩ {getter}"###,
        ###"var y = ⟨{ { 3 }() }()⟩"###,
      ]),
    CorpusEntry(
      ###"""
      var x: Int = { () -> Int in return 3 }()
      var y = try { 3 }()
      """###,
      [
        ###"var x : ⟨Int⟩ = ⟨{ () -> Int in return 3 }()⟩"###,
        ###"var y = ⟨try { 3 }()⟩"###,
      ]),
    CorpusEntry(
      ###"""
      var x = a { $0 }
      .b
      var y = c { $0 }
        ?? d
      """###,
      [
        ###"var x = ⟨a { $0 } .b⟩"###,
        ###"var y = ⟨c { $0 } ?? d⟩"###,
      ]),
    CorpusEntry(
      ###"""
      var x = f(a: 1) // c
      { 3 }
      """###,
      [
        ###"var x = ⟨f(a: 1) // c { 3 }⟩"###
      ]),
    CorpusEntry(
      ###"""
      var x: Int??? = nil
      var y: [Int?]?? = nil
      var z: (Int) -> (Int) -> Int? = { _ in { _ in nil } }
      """###,
      [
        ###"var x : ⟨Int???⟩ = ⟨nil⟩"###,
        ###"var y : ⟨[Int?]??⟩ = ⟨nil⟩"###,
        ###"var z : ⟨(Int) -> (Int) -> Int?⟩ = ⟨{ _ in { _ in nil } }⟩"###,
      ]),
    CorpusEntry(
      ###"""
      nonisolated(unsafe) var x = 3, y: Int
      nonisolated var z: Int { 3 }
      """###,
      [
        ###"nonisolated(unsafe) var x = ⟨3⟩ , y : ⟨Int⟩"###,
        ###"nonisolated var z : ⟨Int⟩ {getter}"###,
      ]),
    CorpusEntry(
      ###"""
      var x = a
      { $0 }
      """###,
      [
        ###"var x = ⟨a { $0 }⟩"###
      ]),
    CorpusEntry(
      ###"""
      var x = Foo.a {
      } catch: {
      }
      """###,
      [
        ###"var x = ⟨Foo.a { } catch: { }⟩"###
      ]),
  ]
}
