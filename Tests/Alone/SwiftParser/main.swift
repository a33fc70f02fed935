// A declaration read without a compiler.
import StrataSwiftParser

let type = try TypeDeclaration(
  scanning: "final class Book: Codable { var title = \"x\"; init() {} }")
print(type.kind.rawValue, type.name, type.members.count)
