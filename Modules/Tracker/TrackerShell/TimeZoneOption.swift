public import Foundation
public import StrataApplication
public import StrataShell

extension CommandLineOption {
  /// `--time-zone`: where days, weeks and years begin.
  public static let timeZone = CommandLineOption.value(
    "time-zone", "Z", "the zone in which days begin; the machine's when left out")
}

extension ApplicationEnvironment {
  /// The zone that `--time-zone` names; without it, the one of all output.
  ///
  /// - Throws: a usage error for what is no zone.
  public func timeZone(of invocation: Invocation) throws(ShellError) -> TimeZone {
    guard let name = invocation.option("time-zone") else { return output.timeZone }
    guard let zone = TimeZone(identifier: name.text) else {
      throw name.error("“\(name.text)” is no time zone", hint: "write it like Europe/Berlin or UTC")
    }
    return zone
  }
}
