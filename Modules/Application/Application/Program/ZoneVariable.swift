internal import Foundation

/// The zone that the variable `TZ` names.
struct ZoneVariable {
  /// The zone; nil where the variable is missing, empty, or names none.
  let zone: TimeZone?
  /// The variable's value, where it names no zone that Foundation knows: Foundation takes UTC then.
  let unknown: String?

  /// Reads it as the C library does, but for rules such as `CET-1CEST`: a name such as `Europe/Berlin`, with
  /// a colon before it or without, or the file of the zone.
  init(_ variables: [String: String]) {
    guard let text = variables["TZ"], !text.isEmpty else {
      (zone, unknown) = (nil, nil)
      return
    }
    var name = text.hasPrefix(":") ? text.dropFirst() : text[...]
    let folder = "/usr/share/zoneinfo/"
    if name.hasPrefix(folder) { name = name.dropFirst(folder.count) }
    // The rule for no offset is common, and no file has its name.
    zone = TimeZone(identifier: name == "UTC0" ? "UTC" : String(name))
    unknown = zone == nil ? text : nil
  }
}
