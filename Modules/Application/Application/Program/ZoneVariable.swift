internal import Foundation

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
