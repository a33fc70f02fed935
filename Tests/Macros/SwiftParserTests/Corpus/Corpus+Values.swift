extension CorpusEntry {
  static let values: [CorpusEntry] = [
    CorpusEntry(
      ###"""
      var `class`: Int = 3
      var `a b` = 4
      let é = 1, 日本 = 2, 😀 = 3
      """###,
      [
        ###"var class : ⟨Int⟩ = ⟨3⟩"###,
        ###"var a b = ⟨4⟩"###,
        ###"let é = ⟨1⟩ , 日本 = ⟨2⟩ , 😀 = ⟨3⟩"###,
      ]),
    CorpusEntry(
      ###"""
      var (a, b) = (1, 2)
      let (c, d): (Int, Int) = (1, 2)
      let _ = 3
      """###,
      [
        ###"var pattern (a, b) = ⟨(1, 2)⟩"###,
        ###"let pattern (c, d) : ⟨(Int, Int)⟩ = ⟨(1, 2)⟩"###,
        ###"let pattern _ = ⟨3⟩"###,
      ]),
    CorpusEntry(
      ###"""
      var x = 3
      @Foo var y = 4
      """###,
      [
        ###"var x = ⟨3⟩"###,
        ###"@Foo var y = ⟨4⟩"###,
      ]),
    CorpusEntry(
      ###"""
      let x: Int
      let y = await foo(), z = 3
      """###,
      [
        ###"let x : ⟨Int⟩"###,
        ###"let y = ⟨await foo()⟩ , z = ⟨3⟩"###,
      ]),
    CorpusEntry(
      ###"""
      var x = some.value
      var y = any
      var z = each.x
      var w = copy
      var v = consume.foo()
      var u = repeat_
      """###,
      [
        ###"var x = ⟨some.value⟩"###,
        ###"var y = ⟨any⟩"###,
        ###"var z = ⟨each.x⟩"###,
        ###"var w = ⟨copy⟩"###,
        ###"var v = ⟨consume.foo()⟩"###,
        ###"var u = ⟨repeat_⟩"###,
      ]),
    CorpusEntry(
      ###"""
      var x = [Int](repeating: 0, count: 3), y = [String: Int](), z = [[Int]]()
      """###,
      [
        ###"var x = ⟨[Int](repeating: 0, count: 3)⟩ , y = ⟨[String: Int]()⟩ , z = ⟨[[Int]]()⟩"###
      ]),
    CorpusEntry(
      ###"""
      var x = Foo<Int>
      var y = 2
      """###,
      [
        ###"var x = ⟨Foo<Int>⟩"###,
        ###"var y = ⟨2⟩"###,
      ]),
    CorpusEntry(
      ###"""
      var x: Int = y is Foo
      var z = 2
      """###,
      [
        ###"var x : ⟨Int⟩ = ⟨y is Foo⟩"###,
        ###"var z = ⟨2⟩"###,
      ]),
    CorpusEntry(
      ###"""
      var x = y
      is Foo
      """###,
      [
        ###"var x = ⟨y is Foo⟩"###
      ]),
    CorpusEntry(
      ###"""
      var x = unsafe
      var y = 3
      """###,
      [
        ###"var x = ⟨unsafe⟩"###,
        ###"var y = ⟨3⟩"###,
      ]),
    CorpusEntry(
      ###"""
      var x = copy
      var y = copy y
      """###,
      [
        ###"var x = ⟨copy⟩"###,
        ###"var y = ⟨copy y⟩"###,
      ]),
    CorpusEntry(
      ###"""
      var `self` = 3
      var `init`: Int
      let `var` = 3
      """###,
      [
        ###"var self = ⟨3⟩"###,
        ###"var init : ⟨Int⟩"###,
        ###"let var = ⟨3⟩"###,
      ]),
    CorpusEntry(
      ###"""
      var r = /"/
      var s = "/"
      """###,
      [
        ###"var r = ⟨/"/⟩"###,
        ###"var s = ⟨"/"⟩"###,
      ]),
  ]
}
