internal import Foundation
import StrataShell

extension Output {
  /// Makes the output of a program from its options and variables.
  convenience init(
    _ options: ProgramOptions, program: String, pager: String? = nil, variables: [String: String]
  ) {
    self.init(
      standardOutput: FileDescriptorOutput.standardOutput(),
      standardError: FileDescriptorOutput.standardError(), isQuiet: options.isQuiet,
      isVerbose: options.isVerbose,
      color: (options.color ?? .auto).resolved(variables: variables),
      showsProgress: Output.allowsProgress(variables: variables))
    tableStyle = TableStyle(
      format: options.format ?? .table, hasHeader: !options.noHeader,
      usesPager: !options.noPager)
    // The pager reads its keys from the terminal.
    guard isatty(0) == 1 else { return }
    self.pager = Pager.find(program: program, configured: pager, variables: variables)
  }
}
