/// Breaks lines like swift-format does with default settings.
struct SourceLayout {
  /// The greatest length of a line.
  var width = 100

  /// The declaration of a property.
  func lines(of property: ClassProperty, indent: String) -> [String] {
    var lines = property.comments.flatMap { comment(wrapped: $0, indent: indent) }
    let start = "\(property.access)var \(property.name):"
    var variable = "\(start) \(property.type)"
    if let value = property.initialValue {
      let whole = "\(variable) = \(value)"
      variable = indent.count + whole.count > width ? "\(variable) =\n\(indent)  \(value)" : whole
    }
    if property.initialValue == nil, indent.count + variable.count > width {
      variable = "\(start)\n\(indent)  \(property.type)"
    }
    guard let (name, arguments) = property.attribute else {
      return lines + split(indent + variable)
    }
    let attribute = arguments.isEmpty ? name : "\(name)(\(arguments.joined(separator: ", ")))"
    if !variable.contains("\n"), indent.count + attribute.count + 1 + variable.count <= width {
      return lines + ["\(indent)\(attribute) \(variable)"]
    }
    if indent.count + attribute.count <= width {
      lines.append(indent + attribute)
    } else {
      lines.append("\(indent)\(name)(")
      lines += list(arguments, indent: indent + "  ")
      lines[lines.count - 1] += ")"
    }
    return lines + split(indent + variable)
  }

  /// A call of a macro, such as `#Unique<Trip>([\.name])`.
  func lines(of macro: String, _ arguments: [String], indent: String) -> [String] {
    let line = "\(indent)\(macro)(\(arguments.joined(separator: ", ")))"
    guard line.count > width else { return [line] }
    var lines = ["\(indent)\(macro)("] + list(arguments, indent: indent + "  ")
    lines[lines.count - 1] += ")"
    return lines
  }

  /// The first lines of an initializer.
  func initializer(_ modifiers: String, _ parameters: [String], indent: String) -> [String] {
    let line = "\(indent)\(modifiers)init(\(parameters.joined(separator: ", "))) {"
    guard line.count > width else { return [line] }
    return ["\(indent)\(modifiers)init("] + list(parameters, indent: indent + "  ")
      + ["\(indent)) {"]
  }

  /// A call of the superclass's initializer.
  func call(_ function: String, _ arguments: [String], indent: String) -> [String] {
    lines(of: function, arguments, indent: indent)
  }

  /// Arguments separated by commas, with as many in a line as fit.
  func list(_ arguments: [String], indent: String) -> [String] {
    var lines: [String] = []
    for (index, argument) in arguments.enumerated() {
      let text = argument + (index < arguments.count - 1 ? "," : "")
      // Leaves room for the closing bracket.
      if let last = lines.last, last.count + text.count + 2 <= width {
        lines[lines.count - 1] += " " + text
      } else if indent.count + text.count + 1 > width, argument.hasPrefix("["),
        argument.hasSuffix("]")
      {
        let elements = argument.dropFirst().dropLast().split(separator: ",").map {
          String($0.drop { $0 == " " })
        }
        lines.append(indent + "[")
        lines += list(elements, indent: indent + "  ")
        lines[lines.count - 1] += ","
        lines.append(indent + "]" + text.dropFirst(argument.count))
      } else {
        lines.append(indent + text)
      }
    }
    return lines
  }

  /// The assignment of an initializer's parameter to the property with the same name.
  func assignment(_ name: String, indent: String) -> [String] {
    let line = "\(indent)self.\(name) = \(name)"
    return line.count > width ? ["\(indent)self.\(name) =", "\(indent)  \(name)"] : [line]
  }

  /// A comment, wrapped to the width.
  func comment(wrapped text: String, indent: String) -> [String] {
    var lines: [String] = []
    let clean = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    for word in clean.split(separator: " ", omittingEmptySubsequences: true) {
      if let last = lines.last, last.count + word.count < width {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append("\(indent)// \(word)")
      }
    }
    return lines
  }

  private func split(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
