extension CorpusEntry {
  static let operators: [CorpusEntry] = [
    CorpusEntry(
      ###"""
      var x: Array<Array<Int>>= []
      var y: Array<Array<Int>>? = nil
      var z: Array<Array<Int>?>?
      var w: Int?=nil
      var v: Int!
      """###,
      [
        ###"var x : ⟨Array<Array<Int>>⟩ = ⟨[]⟩"###,
        ###"var y : ⟨Array<Array<Int>>?⟩ = ⟨nil⟩"###,
        ###"var z : ⟨Array<Array<Int>?>?⟩"###,
        ###"var w : ⟨Int?⟩ = ⟨nil⟩"###,
        ###"var v : ⟨Int!⟩"###,
      ]),
    CorpusEntry(
      ###"""
      var x: some P & Q = y
      var y: any P
      var z: (any P)?
      var w: any P & Q
      var v: Int.Type = Int.self
      var u: (repeat each T)
      var t: any ~Copyable
      """###,
      [
        ###"var x : ⟨some P & Q⟩ = ⟨y⟩"###,
        ###"var y : ⟨any P⟩"###,
        ###"var z : ⟨(any P)?⟩"###,
        ###"var w : ⟨any P & Q⟩"###,
        ###"var v : ⟨Int.Type⟩ = ⟨Int.self⟩"###,
        ###"var u : ⟨(repeat each T)⟩"###,
        ###"var t : ⟨any ~Copyable⟩"###,
      ]),
    CorpusEntry(
      ###"""
      var x = 1 / 2
      var y = 3 / 4
      """###,
      [
        ###"var x = ⟨1 / 2⟩"###,
        ###"var y = ⟨3 / 4⟩"###,
      ]),
    CorpusEntry(
      ###"""
      var x = \Foo.bar
      var y = \.a.b?.c!.d[0]
      var z = \.self
      var w: KeyPath<A, B> = \A.b
      var v = \.[0]
      var u = \[Int].count
      var t = \Foo<Int>.bar
      var s = \.?.a
      """###,
      [
        ###"var x = ⟨\Foo.bar⟩"###,
        ###"var y = ⟨\.a.b?.c!.d[0]⟩"###,
        ###"var z = ⟨\.self⟩"###,
        ###"var w : ⟨KeyPath<A, B>⟩ = ⟨\A.b⟩"###,
        ###"var v = ⟨\.[0]⟩"###,
        ###"var u = ⟨\[Int].count⟩"###,
        ###"var t = ⟨\Foo<Int>.bar⟩"###,
        ###"var s = ⟨\.?.a⟩"###,
      ]),
    CorpusEntry(
      ###"""
      var x = -1
      var y = !a
      var z = a! + b!
      var w = a!.b
      var v = &a
      var u = ...5
      var t = 1...
      var s = 1..<5
      var r = 1...5
      var q = a.b.c...
      """###,
      [
        ###"var x = ⟨-1⟩"###,
        ###"var y = ⟨!a⟩"###,
        ###"var z = ⟨a! + b!⟩"###,
        ###"var w = ⟨a!.b⟩"###,
        ###"var v = ⟨&a⟩"###,
        ###"var u = ⟨...5⟩"###,
        ###"var t = ⟨1...⟩"###,
        ###"var s = ⟨1..<5⟩"###,
        ###"var r = ⟨1...5⟩"###,
        ###"var q = ⟨a.b.c...⟩"###,
      ]),
    CorpusEntry(
      ###"""
      var x = try! foo()
      var y = try? await bar(1)
      var z = try foo().bar
      var w = await x
      var v = unsafe foo()
      var u = consume x
      """###,
      [
        ###"var x = ⟨try! foo()⟩"###,
        ###"var y = ⟨try? await bar(1)⟩"###,
        ###"var z = ⟨try foo().bar⟩"###,
        ###"var w = ⟨await x⟩"###,
        ###"var v = ⟨unsafe foo()⟩"###,
        ###"var u = ⟨consume x⟩"###,
      ]),
    CorpusEntry(
      ###"""
      var x = a as? Int ?? 3
      var y = a as! [String: Int]
      var z = a is Foo<Int>
      var w = a as (Int) -> Void
      var v = x as Int == 3
      var u = a is Int ? 1 : 2
      """###,
      [
        ###"var x = ⟨a as? Int ?? 3⟩"###,
        ###"var y = ⟨a as! [String: Int]⟩"###,
        ###"var z = ⟨a is Foo<Int>⟩"###,
        ###"var w = ⟨a as (Int) -> Void⟩"###,
        ###"var v = ⟨x as Int == 3⟩"###,
        ###"var u = ⟨a is Int ? 1 : 2⟩"###,
      ]),
    CorpusEntry(
      ###"""
      var x = a < b ? c > d : e
      var y = a<b>(c)
      var z = a<b && c>d
      var w = f(a<b, c>d)
      """###,
      [
        ###"var x = ⟨a < b ? c > d : e⟩"###,
        ###"var y = ⟨a<b>(c)⟩"###,
        ###"var z = ⟨a<b && c>d⟩"###,
        ###"var w = ⟨f(a<b, c>d)⟩"###,
      ]),
    CorpusEntry(
      ###"""
      var x = foo() as [String: Any]
      var y: Int = (1 + 2) * 3
      var z = (1, 2).0
      var w = [1, 2][0]
      var v = "abc".count
      var u = /abc/.ignoresCase()
      """###,
      [
        ###"var x = ⟨foo() as [String: Any]⟩"###,
        ###"var y : ⟨Int⟩ = ⟨(1 + 2) * 3⟩"###,
        ###"var z = ⟨(1, 2).0⟩"###,
        ###"var w = ⟨[1, 2][0]⟩"###,
        ###"var v = ⟨"abc".count⟩"###,
        ###"var u = ⟨/abc/.ignoresCase()⟩"###,
      ]),
    CorpusEntry(
      ###"""
      var x = a === b
      var y = ~a
      var z = a >> b
      var w = a >>= b
      """###,
      [
        ###"var x = ⟨a === b⟩"###,
        ###"var y = ⟨~a⟩"###,
        ###"var z = ⟨a >> b⟩"###,
        ###"var w = ⟨a >>= b⟩"###,
      ]),
    CorpusEntry(
      ###"""
      var x = <#placeholder#>
      var y: <#type#> = 3
      """###,
      [
        ###"var x = ⟨<#placeholder#>⟩"###,
        ###"var y : ⟨<#type#>⟩ = ⟨3⟩"###,
      ]),
    CorpusEntry(
      ###"""
      var x: (any P & Q)? = nil
      var y: some P = 3
      var z: [any P] = []
      var w: (some P, any Q)
      """###,
      [
        ###"var x : ⟨(any P & Q)?⟩ = ⟨nil⟩"###,
        ###"var y : ⟨some P⟩ = ⟨3⟩"###,
        ###"var z : ⟨[any P]⟩ = ⟨[]⟩"###,
        ###"var w : ⟨(some P, any Q)⟩"###,
      ]),
    CorpusEntry(
      ###"""
      var x = (Int, String).self
      var y = (Int) -> Void
      var z = [(Int) -> Void]()
      """###,
      [
        ###"var x = ⟨(Int, String).self⟩"###,
        ###"var y = ⟨(Int) -> Void⟩"###,
        ###"var z = ⟨[(Int) -> Void]()⟩"###,
      ]),
    CorpusEntry(
      ###"""
      var x = a == .b ? .c : .d
      var y = a ? .b : .c(1)
      var z = a ? [1] : [:]
      var w = a ? x : y ? z : w
      """###,
      [
        ###"var x = ⟨a == .b ? .c : .d⟩"###,
        ###"var y = ⟨a ? .b : .c(1)⟩"###,
        ###"var z = ⟨a ? [1] : [:]⟩"###,
        ###"var w = ⟨a ? x : y ? z : w⟩"###,
      ]),
    CorpusEntry(
      ###"""
      var x = a?.b ?? c!.d
      var y = a?[0]?.b
      var z = a!(3)
      """###,
      [
        ###"var x = ⟨a?.b ?? c!.d⟩"###,
        ###"var y = ⟨a?[0]?.b⟩"###,
        ###"var z = ⟨a!(3)⟩"###,
      ]),
    CorpusEntry(
      ###"""
      let x = y as? Foo<Int>
      let z = y as! Foo
      let w = 3
      """###,
      [
        ###"let x = ⟨y as? Foo<Int>⟩"###,
        ###"let z = ⟨y as! Foo⟩"###,
        ###"let w = ⟨3⟩"###,
      ]),
    CorpusEntry(
      ###"""
      var x=3
      var y=[1]
      var z=a ? b:c
      """###,
      [
        ###"var x = ⟨3⟩"###,
        ###"var y = ⟨[1]⟩"###,
        ###"var z = ⟨a ? b:c⟩"###,
      ]),
  ]
}
