/// Formats sizes for people.
enum ByteCount {
  /// Formats a size as `512 bytes`, `96 KB` or `1.5 MB`. A KB is 1,024 bytes.
  static func text(_ count: Int64) -> String {
    if count < 1024 { return count == 1 ? "1 byte" : "\(count) bytes" }
    var size = Double(count) / 1024
    var units = ["KB", "MB", "GB", "TB"][...]
    while size >= 1024, units.count > 1 {
      size /= 1024
      units.removeFirst()
    }
    let rounded = (size * 10).rounded() / 10
    let text = rounded == rounded.rounded() || rounded >= 100 ? "\(Int64(rounded))" : "\(rounded)"
    return "\(text) \(units.first ?? "KB")"
  }
}
