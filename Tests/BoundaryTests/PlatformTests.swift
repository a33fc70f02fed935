import Foundation
import StrataTestSupport
import Testing

/// The systems that the sources are written for. There is a toolchain of one of them here, so the sources are read.
@Suite struct Platforms {
  /// A system, with the names that `#if` knows it by and the modules that its toolchain has.
  struct Platform: CustomTestStringConvertible, Sendable {
    let system: String
    let library: String
    let modules: Set<String>

    var testDescription: String { library }

    static let all = [
      Platform(system: "Linux", library: "Glibc", modules: open),
      Platform(system: "Linux", library: "Musl", modules: open),
      Platform(system: "Android", library: "Android", modules: open),
      Platform(system: "macOS", library: "Darwin", modules: ["ObjectiveC", "os"]),
    ]

    /// What Swift's own Foundation is made of, outside of Apple's systems.
    private static let open: Set = ["FoundationEssentials", "FoundationXML"]
    /// The modules of every toolchain.
    static let common: Set = [
      "Swift", "Foundation", "Dispatch", "Observation", "Synchronization", "RegexBuilder",
    ]
    static let libraries: Set = ["Glibc", "Musl", "Android", "Darwin", "Bionic", "WinSDK"]

    func has(_ module: String) -> Bool {
      module == library || modules.contains(module) || Self.common.contains(module)
    }
  }

  private static let home = "Modules/Essentials/Platform/Platform.swift"

  private static let sources = Result { try Source.all() }

  @Test func haveTheirCLibraryFromOneFile() throws {
    for source in try Self.sources.get() where source.path != Self.home {
      let libraries = source.outline.compactMap(\.imported).filter(Platform.libraries.contains)
      #expect(libraries == [], "\(source.path) imports StrataPlatform instead")
    }
  }

  @Test func areCalledByFilesThatImportIt() throws {
    var count = 0
    for source in try Self.sources.get() where source.path != Self.home {
      guard let call = source.calls.first else { continue }
      count += 1
      #expect(
        source.outline.contains { $0.imported == "StrataPlatform" },
        "\(source.path) has \(call) and needs StrataPlatform")
    }
    #expect(count > 20)
  }

  @Test(arguments: Platform.all)
  func haveTheModulesThatFilesImport(platform: Platform) throws {
    let own = Set(try Manifest(at: Repository.root).floors.flatMap(\.targets).map(\.name))
    for source in try Self.sources.get() {
      let missing = try ConditionReader(platform: platform, own: own).imports(source.outline)
        .filter { !platform.has($0) && !own.contains($0) }
      #expect(missing == [], "\(source.path) on \(platform.library)")
    }
  }

  @Test(arguments: Platform.all)
  func haveOneCLibrary(platform: Platform) throws {
    let source = try #require(try Self.sources.get().first { $0.path == Self.home })
    let reader = ConditionReader(platform: platform, own: [])
    #expect(try reader.imports(source.outline) == [platform.library])
  }
}

/// What the tests ask of a file of Swift.
private struct Source {
  /// A line that imports a module or decides what is compiled.
  struct Line {
    let text: String

    /// The module that the line imports.
    var imported: String? {
      var words = text.split(separator: " ").map(String.init)[...]
      words = words.drop { $0.hasPrefix("@") || $0 != "import" && $0.allSatisfy(\.isLowercase) }
      guard words.count > 1, words.first == "import" else { return nil }
      // As in `import struct Foundation.Date`.
      let name =
        words.dropFirst().first { $0.first?.isUppercase == true } ?? words[words.startIndex + 1]
      return name.split(separator: ".").first.map(String.init)
    }
  }

  let path: String
  let outline: [Line]
  /// Calls and constants of the C library by which nothing of the package's own is called.
  let calls: [String]

  static func all() throws -> [Source] {
    try ["Modules", "Apps"].flatMap { folder in
      let files = try FileManager.default.subpathsOfDirectory(
        atPath: Repository.root.appendingPathComponent(folder).path)
      return try files.filter { $0.hasSuffix(".swift") }.sorted().map {
        try Source(path: "\(folder)/\($0)")
      }
    }
  }

  private init(path: String) throws {
    self.path = path
    var outline: [Line] = []
    var calls: [String] = []
    var isInText = false
    for line in try Repository.text(of: path).utf8.split(separator: UInt8(ascii: "\n")) {
      let code = line.drop { $0 == UInt8(ascii: " ") }
      if code.starts(with: "\"\"\"".utf8) || line.suffix(3).elementsEqual("\"\"\"".utf8) {
        isInText.toggle()
        continue
      }
      if isInText || code.starts(with: "//".utf8) { continue }
      let text = String(code) ?? ""
      if code.starts(with: "#".utf8) || text.contains("import ") {
        outline.append(Line(text: text))
      }
      if !text.contains("func ") { calls += Self.calls(in: code) }
    }
    self.outline = outline
    self.calls = calls
  }

  private static let functions: Set = [
    "memcmp", "memchr", "strlen", "strcmp", "strerror", "strdup", "fcntl", "fstat", "lstat",
    "statvfs", "ioctl", "usleep", "clock_gettime", "dlopen", "dlsym", "isatty", "posix_spawn",
    "waitpid", "sigemptyset", "sigaddset", "nl_langinfo", "setlocale", "malloc", "free", "fsync",
    "flock", "pthread_create", "pthread_self", "pthread_getspecific", "pthread_key_create",
  ]
  private static let constants: Set = [
    "errno", "O_RDONLY", "O_WRONLY", "O_RDWR", "O_CREAT", "O_EXCL", "O_CLOEXEC", "O_NONBLOCK",
    "O_NOFOLLOW", "O_APPEND", "O_TRUNC", "S_IFMT", "S_IFREG", "S_IFDIR", "SIGINT", "SIGTERM",
    "SIGPIPE", "SIGHUP", "SIGQUIT", "EINTR", "ENOENT", "EAGAIN", "EEXIST",
  ]

  /// The words of a line that are the C library's, outside of texts. Members of something else aren't.
  private static func calls(in line: Substring.UTF8View) -> [String] {
    var result: [String] = []
    var (isInText, start, before) = (false, line.startIndex, UInt8(ascii: " "))
    for index in line.indices {
      let byte = line[index]
      let isOfWord =
        byte == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 32)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      if isOfWord { continue }
      if start < index, !isInText, ![UInt8(ascii: "."), UInt8(ascii: "`")].contains(before) {
        let word = String(line[start..<index]) ?? ""
        let isCall = byte == UInt8(ascii: "(") && functions.contains(word)
        if isCall || constants.contains(word) && byte != UInt8(ascii: ":") { result.append(word) }
      }
      if byte == UInt8(ascii: "\"") { isInText.toggle() }
      (start, before) = (line.index(after: index), byte)
    }
    return result
  }
}

/// Leaves out the lines that a system's compiler leaves out.
private struct ConditionReader {
  let platform: Platforms.Platform
  let own: Set<String>

  struct Unreadable: Error { let condition: String }

  /// The modules that the lines of a file import on the system.
  func imports(_ lines: [Source.Line]) throws -> [String] {
    var result: [String] = []
    // Whether each of the blocks around a line is compiled, and whether one of its parts has been.
    var blocks: [(isOn: Bool, isDone: Bool)] = []
    for line in lines {
      if line.text.hasPrefix("#if ") {
        let holds = try value(line.text.dropFirst(4))
        blocks.append((holds, holds))
      } else if line.text.hasPrefix("#elseif "), let block = blocks.last {
        let holds = try !block.isDone && value(line.text.dropFirst(8))
        blocks[blocks.count - 1] = (holds, block.isDone || holds)
      } else if line.text.hasPrefix("#else"), let block = blocks.last {
        blocks[blocks.count - 1] = (!block.isDone, true)
      } else if line.text.hasPrefix("#endif"), !blocks.isEmpty {
        blocks.removeLast()
      } else if blocks.allSatisfy(\.isOn), let module = line.imported {
        result.append(module)
      }
    }
    return result
  }

  /// The value of a condition, whose operators are `||`, `&&` and `!`.
  private func value(_ condition: Substring) throws -> Bool {
    let text = condition.split(separator: "//")[0].trimmingCharacters(in: .whitespaces)
    return try text.components(separatedBy: " || ").contains { part in
      try part.components(separatedBy: " && ").allSatisfy { term in
        term.hasPrefix("!") ? try !holds(String(term.dropFirst())) : try holds(term)
      }
    }
  }

  private func holds(_ text: String) throws -> Bool {
    let parts = text.split(separator: "(", maxSplits: 1)
    let argument = parts.count > 1 ? String(parts[1].dropLast()) : ""
    switch parts.first {
    case "canImport": return platform.has(argument) || own.contains(argument)
    case "os": return platform.system == argument
    case "compiler", "swift", "Server", "DEBUG": return true
    case "arch", "hasFeature", "targetEnvironment": return false
    default: throw Unreadable(condition: text)
    }
  }
}
