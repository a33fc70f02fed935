internal import Foundation
import Strata
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
    environment.notices.waitForPrompt = options.inputs.contains(.standardInput) && isatty(0) == 1
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
