extension CorpusEntry {
  static let continuations: [CorpusEntry] = [
    CorpusEntry(
      ###"""
      var x = a
        + b
        * c
      var y = 1
      """###,
      [
        ###"var x = ⟨a + b * c⟩"###,
        ###"var y = ⟨1⟩"###,
      ]),
    CorpusEntry(
      ###"""
      var x = a +
        b
      var y = 1
      """###,
      [
        ###"var x = ⟨a + b⟩"###,
        ###"var y = ⟨1⟩"###,
      ]),
    CorpusEntry(
      ###"""
      var x = a ? b : c
      var y = a
        ? b
        : c
      var z = a ? b ? c : d : e
      """###,
      [
        ###"var x = ⟨a ? b : c⟩"###,
        ###"var y = ⟨a ? b : c⟩"###,
        ###"var z = ⟨a ? b ? c : d : e⟩"###,
      ]),
    CorpusEntry(
      ###"""
      var x = a ?? b
      var y = a
        ?? b
        ?? [:]
      """###,
      [
        ###"var x = ⟨a ?? b⟩"###,
        ###"var y = ⟨a ?? b ?? [:]⟩"###,
      ]),
    CorpusEntry(
      ###"""
      var x = [1, 2,
        3,]
      var y = foo(a, b,)
      var z = [
        "a": [1],
        "b": []
      ]
      """###,
      [
        ###"var x = ⟨[1, 2, 3,]⟩"###,
        ###"var y = ⟨foo(a, b,)⟩"###,
        ###"var z = ⟨[ "a": [1], "b": [] ]⟩"###,
      ]),
    CorpusEntry(
      ###"""
      /// doc
      /* block /* nested */ */ @A /* c */ var /* d */ x /* e */ : /* f */ Int /* g */ = /* h */ 3 // end
      // more
      var y: /* c */ [ /* d */ Int // e
        ] = []
      """###,
      [
        ###"@A var x : ⟨Int⟩ = ⟨3⟩"###,
        ###"var y : ⟨[ /* d */ Int // e ]⟩ = ⟨[]⟩"###,
      ]),
    CorpusEntry(
      ###"""
      var x = foo // comment
        // another
        .bar
      var y = 3 /* a */ + /* b */ 4
      """###,
      [
        ###"var x = ⟨foo // comment // another .bar⟩"###,
        ###"var y = ⟨3 /* a */ + /* b */ 4⟩"###,
      ]),
    CorpusEntry(
      ###"""
      var x: Foo.Bar<Int>.Baz? = nil
      var y: Foo
        .Bar
      """###,
      [
        ###"var x : ⟨Foo.Bar<Int>.Baz?⟩ = ⟨nil⟩"###,
        ###"var y : ⟨Foo .Bar⟩"###,
      ]),
    CorpusEntry(
      ###"""
      var x = a
      - 1
      var y = 2
      """###,
      [
        ###"var x = ⟨a - 1⟩"###,
        ###"var y = ⟨2⟩"###,
      ]),
    CorpusEntry(
      ###"""
      var a = b.c
        /* x */ .d
        // y
        .e
      var f = 1
      """###,
      [
        ###"var a = ⟨b.c /* x */ .d // y .e⟩"###,
        ###"var f = ⟨1⟩"###,
      ]),
    CorpusEntry(
      ###"""
      var a = b ?
        c :
        d
      var e = f
      """###,
      [
        ###"var a = ⟨b ? c : d⟩"###,
        ###"var e = ⟨f⟩"###,
      ]),
    CorpusEntry(
      ###"""
      var x = Date.now.addingTimeInterval(60*60*24), y = Date()-3
      var z = 60 * 60
        * 24
      """###,
      [
        ###"var x = ⟨Date.now.addingTimeInterval(60*60*24)⟩ , y = ⟨Date()-3⟩"###,
        ###"var z = ⟨60 * 60 * 24⟩"###,
      ]),
    CorpusEntry(
      ###"""
      var x = a
        /* multi
        */ + b
      var y = 1
      """###,
      [
        ###"var x = ⟨a /* multi */ + b⟩"###,
        ###"var y = ⟨1⟩"###,
      ]),
    CorpusEntry(
      ###"""
      var x = a /* multi
        */ + b
      var y = 1
      """###,
      [
        ###"var x = ⟨a /* multi */ + b⟩"###,
        ###"var y = ⟨1⟩"###,
      ]),
    CorpusEntry(
      ###"""
      var x = y
      as Foo
      """###,
      [
        ###"var x = ⟨y as Foo⟩"###
      ]),
    CorpusEntry(
      ###"""
      var x = try
        foo()
      var y = await
        bar()
      """###,
      [
        ###"var x = ⟨try foo()⟩"###,
        ###"var y = ⟨await bar()⟩"###,
      ]),
    CorpusEntry(
      ###"""
      var x = "a" + "b" +
        "c"
        + "d"
      """###,
      [
        ###"var x = ⟨"a" + "b" + "c" + "d"⟩"###
      ]),
    CorpusEntry(
      ###"""
      var x = a
        / b / c
      """###,
      [
        ###"var x = ⟨a / b / c⟩"###
      ]),
  ]
}
