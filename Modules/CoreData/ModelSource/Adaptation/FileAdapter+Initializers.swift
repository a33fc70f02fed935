import StrataSwiftParser

extension FileAdapter {
  /// Makes `init(entity:insertInto:)` a required initializer, or adds it.
  ///
  /// Linux makes objects of a class with it, so that it is required there. Apple's framework
  /// declares it as a designated initializer, which a class overrides.
  mutating func adaptInitializers(of type: TypeDeclaration) {
    let initializers = EntityInitializer(type)
    if let own = initializers.own {
      guard !own.hasModifier("required"), !source.isExcluded(own.keywordOffset) else { return }
      openInitializer(own, to: type)
      guard let modifier = own.modifiers.first(where: { $0.name == "override" }) else {
        return edits.add(own.keywordOffset..<own.keywordOffset, "required ")
      }
      let range = modifier.source.range
      // `required` says it alone if the superclass has the initializer as a required one.
      return classes.inheritsEntityInitializer(type)
        ? edits.add(range, "required") : edits.add(range.lowerBound..<range.lowerBound, "required ")
    }
    guard let last = initializers.lastDesignated, !source.isExcluded(last.keywordOffset) else {
      return
    }
    if let unassigned = initializers.unassigned {
      return note(
        unassigned.range.lowerBound,
        "\(type.name.text) needs required override init(entity:insertInto:), which can't give a value "
          + "to \(unassigned.pattern.text); give it an initial value, or write the initializer")
    }
    let modifiers =
      Self.access(of: type)
      + (classes.inheritsEntityInitializer(type) ? "required" : "required override")
    let (newline, indent) = (source.newline, source.indent(at: last.range.lowerBound))
    let step = ParsedSource.step(of: indent)
    let lines = [
      "",
      "\(modifiers) init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {",
      "\(step)super.init(entity: entity, insertInto: context)", "}",
    ]
    usesCoreData = true
    let end = last.range.upperBound
    let text = lines.map { newline + ($0.isEmpty ? "" : indent + $0) }.joined()
    edits.add(end..<end, text)
  }

  /// Makes an initializer as accessible as its class, as a required one must be.
  private mutating func openInitializer(_ own: InitializerDeclaration, to type: TypeDeclaration) {
    let hidden = ["private", "fileprivate"]
    guard let modifier = own.modifiers.first(where: { hidden.contains($0.name) }),
      !hidden.contains(type.accessLevel ?? "")
    else { return }
    let range = modifier.source.range
    edits.add(
      range.lowerBound..<source.skippingSpace(from: range.upperBound), Self.access(of: type),
      isCounted: false)
  }

  private static func access(of type: TypeDeclaration) -> String {
    ["public", "open"].contains(type.accessLevel) ? "public " : ""
  }
}
