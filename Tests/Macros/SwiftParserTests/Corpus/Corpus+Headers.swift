extension CorpusEntry {
  static let headers: [CorpusEntry] = [
    CorpusEntry(
      ###"""
      @Attribute(.unique) var x: Int
      @Attribute(.unique, originalName: "a, b") var y: Int
      @Relationship(deleteRule: .cascade, inverse: \Foo.bar) var z: [Foo] = []
      @Relationship(inverse: \Foo<A, B>.bar) private(set) var w: [Foo]?
      """###,
      [
        ###"@Attribute(.unique) var x : ⟨Int⟩"###,
        ###"@Attribute(.unique, originalName: "a, b") var y : ⟨Int⟩"###,
        ###"@Relationship(deleteRule: .cascade, inverse: \Foo.bar) var z : ⟨[Foo]⟩ = ⟨[]⟩"###,
        ###"@Relationship(inverse: \Foo<A, B>.bar) private(set) var w : ⟨[Foo]?⟩"###,
      ]),
    CorpusEntry(
      ###"""
      #if canImport(X)
      @Foo
      #endif
      var x: Int
      """###,
      [
        ###"[canImport(X)] @Foo var x : ⟨Int⟩"###
      ]),
    CorpusEntry(
      ###"""
      #if canImport(X)
      @Foo(1)
      #if os(Linux)
      @Bar
      #endif
      #elseif os(macOS)
      @Baz
      #else
      @Qux
      #endif
      public var x: Int = 3
      """###,
      [
        ###"[canImport(X)] @Foo(1) [(canImport(X)) && (os(Linux))] @Bar [!(canImport(X)) && (os(macOS))] @Baz [!(canImport(X)) && !(os(macOS))] @Qux public var x : ⟨Int⟩ = ⟨3⟩"###
      ]),
    CorpusEntry(
      ###"""
      #if A
      #endif
      """###,
      [
        ###"[A]"###
      ]),
    CorpusEntry(
      ###"""
      var x = foo
        #if A
        .bar()
        #else
        .baz
        #endif
        .qux
      var y = 1
      """###,
      [
        ###"var x = ⟨foo #if A .bar() #else .baz #endif .qux⟩"###,
        ###"var y = ⟨1⟩"###,
      ]),
    CorpusEntry(
      ###"""
      var x = 3
      #if A
      var y = 3
      #endif
      """###,
      [
        ###"var x = ⟨3⟩"###,
        ###"[A] var y = ⟨3⟩"###,
      ]),
    CorpusEntry(
      ###"""
      @available(iOS 17, *) @objc(foo:bar:) var x: Int
      @Foo.Bar<Int>(a: 1) @Baz var y = 1
      @Foo(a < b, c > (d)) var z = 1
      @Foo (1) var w = 1
      """###,
      [
        ###"@available(iOS 17, *) @objc(foo:bar:) var x : ⟨Int⟩"###,
        ###"@Foo.Bar<Int>(a: 1) @Baz var y = ⟨1⟩"###,
        ###"@Foo(a < b, c > (d)) var z = ⟨1⟩"###,
        ###"@Foo (1) var w = ⟨1⟩"###,
      ]),
    CorpusEntry(
      ###"""
      static let shared = Foo.self, other = Foo?.none, third = [Int]?.some([1]), fourth = Int??.none
      """###,
      [
        ###"static let shared = ⟨Foo.self⟩ , other = ⟨Foo?.none⟩ , third = ⟨[Int]?.some([1])⟩ , fourth = ⟨Int??.none⟩"###
      ]),
    CorpusEntry(
      ###"""
      var x = [1,
      #if A
      2,
      #endif
      3]
      """###,
      [
        ###"var x = ⟨[1, #if A 2, #endif 3]⟩"###
      ]),
    CorpusEntry(
      ###"""
      var x = f(1,
      #if A
      b: 2,
      #endif
      c: 3)
      """###,
      [
        ###"var x = ⟨f(1, #if A b: 2, #endif c: 3)⟩"###
      ]),
    CorpusEntry(
      ###"""
      @Foo::Bar var x = a::b.c::d
      """###,
      [
        ###"@Foo::Bar var x = ⟨a::b.c::d⟩"###
      ]),
    CorpusEntry(
      ###"""
      @A @B(1) public @C var x = 3
      """###,
      [
        ###"@A @B(1) @C public var x = ⟨3⟩"###
      ]),
    CorpusEntry(
      ###"""
      public static @C var x = 3
      """###,
      [
        ###"@C public static var x = ⟨3⟩"###
      ]),
    CorpusEntry(
      ###"""
      private (set) var x: A
      """###,
      [
        ###"private(set) var x : ⟨A⟩"###
      ]),
    CorpusEntry(
      ###"""
      private
      (set) var x: A
      """###,
      [
        ###"private(set) var x : ⟨A⟩"###
      ]),
    CorpusEntry(
      ###"""
      #if A // comment
      var x = 3
      #else // comment
      var x = 4
      #endif
      """###,
      [
        ###"[A] var x = ⟨3⟩ [!(A)] var x = ⟨4⟩"###
      ]),
    CorpusEntry(
      ###"""
      #if A; var x = 3
      #endif
      """###,
      [
        ###"[A] var x = ⟨3⟩"###
      ]),
    CorpusEntry(
      ###"""
      @MainActor deinit async { }
      """###,
      [
        ###"@MainActor deinit"###
      ]),
    CorpusEntry(
      ###"""
      @propertyWrapper struct A { }
      @resultBuilder enum B { }
      """###,
      [
        ###"@propertyWrapper struct A"###,
        ###"@resultBuilder enum B"###,
      ]),
  ]
}
