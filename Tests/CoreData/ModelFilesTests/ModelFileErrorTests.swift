import StrataModelFiles
import Testing

@Suite struct ModelFileErrors {
  @Test func sayTheLine() {
    let error = ModelFileError.invalid(path: "a/contents", line: 3, reason: "no name")
    #expect("\(error)" == "a/contents:3: no name")
  }
}
