internal import Foundation
import Strata
internal import StrataPlatform
import StrataShell

extension ProgramRun {
  /// Returns the shell's configuration for this run.
  func configuration(_ environment: ApplicationEnvironment) throws -> ShellConfiguration {
    var configuration = ShellConfiguration()
    configuration.keepsGoing = options.keepsGoing
    configuration.echoesLines = options.echoesLines
    configuration.echoPrompt = "\(name)> "
    configuration.aliases = settings.aliases
    configuration.program = application.description
    try Signals.install(
      interruption: configuration.interruption, termination: configuration.termination)
    let template = try PromptTemplate(settings.text("prompt") ?? PromptTemplate.standard)
    let (program, usual) = (name, settings.text("author") ?? name)
    configuration.terminal.prompt = { [weak environment] in
      environment?.showNotices()
      return template.prompt(
        PromptTemplate.Facts(
          program: program, author: environment?.context.author, usualAuthor: usual,
          isInTransaction: environment?.isInTransaction ?? false))
    }
    configuration.terminal.historyPath = HistoryLocation.path(program: name, variables: variables)
    // A dumb terminal can't move a cursor. The program that shows it, such as Emacs, edits the
    // lines.
    if variables["TERM"] == "dumb" { configuration.terminal.libraries = [] }
    return configuration
  }
}

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
