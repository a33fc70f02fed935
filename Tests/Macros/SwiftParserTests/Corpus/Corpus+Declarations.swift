extension CorpusEntry {
  static let declarations: [CorpusEntry] = [
    CorpusEntry(
      ###"""
      #Unique<Foo>([\.a], [\.b, \.c])
      #Index<Foo>([\.a])
      #warning("x")
      #Mod.foo(a: 1) { }
      """###,
      [
        ###"#Unique <Foo> ⟨[\.a]⟩ , ⟨[\.b, \.c]⟩"###,
        ###"#Index <Foo> ⟨[\.a]⟩"###,
        ###"#warning <> ⟨"x"⟩"###,
        ###"#Mod.foo <> a: ⟨1⟩ + { }"###,
      ]),
    CorpusEntry(
      ###"""
      deinit { }
      typealias A = B
      typealias C<T> = Foo<T>
      typealias D = (Int) -> Void
      typealias E = A & B
      indirect enum X { case a }
      struct S<T>: P, Q where T: R { }
      actor A1: P { }
      enum En: String { case a, b = "x" }
      protocol Pro<A>: AnyObject { }
      """###,
      [
        ###"deinit"###,
        ###"typealias A = B"###,
        ###"typealias C = Foo<T>"###,
        ###"typealias D = (Int) -> Void"###,
        ###"typealias E = A & B"###,
        ###"indirect enum X"###,
        ###"struct S<T> P, Q where T: R"###,
        ###"actor A1 P"###,
        ###"enum En String"###,
        ###"protocol Pro<A> AnyObject"###,
      ]),
    CorpusEntry(
      ###"""
      case a(Int), b(x: String = "a, b") = 3, c
      """###,
      [
        ###"case a(Int) , b(x: String = "a, b") = 3 , c"###
      ]),
    CorpusEntry(
      ###"""
      typealias X<T> = Foo<T> where T: P
      associatedtype Y: P = Int where Y.A == B
      """###,
      [
        ###"typealias X = Foo<T>"###,
        ###"associatedtype Y = Int"###,
      ]),
    CorpusEntry(
      ###"""
      #error("x")
      #Preview { Text("a") }
      #Preview("a", traits: .b) { 1 } c: { 2 }
      """###,
      [
        ###"#error <> ⟨"x"⟩"###,
        ###"#Preview <> + { Text("a") }"###,
        ###"#Preview <> ⟨"a"⟩ , traits: ⟨.b⟩ + { 1 } c: { 2 }"###,
      ]),
    CorpusEntry(
      ###"""
      enum actor { }
      actor actor { }
      actor Foo<T>: P where T: Q { }
      """###,
      [
        ###"enum actor"###,
        ###"actor actor"###,
        ###"actor Foo<T> P where T: Q"###,
      ]),
  ]
}
