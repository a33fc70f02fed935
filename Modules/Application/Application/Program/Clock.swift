internal import Foundation
import StrataDates
import StrataShell

/// The clock of a program's commands.
enum Clock {
  /// Makes the clock: the machine's, or a fixed moment.
  ///
  /// If the variable `PROGRAM_NOW` names a moment, the clock always returns it, so that scripts and
  /// tests have the same output each time.
  ///
  /// - Throws: A usage error if the variable isn't a date.
  static func make(
    program: String, variables: [String: String] = ProcessInfo.processInfo.environment
  ) throws(ShellError) -> @Sendable () -> Date {
    let name = "\(program.uppercased())_NOW"
    guard let text = variables[name], !text.isEmpty else { return { Date() } }
    do {
      let moment = try SpokenDate(text, now: Date(), in: .current)
      return { moment.date }
    } catch {
      throw ShellError(
        "the variable \(name) names no moment: \(error.message)", hint: error.hint,
        kind: .programUsage)
    }
  }
}

/// The time zone of the variable `TZ`.
struct ZoneVariable {
  /// The zone. Nil if the variable is missing or empty, or names no zone.
  let zone: TimeZone?
  /// The variable's value, if Foundation knows no zone of that name. Foundation uses UTC then.
  let unknown: String?

  /// Parses the variable as the C library does, except for rules such as `CET-1CEST`.
  ///
  /// It can be a name such as `Europe/Berlin`, with or without a colon before it, or the zone's
  /// file.
  init(_ variables: [String: String]) {
    guard let text = variables["TZ"], !text.isEmpty else {
      (zone, unknown) = (nil, nil)
      return
    }
    var name = text.hasPrefix(":") ? text.dropFirst() : text[...]
    let folder = "/usr/share/zoneinfo/"
    if name.hasPrefix(folder) { name = name.dropFirst(folder.count) }
    // `UTC0`, the rule for no offset, is common but has no file.
    zone = TimeZone(identifier: name == "UTC0" ? "UTC" : String(name))
    unknown = zone == nil ? text : nil
  }
}
