import StrataSwiftParser

extension FileAdapter {
  /// The attributes that don't compile without Objective-C.
  static let objectiveC: Set<String> = ["objc", "objcMembers", "IBAction", "IBOutlet"]

  /// Puts the attributes of Objective-C of a declaration between `#if` and `#endif`.
  mutating func adaptAttributes(of declaration: some Declaration, offset: Int) {
    guard
      let attributes = attributes(
        of: declaration, where: { Self.objectiveC.contains($0.baseName) }),
      !attributes.isEmpty
    else { return }
    wrap(attributes, at: offset, otherwise: nil)
  }

  /// Adapts a member with `@NSManaged`. Returns false for any other.
  mutating func adaptManaged(_ member: Member, of type: TypeDeclaration) -> Bool {
    guard let declaration = member.declaration,
      let own = attributes(of: declaration, where: { $0.baseName == "NSManaged" })
    else { return true }
    guard let attribute = own.first else { return false }
    let all =
      attributes(
        of: declaration,
        where: { $0.baseName == "NSManaged" || Self.objectiveC.contains($0.baseName) }) ?? own
    guard classes.isManaged(type) else {
      note(
        attribute.source.offset,
        "\(ProgramClasses.name(of: type)) is no managed object class of these sources; adapt them "
          + "together with it, or give the member a body")
      return true
    }
    switch member {
    case .variable(let variable) where variable.bindings.count == 1:
      let name = variable.bindings[0].name?.text ?? ""
      wrap(all, at: declaration.range.lowerBound, otherwise: managed(name, of: type))
    case .variable:
      note(
        attribute.source.offset,
        "@Managed needs each property in a declaration of its own; give each a line")
    case .function(let function):
      guard let call = MemberMethod(function, classes.variables(of: type))?.call else {
        note(
          attribute.source.offset,
          "\(function.name.text) is none of the methods that Core Data has for to-many relationships; "
            + "write its body")
        return true
      }
      replace(function, all, call)
    default:
      note(attribute.source.offset, "only variables and functions can be @NSManaged")
    }
    return true
  }

  /// The attribute for a variable of a managed object.
  private func managed(_ name: String, of type: TypeDeclaration) -> String {
    // By convention the primitive value of a property that has accessors of its own.
    let prefix = "primitive"
    guard name.hasPrefix(prefix), let first = name.dropFirst(prefix.count).first, first.isUppercase
    else { return "@Managed" }
    let rest = name.dropFirst(prefix.count)
    let key = first.lowercased() + rest.dropFirst()
    let names = [key, String(rest)]
    guard let own = names.first(where: classes.variables(of: type).contains) else {
      return "@Managed"
    }
    return "@Managed(\(SwiftWord.literal(own)))"
  }

  /// The attributes of a declaration that Linux would compile. Nil, with a note, if one is in an
  /// `#if` of its own.
  private mutating func attributes(
    of declaration: some Declaration, where isWanted: (Attribute) -> Bool
  ) -> [Attribute]? {
    let found = declaration.attributes.filter {
      isWanted($0) && !source.isExcluded($0.source.offset)
    }
    for attribute in found { seenAttributes.insert(attribute.source.offset) }
    guard let conditional = found.first(where: { $0.condition != nil }) else { return found }
    note(
      conditional.source.offset,
      "@\(conditional.baseName) depends on a condition; add canImport(ObjectiveC) to it")
    return nil
  }

  /// Moves attributes before their declaration, between `#if` and `#endif`.
  private mutating func wrap(_ attributes: [Attribute], at offset: Int, otherwise: String?) {
    if otherwise != nil { usesCoreData = true }
    let (newline, indent) = (source.newline, source.indent(at: offset))
    let isFirst = source.startsLine(offset)
    let inner = isFirst ? indent : indent + "  "
    var lines = [Self.condition, attributes.map(\.source.text).joined(separator: " ")]
    if let otherwise { lines += ["#else", otherwise] }
    lines.append("#endif")
    let text = lines.map { $0 + newline + inner }.joined()
    edits.add(offset..<offset, (isFirst ? "" : newline + inner) + text)
    for attribute in attributes {
      let range = attribute.source.range
      edits.add(
        range.lowerBound..<source.skippingSpace(from: range.upperBound), "", isCounted: false)
    }
  }

  /// Writes a function twice: with its attributes for Objective-C, and with a body.
  private mutating func replace(
    _ function: FunctionDeclaration, _ attributes: [Attribute], _ call: String
  ) {
    usesCoreData = true
    let (range, newline) = (function.range, source.newline)
    let isFirst = source.startsLine(range.lowerBound)
    let indent = source.indent(at: range.lowerBound) + (isFirst ? "" : "  ")
    var plain = SourceEdits()
    for attribute in attributes {
      let own = attribute.source.range
      plain.add(own.lowerBound..<source.skippingSpace(from: own.upperBound), "")
    }
    let head = plain.extract(range, of: source.bytes)
    let line = "\(head) { \(call) }"
    let isLong = indent.count + line.count > 100 || head.contains("\n")
    let body =
      isLong
      ? ["\(head) {", "\(ParsedSource.step(of: indent))\(call)", "}"] : [line]
    let lines = [Self.condition, source.text(range), "#else"] + body + ["#endif"]
    let before = isFirst ? "" : newline + indent
    edits.add(range, before + lines.joined(separator: newline + indent))
  }
}
