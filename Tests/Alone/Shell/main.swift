// A shell with one command, in a program without a store.
import StrataShell

@MainActor final class Counter: ShellEnvironment {
  let output = Output(
    standardOutput: FileDescriptorOutput.standardOutput(),
    standardError: FileDescriptorOutput.standardError())
  var count = 0

  func perform(
    _ invocation: Invocation, body: @MainActor () async throws -> Void
  ) async throws { try await body() }
}

let add = Command<Counter>(["add"], "add a number", arguments: [.required("N")]) {
  invocation, counter in
  counter.count += try invocation.require("N").integer()
  try counter.output.print(Table(["count"], rows: [[Cell(counter.count)]]))
}
let shell = try Shell(environment: Counter(), commands: [add])
let status = await shell.run([.line("format csv"), .line("add 2"), .line("add 40")])
print(status)
