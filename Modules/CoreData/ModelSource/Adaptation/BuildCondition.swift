import StrataSwiftParser

/// The condition of an `#if`, evaluated for Linux.
struct BuildCondition {
  private let tokens: [SourceToken]
  private var index = 0

  /// True or false if the condition is certain on Linux. Nil if it depends on the build, such as a
  /// flag or the compiler's version.
  static func holdsOnLinux(_ condition: String) -> Bool? {
    do throws(ScanError) {
      var parser = BuildCondition(tokens: try SourceToken.tokens(of: condition))
      return parser.disjunction()
    } catch {
      // A condition that isn't understood may hold.
      return nil
    }
  }

  private init(tokens: [SourceToken]) { self.tokens = tokens }

  private var word: String { index < tokens.count ? tokens[index].text : "" }

  private mutating func take(_ text: String) -> Bool {
    guard word == text else { return false }
    index += 1
    return true
  }

  private mutating func disjunction() -> Bool? {
    var value = conjunction()
    while take("||") {
      let other = conjunction()
      if value == true || other == true {
        value = true
      } else {
        value = value == nil || other == nil ? nil : false
      }
    }
    return value
  }

  private mutating func conjunction() -> Bool? {
    var value = operand()
    while take("&&") {
      let other = operand()
      if value == false || other == false {
        value = false
      } else {
        value = value == nil || other == nil ? nil : true
      }
    }
    return value
  }

  private mutating func operand() -> Bool? {
    if take("!") { return operand().map { !$0 } }
    if take("(") {
      let value = disjunction()
      _ = take(")")
      return value
    }
    let name = word
    index += 1
    guard take("(") else { return ["true": true, "false": false][name] }
    let argument = word
    var depth = 1
    while depth > 0, index < tokens.count {
      if word == "(" { depth += 1 }
      if word == ")" { depth -= 1 }
      index += 1
    }
    switch name {
    case "os": return argument == "Linux"
    case "targetEnvironment": return false
    case "canImport":
      if argument == "ObjectiveC" || AppleModules.contains(argument) { return false }
      return ["Foundation", "CoreData", "Glibc", "Dispatch"].contains(argument) ? true : nil
    default: return nil
    }
  }
}
