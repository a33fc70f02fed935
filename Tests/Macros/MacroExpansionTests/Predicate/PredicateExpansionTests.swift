import StrataCompilerMessages
import Testing

@Suite struct PredicateExpansions {
  @Test func areLaidOutToBeRead() {
    #expect(
      PredicateSource("#Predicate<Item> { $0.rel?.items.contains { $0.x == limit } == true }")
        .result
        == ExpansionResult(
          expandedSource: #"""
            Foundation.Predicate<Item>({ _$1 in
              PredicateExpressions.build_Equal(
                lhs: PredicateExpressions.build_flatMap(
                  PredicateExpressions.build_KeyPath(root: _$1, keyPath: \.rel),
                  { _$2 in
                    PredicateExpressions.build_contains(
                      PredicateExpressions.build_KeyPath(root: _$2, keyPath: \.items),
                      where: { _$3 in
                        PredicateExpressions.build_Equal(
                          lhs: PredicateExpressions.build_KeyPath(root: _$3, keyPath: \.x),
                          rhs: PredicateExpressions.build_Arg(limit))
                      })
                  }),
                rhs: PredicateExpressions.build_Arg(true))
            })
            """#))
  }

  @Test(arguments: [
    ("#Predicate { $0.on }", "Foundation.Predicate({ _$1 in"),
    ("#Predicate({ $0.on })", "Foundation.Predicate({ _$1 in"),
    ("#StrataContexts::Predicate<Item>() { $0.on }", "Foundation.Predicate<Item>({ _$1 in"),
    ("#Predicate<A.Item> { item in item.on }", "Foundation.Predicate<A.Item>({ item in"),
    ("#Predicate<Item> { true }", "Foundation.Predicate<Item>({ _ in"),
    ("#Predicate<Item> { _ in true }", "Foundation.Predicate<Item>({ _ in"),
    ("#Predicate<A, B> { $0.x == $1.x }", "Foundation.Predicate<A, B>({ _$1, _$2 in"),
    (
      "#Predicate { (item: Item) -> Bool in item.on }",
      "Foundation.Predicate({ (item: PredicateExpressions.Variable<Item>) in"
    ),
    ("#Predicate<Item> { `in` in `in`.on }", "Foundation.Predicate<Item>({ `in` in"),
  ])
  func keepTheClosuresParameters(_ source: String, _ beginning: String) throws {
    let expansion = try #require(PredicateSource(source).result.expandedSource)
    #expect(expansion.hasPrefix(beginning + "\n"), "\(expansion)")
  }

  @Test(arguments: [
    "a.b.c", "f(a, b: c)", "Date.now", "Int.max", "UUID()", "Set([1, 2])", "[1: 2]", "a + b * c",
    "a?.b ?? c", "ids.map { $0 + 1 }", "a as? Int", "(a, b)", "\"\\(a) and \\(b.c { $0 })\"",
    "(a ? b : c)", "list[0]", "-a", "(a <> b)", "#file", "\\Item.name", "/a+/", ".active",
    ".init(1)",
    "copy a", "unsafe", "unsafe f()", "Foundation::Date.now", "Foundation::Date()", "a.M::b",
    "try f()", "Array<Int>()", "x.f(item: 1)", "self.limit",
  ])
  func takeWholeWhatIsFromOutside(_ value: String) {
    #expect(
      PredicateSource.body("item in item.x == \(value)")
        == "({ item in Equal(lhs: KeyPath(root: item, keyPath: \\.x), rhs: Arg(\(value))) })")
  }

  /// The closure's body if each term has a name.
  private static func named(_ first: String, _ second: String, _ result: String) -> String {
    "let _$2 = \(first) let _$3 = \(second) return \(result)"
  }

  @Test(arguments: [
    ("$0.a || !$0.b", named("a", "Negation(b)", "Disjunction(lhs: _$2, rhs: _$3)")),
    ("!($0.a && $0.b)", named("a", "b", "Negation(Conjunction(lhs: _$2, rhs: _$3))")),
    (
      "$0.a + $0.b * 2",
      "Arithmetic(lhs: a, rhs: Arithmetic(lhs: b, rhs: Arg(2), op: .multiply), op: .add)"
    ),
    (
      "$0.a - $0.b - $0.c",
      "Arithmetic(lhs: Arithmetic(lhs: a, rhs: b, op: .subtract), rhs: c, op: .subtract)"
    ),
    ("$0.a ?? $0.b ?? n", "NilCoalesce(lhs: a, rhs: NilCoalesce(lhs: b, rhs: Arg(n)))"),
    (
      "$0.a ?? 0 > 1",
      "Comparison(lhs: NilCoalesce(lhs: a, rhs: Arg(0)), rhs: Arg(1), op: .greaterThan)"
    ),
    ("$0.a == nil", "Equal(lhs: a, rhs: NilLiteral())"),
    ("-$0.a / 2 % 3", "Remainder(lhs: Division(lhs: UnaryMinus(a), rhs: Arg(2)), rhs: Arg(3))"),
    ("$0.a ? $0.b : n", "Conditional(a, b, Arg(n))"),
    ("(1...5).contains($0.a)", "contains(ClosedRange(lower: Arg(1), upper: Arg(5)), a)"),
    ("1..<$0.a ~= $0.b", "contains(Range(lower: Arg(1), upper: a), b)"),
    ("$0.a as? T", "ConditionalCast<_, T>(a)"),
    ("$0.a is T", "TypeCheck<_, T>(a)"),
    ("$0.a!", "ForcedUnwrap(a)"),
    ("$0.a[1]", "subscript(a, Arg(1))"),
    ("$0.a[k, default: d]", "subscript(a, Arg(k), default: Arg(d))"),
    ("$0[keyPath: path]", "KeyPath(root: _$1, keyPath: path)"),
    ("$0.a.hasPrefix(n)", "hasPrefix(a, Arg(n))"),
    ("$0.a.hasSuffix(n)", "hasSuffix(a, Arg(n))"),
    ("$0.a.lowercased()", "lowercased(a)"),
    ("$0.a.uppercased()", "uppercased(a)"),
    ("$0.a.localizedCaseInsensitiveContains(n)", "localizedCaseInsensitiveContains(a, Arg(n))"),
    ("$0.a.caseInsensitiveCompare(n) == .orderedSame", "caseInsensitiveEqual(a, Arg(n))"),
    (
      "$0.a.compare(n, options: .caseInsensitive) == .orderedSame",
      "caseInsensitiveEqual(a, Arg(n))"
    ),
    (".orderedSame != $0.a.caseInsensitiveCompare(n)", "Negation(caseInsensitiveEqual(a, Arg(n)))"),
    ("$0.a.isMultiple(of: 2)", "Equal(lhs: Remainder(lhs: a, rhs: Arg(2)), rhs: Arg(0))"),
    ("$0.a.starts(with: n)", "starts(a, with: Arg(n))"),
    ("other.evaluate($0)", "evaluate(other, _$1)"),
    ("try other.evaluate($0)", "evaluate(other, _$1)"),
    (
      "$0.a && others[n].evaluate($0)",
      named("a", "evaluate(others[n], _$1)", "Conjunction(lhs: _$2, rhs: _$3)")
    ),
    ("limit! > $0.a", "Comparison(lhs: ForcedUnwrap(Arg(limit)), rhs: a, op: .greaterThan)"),
    (
      "owner!.b!.c == $0.a",
      "Equal(lhs: ForcedUnwrap(Arg(((owner).flatMap { $0.b }).map { $0.c })), rhs: a)"
    ),
    (
      "$0.a && list[0]",
      named("a", "subscript(Arg(list), Arg(0))", "Conjunction(lhs: _$2, rhs: _$3)")
    ),
    (
      "$0.a || m / n > 2",
      named(
        "a", "Comparison(lhs: Division(lhs: Arg(m), rhs: Arg(n)), rhs: Arg(2), op: .greaterThan)",
        "Disjunction(lhs: _$2, rhs: _$3)")
    ),
  ])
  func sayWhatTheClosureSays(_ body: String, _ expected: String) {
    var expansion = PredicateSource.body(body)
    for name in ["a", "b", "c"] {
      expansion = expansion.replacing("KeyPath(root: _$1, keyPath: \\.\(name))", with: name)
    }
    #expect(expansion == "({ _$1 in \(expected) })")
  }

  @Test func giveEachTermOfALongConditionAStatement() {
    #expect(
      PredicateSource.body("$0.a && ($0.b == 1 || !$0.c) && n")
        == """
        ({ _$1 in let _$2 = Equal(lhs: KeyPath(root: _$1, keyPath: \\.b), rhs: Arg(1)) \
        let _$3 = Negation(KeyPath(root: _$1, keyPath: \\.c)) \
        let _$4 = KeyPath(root: _$1, keyPath: \\.a) \
        let _$5 = Arg(n) \
        return Conjunction(lhs: Conjunction(lhs: _$4, rhs: Disjunction(lhs: _$2, rhs: _$3)), \
        rhs: _$5) })
        """)
  }

  @Test func takeStatements() {
    #expect(
      PredicateSource.body("item in let n: Double = 3; let x = item.x; return x < n")
        == "({ item in let n: Double = 3 let x = KeyPath(root: item, keyPath: \\.x) "
        + "return Comparison(lhs: x, rhs: Arg(n), op: .lessThan) })")
    #expect(
      PredicateSource.body("guard let o = $0.o else { return false }; return o > 1")
        == "({ _$1 in NilCoalesce( lhs: flatMap( KeyPath(root: _$1, keyPath: \\.o), { o in "
        .replacing("( ", with: "(")
        + "Comparison(lhs: o, rhs: Arg(1), op: .greaterThan) }), rhs: Arg(false)) })")
    #expect(
      PredicateSource.body("switch $0.k { case .a, .b: true; case let k: k == n }")
        == "({ _$1 in let _$2 = KeyPath(root: _$1, keyPath: \\.k) return Conditional("
        + "Disjunction(lhs: Equal(lhs: _$2, rhs: Arg(.a)), rhs: Equal(lhs: _$2, rhs: Arg(.b))), "
        + "Arg(true), Equal(lhs: _$2, rhs: Arg(n))) })")
  }

  @Test(arguments: [
    "if $0.a { p } else if $0.b { q } else { r }", "$0.a ? p : $0.b ? q : r",
  ])
  func giveAChoiceInAChoiceAStatement(_ body: String) {
    #expect(
      PredicateSource.body(body)
        == """
        ({ _$1 in let _$2 = Conditional(KeyPath(root: _$1, keyPath: \\.b), Arg(q), Arg(r)) \
        return Conditional(KeyPath(root: _$1, keyPath: \\.a), Arg(p), _$2) })
        """)
  }

  @Test(arguments: [
    (
      "[n = limit] item in item.x == n",
      "{ item in let n = limit return Equal(lhs: x, rhs: Arg(n)) }"
    ),
    ("[limit] item in item.x == limit", "{ item in Equal(lhs: x, rhs: Arg(limit)) }"),
    ("[unowned self] item in item.x == y", "{ item in Equal(lhs: x, rhs: Arg(y)) }"),
    (
      "[n = limit, m = n + 1] in $0.x == n",
      "{ item in let n = limit let m = n + 1 return Equal(lhs: x, rhs: Arg(n)) }"
    ),
    (
      "item in item.tags.contains { [n = item.x, m = k] tag in tag.x == n }",
      "{ item in contains( KeyPath(root: item, keyPath: \\.tags), where: { tag in let n = x let m = k "
        + "return Equal(lhs: KeyPath(root: tag, keyPath: \\.x), rhs: n) }) }"
    ),
  ])
  func honourCaptureLists(_ body: String, _ expected: String) {
    let expansion = PredicateSource.body(body).replacing("_$1", with: "item")
      .replacing("KeyPath(root: item, keyPath: \\.x)", with: "x")
    #expect(expansion == "(\(expected.replacing("( ", with: "(")))")
  }

  @Test func haveConfigurations() {
    #expect(
      PredicateSource(
        "#Predicate<Item> { item in\n#if A\nlet n = 1\n#elseif B\nreturn item.on\n#endif\nreturn item.x == n }"
      ).result
        == ExpansionResult(
          expandedSource: #"""
            Foundation.Predicate<Item>({ item in
            #if A
              let n = 1
              return PredicateExpressions.build_Equal(
                lhs: PredicateExpressions.build_KeyPath(root: item, keyPath: \.x),
                rhs: PredicateExpressions.build_Arg(n))
            #elseif B
              return PredicateExpressions.build_KeyPath(root: item, keyPath: \.on)
            #else
              return PredicateExpressions.build_Equal(
                lhs: PredicateExpressions.build_KeyPath(root: item, keyPath: \.x),
                rhs: PredicateExpressions.build_Arg(n))
            #endif
            })
            """#))
  }

  @Test(arguments: [
    ("$0.a & mask == mask", "contains(a, allBits: mask)"),
    ("(mask & $0.a) == mask", "contains(a, allBits: mask)"),
    ("mask.x == $0.a & (mask.x)", "contains(a, allBits: mask.x)"),
    ("$0.a & 4 != 4", "Negation(contains(a, allBits: 4))"),
    ("$0.a & mask == 0", "Negation(contains(a, anyBit: mask))"),
    ("0 != $0.a & mask", "contains(a, anyBit: mask)"),
  ])
  func askForBits(_ body: String, _ expected: String) {
    let expansion = PredicateSource.body(body)
      .replacing("KeyPath(root: _$1, keyPath: \\.a)", with: "a")
    #expect(expansion == "({ _$1 in \(expected) })")
  }

  @Test func takeApartWhatIsFromOutside() {
    #expect(
      PredicateSource.body("let (a, _): (Int, Int) = pair; return $0.x == a")
        == "({ _$1 in let (a, _): (Int, Int) = pair "
        + "return Equal(lhs: KeyPath(root: _$1, keyPath: \\.x), rhs: Arg(a)) })")
  }
}
