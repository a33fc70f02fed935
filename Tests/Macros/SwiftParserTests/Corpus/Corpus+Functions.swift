extension CorpusEntry {
  static let functions: [CorpusEntry] = [
    CorpusEntry(
      ###"""
      var x: [String: Int] = ["a": 1, "b": 2]
      var y: [Int: [String: Set<Int>]] = [:]
      var z: Dictionary<String, Array<Int>> = .init()
      """###,
      [
        ###"var x : ⟨[String: Int]⟩ = ⟨["a": 1, "b": 2]⟩"###,
        ###"var y : ⟨[Int: [String: Set<Int>]]⟩ = ⟨[:]⟩"###,
        ###"var z : ⟨Dictionary<String, Array<Int>>⟩ = ⟨.init()⟩"###,
      ]),
    CorpusEntry(
      ###"""
      var x = Foo<Int>()
      var y = Foo<Int, String>.bar
      var z = Foo<[Int]>(a < b, c > d)
      var w = a < b
      var v = (a < b, c > (d))
      var u = Foo<(Int) -> Void>.init()
      var t = [Foo<Int>]()
      var s = [String: Foo<Bar<Int>>]()
      """###,
      [
        ###"var x = ⟨Foo<Int>()⟩"###,
        ###"var y = ⟨Foo<Int, String>.bar⟩"###,
        ###"var z = ⟨Foo<[Int]>(a < b, c > d)⟩"###,
        ###"var w = ⟨a < b⟩"###,
        ###"var v = ⟨(a < b, c > (d))⟩"###,
        ###"var u = ⟨Foo<(Int) -> Void>.init()⟩"###,
        ###"var t = ⟨[Foo<Int>]()⟩"###,
        ###"var s = ⟨[String: Foo<Bar<Int>>]()⟩"###,
      ]),
    CorpusEntry(
      ###"""
      #if A
      var x: Int
      #elseif B && (C || D)
      var x: String
      func f() {}
      #else
      #if E
      let y = 3
      #endif
      #endif
      var z = 1
      """###,
      [
        ###"[A] var x : ⟨Int⟩ [!(A) && (B && (C || D))] var x : ⟨String⟩ ; func f () [!(A) && !(B && (C || D))] [E] let y = ⟨3⟩"###,
        ###"var z = ⟨1⟩"###,
      ]),
    CorpusEntry(
      ###"""
      class var x: Int { 3 }
      class func f() {}
      class Foo {}
      class open {}
      class override func g() {}
      final class Bar: Baz {}
      """###,
      [
        ###"class var x : ⟨Int⟩ {getter}"###,
        ###"class func f ()"###,
        ###"class Foo"###,
        ###"class open"###,
        ###"class override func g ()"###,
        ###"final class Bar Baz"###,
      ]),
    CorpusEntry(
      ###"""
      init() {}
      init?(a: Int) {}
      init!<T>(_ a: T, b c: Int = 3, d: Int...) throws where T: P, T.A == Int {}
      convenience init(a: inout Int, b: @escaping () -> Void = {}) async throws(E) { self.init() }
      required override public init(from decoder: any Decoder) throws { }
      """###,
      [
        ###"init ()"###,
        ###"init? (a a: ⟨Int⟩)"###,
        ###"init! <T> (_ a: ⟨T⟩ , b c: ⟨Int⟩ = ⟨3⟩ , d d: ⟨Int⟩...) throws where T: P, T.A == Int"###,
        ###"convenience init (a a: ⟨inout Int⟩ , b b: ⟨@escaping () -> Void⟩ = ⟨{}⟩) async throws(E)"###,
        ###"required override public init (from decoder: ⟨any Decoder⟩) throws"###,
      ]),
    CorpusEntry(
      ###"""
      func f() {}
      func == (a: A, b: A) -> Bool { true }
      static func <(a: A, b: A) -> Bool { true }
      static func <<T>(a: T, b: T) -> Bool { true }
      static func / (a: A, b: A) -> A { a / b }
      static func /(a: A, b: A) -> A { return a/b }
      prefix static func ! (a: A) -> Bool { false }
      prefix static func -(a: A) -> Bool { false }
      postfix func ++(a: A) {}
      func f<T, each U>(_ x: T, y: repeat each U) async rethrows -> (Int, T)? where T: Hashable { nil }
      func g() -> some View { 3 }
      func `default`() {}
      func `weird name`() {}
      """###,
      [
        ###"func f ()"###,
        ###"func == (a a: ⟨A⟩ , b b: ⟨A⟩) -> ⟨Bool⟩"###,
        ###"static func < (a a: ⟨A⟩ , b b: ⟨A⟩) -> ⟨Bool⟩"###,
        ###"static func < <T> (a a: ⟨T⟩ , b b: ⟨T⟩) -> ⟨Bool⟩"###,
        ###"static func / (a a: ⟨A⟩ , b b: ⟨A⟩) -> ⟨A⟩"###,
        ###"static func / (a a: ⟨A⟩ , b b: ⟨A⟩) -> ⟨A⟩"###,
        ###"prefix static func ! (a a: ⟨A⟩) -> ⟨Bool⟩"###,
        ###"prefix static func - (a a: ⟨A⟩) -> ⟨Bool⟩"###,
        ###"postfix func ++ (a a: ⟨A⟩)"###,
        ###"func f <T, each U> (_ x: ⟨T⟩ , y y: ⟨repeat each U⟩) async rethrows -> ⟨(Int, T)?⟩ where T: Hashable"###,
        ###"func g () -> ⟨some View⟩"###,
        ###"func default ()"###,
        ###"func weird name ()"###,
      ]),
    CorpusEntry(
      ###"""
      mutating func f() {} ; nonmutating func g() {} ; func h() {}
      """###,
      [
        ###"mutating func f ()"###,
        ###"nonmutating func g ()"###,
        ###"func h ()"###,
      ]),
    CorpusEntry(
      ###"""
      func f(a: Int = 3, b: String = "x, y", c: [Int] = [1, 2], d: @autoclosure () -> Int = { 3 }(), _ e: Foo<A, B> = .init()) {}
      func g(_: Int, `in` x: Int, for y: isolated (any Actor)? = #isolation, z: sending Foo, w: consuming Bar) {}
      func h(x: Int?..., y: [Int]...) {}
      func i(@Foo x: Int, @Bar(1) y: () -> Void) {}
      """###,
      [
        ###"func f (a a: ⟨Int⟩ = ⟨3⟩ , b b: ⟨String⟩ = ⟨"x, y"⟩ , c c: ⟨[Int]⟩ = ⟨[1, 2]⟩ , d d: ⟨@autoclosure () -> Int⟩ = ⟨{ 3 }()⟩ , _ e: ⟨Foo<A, B>⟩ = ⟨.init()⟩)"###,
        ###"func g (_ _: ⟨Int⟩ , in x: ⟨Int⟩ , for y: ⟨isolated (any Actor)?⟩ = ⟨#isolation⟩ , z z: ⟨sending Foo⟩ , w w: ⟨consuming Bar⟩)"###,
        ###"func h (x x: ⟨Int?⟩... , y y: ⟨[Int]⟩...)"###,
        ###"func i (x x: ⟨Int⟩ , y y: ⟨() -> Void⟩)"###,
      ]),
    CorpusEntry(
      ###"""
      var x: Int = f { init(x) { 3 } }
      """###,
      [
        ###"var x : ⟨Int⟩ = ⟨f⟩ {init}"###
      ]),
    CorpusEntry(
      ###"""
      var x: Int { init(3) }
      """###,
      [
        ###"var x : ⟨Int⟩ {getter}"###
      ]),
    CorpusEntry(
      ###"""
      var x = a.init(b).self.Type
      """###,
      [
        ###"var x = ⟨a.init(b).self.Type⟩"###
      ]),
    CorpusEntry(
      ###"""
      func f() async -> Int { 3 } ; var x = 1
      """###,
      [
        ###"func f () async -> ⟨Int⟩"###,
        ###"var x = ⟨1⟩"###,
      ]),
    CorpusEntry(
      ###"""
      func f()
        async throws
        -> Int
        where T: P
      {
      }
      """###,
      [
        ###"func f () async throws -> ⟨Int⟩ where T: P"###
      ]),
    CorpusEntry(
      ###"""
      static func /= (a: inout A, b: B) { a = a / b }
      static func */ (a: A) {}
      """###,
      [
        ###"static func /= (a a: ⟨inout A⟩ , b b: ⟨B⟩)"###,
        ###"static func */ (a a: ⟨A⟩)"###,
      ]),
    CorpusEntry(
      ###"""
      static func <= (a: A, b: B) -> Bool { a < b }
      static func <=<T> (a: A, b: T) -> Bool { a < b }
      static func .< (a: A, b: B) {}
      static func ≈ (a: A, b: B) -> Bool { a ≈ b }
      static func ?? (a: A, b: B) {}
      static func ..< (a: A, b: B) {}
      """###,
      [
        ###"static func <= (a a: ⟨A⟩ , b b: ⟨B⟩) -> ⟨Bool⟩"###,
        ###"static func <= <T> (a a: ⟨A⟩ , b b: ⟨T⟩) -> ⟨Bool⟩"###,
        ###"static func .< (a a: ⟨A⟩ , b b: ⟨B⟩)"###,
        ###"static func ≈ (a a: ⟨A⟩ , b b: ⟨B⟩) -> ⟨Bool⟩"###,
        ###"static func ?? (a a: ⟨A⟩ , b b: ⟨B⟩)"###,
        ###"static func ..< (a a: ⟨A⟩ , b b: ⟨B⟩)"###,
      ]),
    CorpusEntry(
      ###"""
      init(_ a: Int...) { }
      init<each T>(_ a: repeat each T) { }
      init<let N: Int>(_ a: InlineArray<N, Int>) where N == 3 { }
      """###,
      [
        ###"init (_ a: ⟨Int⟩...)"###,
        ###"init <each T> (_ a: ⟨repeat each T⟩)"###,
        ###"init <let N: Int> (_ a: ⟨InlineArray<N, Int>⟩) where N == 3"###,
      ]),
    CorpusEntry(
      ###"""
      distributed actor A { }
      distributed func f() {}
      """###,
      [
        ###"distributed actor A"###,
        ###"distributed func f ()"###,
      ]),
    CorpusEntry(
      ###"""
      class actor {}
      class var x: Int { 3 }
      final public class var y: Int { 3 }
      class private(set) var z = 3
      class final func f() {}
      """###,
      [
        ###"class actor"###,
        ###"class var x : ⟨Int⟩ {getter}"###,
        ###"final public class var y : ⟨Int⟩ {getter}"###,
        ###"class private(set) var z = ⟨3⟩"###,
        ###"class final func f ()"###,
      ]),
  ]
}
