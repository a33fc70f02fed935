internal import Foundation

/// A compiled regular expression for matching many texts.
package final class RegularExpression {
  /// The syntax of a regular expression, and the part of a text that it must match.
  package enum Kind: Hashable, Sendable {
    /// The syntax of `NSRegularExpression`, to match the whole text.
    case whole(QueryExpression.TextOptions)
    /// The syntax of Swift's `Regex`, to match anywhere in the text.
    case part
  }

  private enum Compiled {
    case foundation(NSRegularExpression)
    case swift(Regex<AnyRegexOutput>)
  }

  /// The time limit for matching one text, in seconds.
  ///
  /// Some expressions take exponential time.
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
        // Compiled alone first. A superfluous closing parenthesis would end the group that is added
        // around it.
        if !pattern.isEmpty { _ = try NSRegularExpression(pattern: pattern, options: flags) }
        compiled = .foundation(
          try NSRegularExpression(pattern: "^(?:\(pattern))$", options: flags))
      case .part: compiled = .swift(try Regex(pattern))
      }
    } catch let error as NSError where error.domain == NSCocoaErrorDomain {
      // Foundation gives no reason beyond that the pattern is invalid.
      throw .invalid(pattern, reason: nil)
    } catch {
      throw .invalid(pattern, reason: "\(error)")
    }
  }

  /// Returns true if the expression matches a text.
  package func matches(_ text: String) throws(RegularExpressionError) -> Bool {
    switch compiled {
    case .swift(let regex): return text.firstMatch(of: regex) != nil
    case .foundation(let expression):
      let range = NSRange(text.startIndex..., in: text)
      let deadline = Date(timeIntervalSinceNow: Self.timeLimit)
      var found = false
      var isTooCostly = false
      // Without the completion report, a match that ended early for lack of memory would look like
      // no match.
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
      // After the deadline a missing match proves nothing, even if the engine stopped by its own
      // limits.
      if !found, Date() >= deadline { isTooCostly = true }
      guard !isTooCostly else { throw .tooCostly(pattern) }
      return found
    }
  }
}

/// The error for a regular expression that is invalid or too costly.
public enum RegularExpressionError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The pattern isn't a valid regular expression.
  case invalid(String, reason: String?)
  /// Matching a text takes too much time or memory.
  case tooCostly(String)

  /// A message that names the pattern and says what to do.
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

/// A cache of recently used regular expressions, so that each is compiled once for many rows.
package final class RegularExpressions {
  private struct Key: Hashable {
    let pattern: String
    let kind: RegularExpression.Kind
  }

  private var compiled: [Key: RegularExpression] = [:]

  /// Creates an empty cache.
  package init() {}

  /// Returns a regular expression, and compiles it if it isn't cached.
  package subscript(
    pattern: String, kind: RegularExpression.Kind
  ) -> RegularExpression {
    get throws(RegularExpressionError) {
      let key = Key(pattern: pattern, kind: kind)
      if let known = compiled[key] { return known }
      let made = try RegularExpression(pattern, kind)
      // The cache is limited, since each row may have a pattern of its own.
      if compiled.count >= 32 { compiled.removeAll() }
      compiled[key] = made
      return made
    }
  }
}
