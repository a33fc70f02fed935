/// The rules by which a request is let through to the pages.
///
/// Any program and any site that a browser shows can send requests to a port of this machine. Those that don't know the
/// token get nothing, and neither do those by which another site's name leads here.
struct HTTPGate: Sendable {
  let port: UInt16
  /// The secret of this run, in the address that the program shows.
  let token: String
  /// The pages that take forms. Empty where the store is only read.
  private let formPaths: Set<String>

  init(port: UInt16, formPaths: Set<String> = []) {
    self.port = port
    self.formPaths = formPaths
    var generator = SystemRandomNumberGenerator()
    token = (0..<4).map { _ in
      let digits = String(generator.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  private var hosts: [String] { ["127.0.0.1:\(port)", "localhost:\(port)"] }
  private var cookie: String { "strata_\(port)" }

  /// The address that a person opens.
  var address: String { "http://127.0.0.1:\(port)/?token=\(token)" }

  /// Returns the answer to a request that isn't let through, or nil.
  func answer(_ request: HTTPRequest) -> HTTPResponse? {
    // A name of another site that leads to this machine stays in this field.
    guard let host = request.fields["host"], hosts.contains(host) else {
      return .text(.forbidden, "this page has another host")
    }
    if let origin = request.fields["origin"], origin != "http://\(host)" {
      return .text(.forbidden, "another site has sent this")
    }
    if let site = request.fields["sec-fetch-site"], site != "same-origin", site != "none" {
      return .text(.forbidden, "another site has sent this")
    }
    if request.path == "/", let given = request.query["token"] {
      guard isToken(given) else { return .text(.forbidden, "the token is wrong") }
      return HTTPResponse(
        status: .seeOther, type: "text/plain; charset=utf-8", body: "",
        fields: [
          ("Location", "/"),
          ("Set-Cookie", "\(cookie)=\(token); Path=/; HttpOnly; SameSite=Strict"),
        ])
    }
    let given = request.fields["x-strata-token"] ?? cookieValue(request.fields["cookie"])
    guard let given, isToken(given) else {
      return .text(.forbidden, "open the address that strata serve has shown")
    }
    return methodAnswer(request)
  }

  private func methodAnswer(_ request: HTTPRequest) -> HTTPResponse? {
    if request.method == "GET" { return nil }
    guard request.method == "POST", formPaths.contains(request.path) else {
      var response = HTTPResponse.text(
        .methodNotAllowed,
        formPaths.isEmpty ? "the page only reads" : "the page takes no such request")
      response.fields.append(("Allow", formPaths.contains(request.path) ? "GET, POST" : "GET"))
      return response
    }
    // A browser says where a form was sent from. The cookie doesn't: those of other ports of this machine have it, too.
    guard request.fields["origin"] != nil else {
      return .text(.forbidden, "a change needs an origin")
    }
    return nil
  }

  private func cookieValue(_ field: String?) -> String? {
    for part in (field ?? "").split(separator: ";") {
      let pair = part.split(separator: "=", maxSplits: 1)
      if pair.count == 2, pair[0].filter({ $0 != " " }) == cookie { return String(pair[1]) }
    }
    return nil
  }

  /// Compares in the same time wherever the texts differ.
  private func isToken(_ text: String) -> Bool {
    let (given, own) = (Array(text.utf8), Array(token.utf8))
    guard given.count == own.count else { return false }
    return zip(given, own).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
