// A stack with contexts of two authors, in a program without a shell and without the tracker's models.
import Foundation
import StrataModel
import StrataSchema
import StrataStack

@Model final class Note {
  var text: String
  init(_ text: String) { self.text = text }
}

let stack = try TestingStack(for: [Note.self], mainAuthor: "editor")
let view = stack.viewContext
view.insert(Note("first"))
try view.save()
let written = try await stack.withContext(author: "import") { context in
  context.insert(Note("second"))
  return context.author ?? ""
}
print(view.author ?? "", written)
do {
  _ = try stack.backgroundContext(author: "editor")
} catch {
  print(error)
}
print(try stack.reopened().viewContext.fetchCount(FetchDescriptor<Note>()))
