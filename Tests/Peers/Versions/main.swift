// A program with one version of the models of the random tests. It answers each line with one of its own.

import Foundation

let program = VersionProgram()
while let line = readLine() {
  let answer: String
  do {
    answer = try program.answer(line)
  } catch {
    answer = "error: \(error)".replacing("\n", with: " ")
  }
  // Without a buffer, so that whoever waits for a line gets it.
  FileHandle.standardOutput.write(Data((answer + "\n").utf8))
}
