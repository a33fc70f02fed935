extension CorpusEntry {
  static let variables: [CorpusEntry] = [
    CorpusEntry(
      ###"""
      var x: @convention(c) (Int) -> Void
      var y: @isolated(any) () -> Void
      var z: nonisolated(nonsending) () async -> Void
      var w: InlineArray<3, Int>
      var v: [3 of Int]
      """###,
      [
        ###"var x : ⟨@convention(c) (Int) -> Void⟩"###,
        ###"var y : ⟨@isolated(any) () -> Void⟩"###,
        ###"var z : ⟨nonisolated(nonsending) () async -> Void⟩"###,
        ###"var w : ⟨InlineArray<3, Int>⟩"###,
        ###"var v : ⟨[3 of Int]⟩"###,
      ]),
    CorpusEntry(
      ###"""
      var body: some View { VStack { Text("a") } }
      """###,
      [
        ###"var body : ⟨some View⟩ {getter}"###
      ]),
    CorpusEntry(
      ###"""
      var x: Int { borrow { 1 } mutate { 2 } }
      """###,
      [
        ###"var x : ⟨Int⟩ {getter}"###
      ]),
    CorpusEntry(
      ###"""
      var x: Int { read { 1 } modify { 2 } }
      """###,
      [
        ###"var x : ⟨Int⟩ {getter}"###
      ]),
    CorpusEntry(
      ###"""
      var x: Int { yielding borrow { 1 } yielding mutate { 2 } }
      """###,
      [
        ###"var x : ⟨Int⟩ {getter}"###
      ]),
    CorpusEntry(
      ###"""
      var x: Int { modify() }
      """###,
      [
        ###"var x : ⟨Int⟩ {getter}"###
      ]),
    CorpusEntry(
      ###"""
      var x: Int { borrow(3) }
      """###,
      [
        ###"var x : ⟨Int⟩ {getter}"###
      ]),
    CorpusEntry(
      ###"""
      unowned (safe) var x: A
      """###,
      [
        ###"unowned(safe) var x : ⟨A⟩"###
      ]),
    CorpusEntry(
      ###"""
      var x: Int { #warning("a"); return 3 }
      """###,
      [
        ###"var x : ⟨Int⟩ {getter}"###
      ]),
  ]
}
