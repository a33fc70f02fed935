extension CorpusEntry {
  static let literals: [CorpusEntry] = [
    CorpusEntry(
      ###"""
      var x = "a \(b) c"
      var y = "a \(dict["a"]!) \("nested \("deep \(x)")")"
      var z = """
        multi "quotes" \(x)
        ""\"
        """
      var w = #"raw \(x) \#(x) "quote" "#
      var v = ##"a "# b"##
      var u = #"""
        raw multi """ \#("x")
        """#
      var t = #"""#
      var s = ""
      var r = #""#
      """###,
      [
        ###"var x = ⟨"a \(b) c"⟩"###,
        ###"var y = ⟨"a \(dict["a"]!) \("nested \("deep \(x)")")"⟩"###,
        ###"var z = ⟨""" multi "quotes" \(x) ""\" """⟩"###,
        ###"var w = ⟨#"raw \(x) \#(x) "quote" "#⟩"###,
        ###"var v = ⟨##"a "# b"##⟩"###,
        ###"var u = ⟨#""" raw multi """ \#("x") """#⟩"###,
        ###"var t = ⟨#"""#⟩"###,
        ###"var s = ⟨""⟩"###,
        ###"var r = ⟨#""#⟩"###,
      ]),
    CorpusEntry(
      ###"""
      var r = /foo/
      var s = /[a-z]+\/(.*)/
      var t = #/a/b(/ + ")/#
      var u = #/
        multi line
        /#
      var v = a / b / c
      var w = a/b/c
      var x = (a)/b + c/d
      var y = a / b
      var z = [/a/, /b c/]
      var q = foo(/a/, b / c)
      """###,
      [
        ###"var r = ⟨/foo/⟩"###,
        ###"var s = ⟨/[a-z]+\/(.*)/⟩"###,
        ###"var t = ⟨#/a/b(/ + ")/#⟩"###,
        ###"var u = ⟨#/ multi line /#⟩"###,
        ###"var v = ⟨a / b / c⟩"###,
        ###"var w = ⟨a/b/c⟩"###,
        ###"var x = ⟨(a)/b + c/d⟩"###,
        ###"var y = ⟨a / b⟩"###,
        ###"var z = ⟨[/a/, /b c/]⟩"###,
        ###"var q = ⟨foo(/a/, b / c)⟩"###,
      ]),
    CorpusEntry(
      ###"""
      var x = 0x1F, y = 1e-5, z = 0x1.8p-3, w = 1_000.5, v = 0b01, u = 1.description, t = t.0.1
      """###,
      [
        ###"var x = ⟨0x1F⟩ , y = ⟨1e-5⟩ , z = ⟨0x1.8p-3⟩ , w = ⟨1_000.5⟩ , v = ⟨0b01⟩ , u = ⟨1.description⟩ , t = ⟨t.0.1⟩"###
      ]),
    CorpusEntry(
      ###"""
      var x = """
      a\
      b \(c {
        "d"
      })
      """
      """###,
      [
        ###"var x = ⟨""" a\ b \(c { "d" }) """⟩"###
      ]),
    CorpusEntry(
      ###"""
      var x = 5.0.rounded(), y = 0x1.description, z = 1.0e10.foo, w = 0xFF.p
      """###,
      [
        ###"var x = ⟨5.0.rounded()⟩ , y = ⟨0x1.description⟩ , z = ⟨1.0e10.foo⟩ , w = ⟨0xFF.p⟩"###
      ]),
    CorpusEntry(
      ###"""
      var r = f { a
      /b/
      c }
      """###,
      [
        ###"var r = ⟨f { a /b/ c }⟩"###
      ]),
  ]
}
