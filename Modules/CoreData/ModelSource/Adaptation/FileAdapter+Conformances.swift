import StrataSwiftParser

extension FileAdapter {
  /// Declares conformance to `Identifiable` on Apple's platforms alone: on Linux a managed object
  /// conforms already, and the compiler refuses to hear it twice.
  mutating func adaptConformances(of type: TypeDeclaration) {
    let types = type.inheritedTypes
    guard
      let index = types.firstIndex(where: {
        ["Identifiable", "Swift.Identifiable"].contains($0.text) && !source.isExcluded($0.offset)
      })
    else { return }
    let newline = source.newline
    let indent = source.indent(at: type.range.lowerBound)
    if type.kind == .extension, types.count == 1, type.members.isEmpty {
      let start = type.range.lowerBound
      edits.add(start..<start, "\(Self.condition)\(newline)\(indent)")
      let end = type.range.upperBound
      return edits.add(end..<end, "\(newline)\(indent)#endif", isCounted: false)
    }
    let isNested = source.file.types.contains {
      $0.range.lowerBound < type.range.lowerBound && $0.range.upperBound >= type.range.upperBound
    }
    guard !isNested else {
      return note(
        types[index].offset,
        "a managed object is Identifiable on Linux already; write the conformance in an extension "
          + "within \(Self.condition)")
    }
    let own = types[index].range
    if index > 0 {
      edits.add(types[index - 1].range.upperBound..<own.upperBound, "")
    } else if types.count > 1 {
      edits.add(own.lowerBound..<types[1].offset, "")
    } else {
      edits.add(type.name.range.upperBound..<own.upperBound, "")
    }
    let end = type.range.upperBound
    let lines = [Self.condition, "extension \(type.name.written): Identifiable {}", "#endif"]
    edits.add(
      end..<end, newline + lines.map { newline + indent + $0 }.joined(), isCounted: false)
  }
}
