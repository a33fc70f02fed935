/// The facts of a declaration on which two parsers should agree.
struct DeclarationSummary: Equatable, CustomStringConvertible {
  var kind: String
  /// With the labels of parameters.
  var names: [String]
  /// The names in the types of variables, results and aliases, in order, with `?` for each optional.
  var types: [[String]]
  var accessors: [String] = []
  var isStatic = false
  /// The positions of attributes with `@`, in bytes from the start of the file.
  var attributes: Set<Int> = []
  /// The positions of words such as `public`.
  var modifiers: Set<Int> = []
  var members: [DeclarationSummary] = []

  var count: Int { members.reduce(1) { $0 + $1.count } }

  var description: String {
    "\(isStatic ? "static " : "")\(kind) \(names) \(types) \(accessors) attributes \(attributes.sorted()) "
      + "modifiers \(modifiers.sorted()), \(members.count) members"
  }

  /// The first places where two summaries differ.
  func differences(from compiler: DeclarationSummary) -> [String] {
    var own = self
    var other = compiler
    (own.members, other.members) = ([], [])
    if own != other { return ["read as \(own), by the compiler as \(other)"] }
    if members.count != compiler.members.count {
      return [
        "\(kind) \(names) has \(members.count) members, for the compiler \(compiler.members.count)"
      ]
    }
    return zip(members, compiler.members).flatMap { $0.differences(from: $1) }
  }
}
