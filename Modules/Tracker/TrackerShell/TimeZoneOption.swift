public import Foundation
public import StrataApplication
public import StrataShell

extension CommandLineOption {
  /// The option `--time-zone`, which sets the zone of days, weeks and years.
  public static let timeZone = CommandLineOption.value(
    "time-zone", "Z", "the zone in which days begin; the machine's when left out")
}

extension ApplicationEnvironment {
  /// Returns the zone of `--time-zone`, or else that of the output.
  ///
  /// - Throws: A usage error for an unknown zone.
  public func timeZone(of invocation: Invocation) throws(ShellError) -> TimeZone {
    guard let name = invocation.option("time-zone") else { return output.timeZone }
    guard let zone = TimeZone(identifier: name.text) else {
      throw name.error("“\(name.text)” is no time zone", hint: "write it like Europe/Berlin or UTC")
    }
    return zone
  }
}
