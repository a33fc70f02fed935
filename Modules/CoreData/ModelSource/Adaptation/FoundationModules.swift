/// The types of Foundation that are in modules of their own on Linux.
enum FoundationModules {
  /// The module that has a type on Linux, or nil if it is Foundation.
  static func module(of name: String) -> String? { modules[name] }

  private static let modules: [String: String] = {
    var modules: [String: String] = [:]
    for name in networking { modules[name] = "FoundationNetworking" }
    for name in xml { modules[name] = "FoundationXML" }
    return modules
  }()

  private static let networking = [
    "CachedURLResponse", "HTTPCookie", "HTTPCookieStorage", "HTTPURLResponse", "NSURLRequest",
    "URLAuthenticationChallenge", "URLCache", "URLCredential", "URLCredentialStorage",
    "URLProtectionSpace", "URLProtocol", "URLProtocolClient", "URLRequest", "URLResponse",
    "URLSession", "URLSessionConfiguration", "URLSessionDataDelegate", "URLSessionDataTask",
    "URLSessionDelegate", "URLSessionDownloadDelegate", "URLSessionDownloadTask",
    "URLSessionStreamTask", "URLSessionTask", "URLSessionTaskDelegate", "URLSessionTaskMetrics",
    "URLSessionUploadTask", "URLSessionWebSocketTask",
  ]

  // Others, such as XMLElement, iOS lacks, and libraries have them.
  private static let xml = ["XMLParser", "XMLParserDelegate"]
}
