import Foundation

extension String {
  /// The text with what differs from run to run replaced: moments, process numbers, identifiers,
  /// durations, the folder.
  func normalized(folder: String) -> String {
    var text = replacingOccurrences(of: folder, with: "FOLDER")
    let rules = [
      (#"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,6}(Z|[+-]\d\d:\d\d)"#, "MOMENT"),
      // In a column of a table it stays as wide as it was.
      (
        #"(?<=  )[A-Z][a-z]{2} \d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?=  )"#,
        "MOMENT" + String(repeating: " ", count: 17)
      ),
      (#"appshell\[\d+\]"#, "appshell[PID]"),
      // In a column of a table it stays as wide as it was.
      (
        #"[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}(?=  )"#,
        "UUID" + String(repeating: " ", count: 32)
      ),
      (#"[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}"#, "UUID"),
      // As people take them: in answers, and at the beginning of a row.
      (#"(?<=^|\n|logged |deleted |\w )[0-9a-f]{8}(?=: )"#, "UID"),
      (#"(?<=^|\n)[0-9a-f]{8}(?=  )"#, "UID     "),
      (#"time: \d+\.\d+ s"#, "time: SECONDS s"),
      (#"(SQLite["|,: ]+)\d+\.\d+\.\d+"#, "$1VERSION"),
    ]
    for (pattern, replacement) in rules {
      text = text.replacingOccurrences(of: pattern, with: replacement, options: .regularExpression)
    }
    return text
  }
}
