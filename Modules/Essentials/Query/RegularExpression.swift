internal import Foundation

/// A regular expression that is held against many texts, compiled once.
package final class RegularExpression {
  /// Whose rules an expression follows, and what it has to fit.
  package enum Kind: Hashable, Sendable {
    /// One of `NSRegularExpression`, over the whole text.
    case whole(QueryExpression.TextOptions)
    /// One of Swift's, anywhere in the text.
    case part
  }

  private enum Compiled {
    case foundation(NSRegularExpression)
    case swift(Regex<AnyRegexOutput>)
  }

  /// How long one text may be looked at, in seconds: some expressions take time that grows without
  /// bounds with the text's length.
  package static let timeLimit = 2.0

  private let pattern: String
  private let compiled: Compiled

  /// Compiles an expression.
  package init(_ pattern: String, _ kind: Kind) throws(RegularExpressionError) {
    self.pattern = pattern
    do {
      switch kind {
      case .whole(let options):
        let flags: NSRegularExpression.Options =
          options.contains(.caseInsensitive) ? .caseInsensitive : []
        // Read alone first: a closing parenthesis too many would end the group around it.
        if !pattern.isEmpty { _ = try NSRegularExpression(pattern: pattern, options: flags) }
        compiled = .foundation(
          try NSRegularExpression(pattern: "^(?:\(pattern))$", options: flags))
      case .part: compiled = .swift(try Regex(pattern))
      }
    } catch let error as NSError where error.domain == NSCocoaErrorDomain {
      // Foundation says no more than that it isn't one.
      throw .invalid(pattern, reason: nil)
    } catch {
      throw .invalid(pattern, reason: "\(error)")
    }
  }

  /// Whether the expression fits a text.
  package func matches(_ text: String) throws(RegularExpressionError) -> Bool {
    switch compiled {
    case .swift(let regex): return text.firstMatch(of: regex) != nil
    case .foundation(let expression):
      let range = NSRange(text.startIndex..., in: text)
      let deadline = Date(timeIntervalSinceNow: Self.timeLimit)
      var found = false
      var isTooCostly = false
      // Without a report at the end nothing tells that it came early, for lack of memory.
      expression.enumerateMatches(
        in: text, options: [.reportProgress, .reportCompletion], range: range
      ) { result, flags, stop in
        if let result {
          found = result.range == range
        } else if flags.contains(.internalError) {
          isTooCostly = true
        } else if flags.contains(.completed) {
          return
        } else if Date() < deadline {
          return
        } else {
          isTooCostly = true
        }
        stop.pointee = true
      }
      // Where the time is up, no answer is none, whatever the expression's own limits have made of it.
      if !found, Date() >= deadline { isTooCostly = true }
      guard !isTooCostly else { throw .tooCostly(pattern) }
      return found
    }
  }
}

/// Why a regular expression tells nothing of a text.
public enum RegularExpressionError: Error, Sendable, Hashable, CustomStringConvertible {
  /// It isn't one.
  case invalid(String, reason: String?)
  /// It takes too long, or too much memory, to say whether it fits a text.
  case tooCostly(String)

  /// What is wrong, and what to do.
  public var description: String {
    switch self {
    case .invalid(let pattern, let reason):
      "“\(pattern)” is no regular expression" + (reason.map { ": \($0)" } ?? "")
    case .tooCostly(let pattern):
      "the regular expression “\(pattern)” takes more than \(RegularExpression.timeLimit) seconds, "
        + "or too much memory, for one text; avoid repetitions inside of repetitions"
    }
  }
}

/// The regular expressions that were used last, so that each is compiled once for many rows.
package final class RegularExpressions {
  private struct Key: Hashable {
    let pattern: String
    let kind: RegularExpression.Kind
  }

  private var compiled: [Key: RegularExpression] = [:]

  /// None yet.
  package init() {}

  /// A regular expression, compiled if it wasn't.
  package subscript(
    pattern: String, kind: RegularExpression.Kind
  ) -> RegularExpression {
    get throws(RegularExpressionError) {
      let key = Key(pattern: pattern, kind: kind)
      if let known = compiled[key] { return known }
      let made = try RegularExpression(pattern, kind)
      // A pattern of each row's own would fill it for nothing.
      if compiled.count >= 32 { compiled.removeAll() }
      compiled[key] = made
      return made
    }
  }
}
