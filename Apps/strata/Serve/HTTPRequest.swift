import Foundation

/// A request of a browser, as the page reads it: HTTP/1.1 without what a page of one's own doesn't need (RFC 9112).
struct HTTPRequest: Sendable, Equatable {
  let method: String
  /// The path, decoded. It has no `..`.
  let path: String
  /// The values of the query, by name, decoded.
  let query: [String: String]
  /// The fields, by name in lower case. Each is there once.
  let fields: [String: String]
  /// The number of bytes that follow the head.
  let bodySize: Int
  /// The bytes that follow the head.
  var body: [UInt8] = []

  /// The greatest size of a head, with its empty line.
  static let headLimit = 16 * 1024
  /// The greatest size of a body.
  static let bodyLimit = 1024 * 1024

  /// An answer to a request that can't be read.
  struct Refusal: Error, Equatable {
    let status: HTTPStatus
    let reason: String

    init(_ status: HTTPStatus, _ reason: String) {
      self.status = status
      self.reason = reason
    }
  }

  /// Parses a head: all bytes up to the empty line, and that.
  ///
  /// - Throws: ``Refusal`` for anything that isn't exactly as the standard has it.
  init(head: [UInt8]) throws(Refusal) {
    guard head.count <= Self.headLimit else {
      throw Refusal(.headTooLarge, "the head is too large")
    }
    guard head.suffix(4) == Array("\r\n\r\n".utf8)[...] else {
      throw Refusal(.badRequest, "the head has no end")
    }
    // Other bytes than these could mean something else to somebody who reads the head, too.
    guard head.allSatisfy({ $0 == 13 || $0 == 10 || $0 == 9 || (32...126).contains($0) }) else {
      throw Refusal(.badRequest, "the head isn't ASCII")
    }
    var lines = String(decoding: head.dropLast(4), as: UTF8.self).components(separatedBy: "\r\n")
    guard lines.allSatisfy({ !$0.utf8.contains(13) && !$0.utf8.contains(10) }) else {
      throw Refusal(.badRequest, "a line ends otherwise than by CR LF")
    }
    let words = lines.removeFirst().components(separatedBy: " ")
    guard words.count == 3, !words[0].isEmpty, words[0].utf8.allSatisfy(Self.isToken) else {
      throw Refusal(.badRequest, "the first line isn't a method, a target and a version")
    }
    guard words[2] == "HTTP/1.1" else {
      throw Refusal(.badRequest, "the version isn't HTTP/1.1")
    }
    method = words[0]
    (path, query) = try Self.target(words[1])
    fields = try Self.fields(lines)
    guard fields["transfer-encoding"] == nil else {
      throw Refusal(.notImplemented, "a body has a length here")
    }
    bodySize = try Self.bodySize(fields["content-length"])
  }

  private static func fields(_ lines: [String]) throws(Refusal) -> [String: String] {
    var fields: [String: String] = [:]
    for line in lines {
      guard let colon = line.firstIndex(of: ":"), colon != line.startIndex,
        line[..<colon].utf8.allSatisfy(isToken)
      else { throw Refusal(.badRequest, "a field has no name") }
      let name = line[..<colon].lowercased()
      let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      // Two hosts or two lengths are how one reader is led to see another request than the next.
      guard fields.updateValue(value, forKey: name) == nil else {
        throw Refusal(.badRequest, "the field \(name) is there twice")
      }
    }
    return fields
  }

  private static func bodySize(_ text: String?) throws(Refusal) -> Int {
    guard let text else { return 0 }
    guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else {
      throw Refusal(.badRequest, "the length of the body isn't a number")
    }
    guard let size = Int(text), size <= bodyLimit else {
      throw Refusal(.bodyTooLarge, "the body is too large")
    }
    return size
  }

  private static func target(
    _ text: String
  ) throws(Refusal) -> (path: String, query: [String: String]) {
    guard text.hasPrefix("/"), !text.contains("#") else {
      throw Refusal(.badRequest, "the target isn't a path")
    }
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let path = try decoded(parts[0], plusIsSpace: false)
    guard !path.split(separator: "/").contains(".."), !path.contains("\\"), !path.contains("\0")
    else { throw Refusal(.badRequest, "the path leads elsewhere") }
    return (path, parts.count > 1 ? try form(parts[1]) : [:])
  }

  /// The values of a form in the body, by name.
  ///
  /// - Throws: ``Refusal`` for a body that isn't exactly a form.
  func formValues() throws(Refusal) -> [String: String] {
    let type = (fields["content-type"] ?? "").split(separator: ";").first?.lowercased()
    guard type == "application/x-www-form-urlencoded" else {
      throw Refusal(.badRequest, "the body isn't a form")
    }
    guard let text = String(validating: body, as: UTF8.self) else {
      throw Refusal(.badRequest, "the form isn't UTF-8")
    }
    return try Self.form(text)
  }

  /// Decodes a query or the body of a form.
  static func form(_ text: some StringProtocol) throws(Refusal) -> [String: String] {
    var values: [String: String] = [:]
    for pair in text.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = try decoded(parts[0], plusIsSpace: true)
      let value = parts.count > 1 ? try decoded(parts[1], plusIsSpace: true) : ""
      guard values.updateValue(value, forKey: name) == nil else {
        throw Refusal(.badRequest, "\(name) is given twice")
      }
    }
    return values
  }

  private static func decoded(
    _ text: some StringProtocol, plusIsSpace: Bool
  ) throws(Refusal) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit)
        else { throw Refusal(.badRequest, "% is no encoded byte") }
        bytes.append(high << 4 | low)
      default: bytes.append(byte)
      }
    }
    guard let decoded = String(validating: bytes, as: UTF8.self) else {
      throw Refusal(.badRequest, "the target isn't UTF-8")
    }
    return decoded
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  private static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}

/// The statuses of answers (RFC 9110).
enum HTTPStatus: Int, Sendable {
  case ok = 200
  case seeOther = 303
  case badRequest = 400
  case forbidden = 403
  case notFound = 404
  case methodNotAllowed = 405
  case timeout = 408
  case conflict = 409
  case bodyTooLarge = 413
  case headTooLarge = 431
  case failed = 500
  case notImplemented = 501
  case unavailable = 503

  /// The status in words.
  var phrase: String {
    switch self {
    case .ok: "OK"
    case .seeOther: "See Other"
    case .badRequest: "Bad Request"
    case .forbidden: "Forbidden"
    case .notFound: "Not Found"
    case .methodNotAllowed: "Method Not Allowed"
    case .timeout: "Request Timeout"
    case .conflict: "Conflict"
    case .bodyTooLarge: "Content Too Large"
    case .headTooLarge: "Request Header Fields Too Large"
    case .failed: "Internal Server Error"
    case .notImplemented: "Not Implemented"
    case .unavailable: "Service Unavailable"
    }
  }
}

/// An answer to a browser.
struct HTTPResponse: Sendable {
  let status: HTTPStatus
  let type: String
  let body: String
  /// Further fields, with names and values of the program's own.
  var fields: [(name: String, value: String)] = []

  /// A short answer without a page.
  static func text(_ status: HTTPStatus, _ text: String) -> HTTPResponse {
    HTTPResponse(status: status, type: "text/plain; charset=utf-8", body: text + "\n")
  }

  /// An answer that leads the browser to another page, which it gets.
  static func redirect(to location: String) -> HTTPResponse {
    HTTPResponse(
      status: .seeOther, type: "text/plain; charset=utf-8", body: "",
      fields: [("Location", location)])
  }

  /// The bytes of the whole answer. No answer is kept by a browser, shown in a frame, or read by another site.
  ///
  /// The browser names the page that a form is on only to the page's own origin: without it the form would have no origin.
  var bytes: [UInt8] {
    var head = "HTTP/1.1 \(status.rawValue) \(status.phrase)\r\n"
    let all =
      [
        ("Content-Type", type), ("Content-Length", "\(body.utf8.count)"), ("Connection", "close"),
        ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"),
        ("X-Frame-Options", "DENY"), ("Referrer-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
      ] + fields
    for (name, value) in all { head += "\(name): \(value)\r\n" }
    return Array((head + "\r\n" + body).utf8)
  }
}
