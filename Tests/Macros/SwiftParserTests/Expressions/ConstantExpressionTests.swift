import Testing

import StrataSwiftParser

@Suite struct ConstantExpressions {
  @Test(arguments: [
    "0", "-1.5", "true", "nil", "\"text\"", "[]", "[:]", "[1, -2]", "[\"a\": [1]]", "(1, \"b\")",
  ])
  func areLiterals(_ source: String) { #expect(isConstant(source)) }

  @Test(arguments: [
    "UUID()", ".now", "Date.now", "next", "\"\\(count)\"", "[UUID()]", "1 + next()", "{ 1 }()",
    "#make",
    "if a { 1 } else { 2 }", "1 2", "",
  ])
  func areNothingElse(_ source: String) { #expect(!isConstant(source)) }
}
