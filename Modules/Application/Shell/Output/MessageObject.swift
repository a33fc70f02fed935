import Foundation

/// An error, a warning or a message as a JSON object on one line. Every object has all fields.
struct MessageObject {
  private static let fields = ["kind", "message", "hint", "place", "line", "column"]

  private let cells: [Cell]

  init(kind: String, message: String) {
    cells = [.text(kind), .text(message), .null, .null, .null, .null]
  }

  init(_ error: ShellError, at place: SourcePlace?) {
    cells = [
      .text(error.kind.rawValue), .text(error.message), Cell(error.hint), Cell(place?.name),
      Cell(place?.line), Cell(place == nil ? error.column : place?.column),
    ]
  }

  /// The object's JSON, without a line end.
  var line: String {
    // No field is a date, so the zone has no effect.
    var encoding = JSONEncoding(zone: .gmt)
    encoding.appendObject(keys: Self.fields.map { Array("\"\($0)\":".utf8) }, cells)
    return String(decoding: encoding.bytes.dropLast(), as: UTF8.self)
  }
}
