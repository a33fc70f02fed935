/// A shell for which a program can generate a completion script.
public enum CompletionShell: String, Sendable, CaseIterable {
  /// GNU bash, version 3.2 or later.
  case bash
  /// zsh.
  case zsh
  /// fish.
  case fish

  /// Returns the script that makes the shell call `PROGRAM complete` for completions.
  ///
  /// The completions therefore include plugins' commands, aliases, and names from the store.
  public func script(program: String) -> String {
    let function = "_" + String(program.map { $0.isLetter || $0.isNumber ? $0 : "_" })
    let text =
      switch self {
      case .bash: Self.bashText
      case .zsh: Self.zshText
      case .fish: Self.fishText
      }
    return text.replacing("PROGRAM", with: program).replacing("FUNCTION", with: function)
  }

  private static let bashText = #"""
    # Completion of PROGRAM for bash, written by: PROGRAM completion bash
    FUNCTION() {
      local candidate
      COMPREPLY=()
      while IFS= read -r candidate; do
        COMPREPLY+=("$candidate")
      done < <("${COMP_WORDS[0]}" complete bash "${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" \
        2>/dev/null)
      # Something follows a folder, or an option that stands with its value in one word.
      if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[/=] ]]; then
        compopt -o nospace 2>/dev/null
      fi
    }
    complete -F FUNCTION PROGRAM

    """#

  private static let zshText = #"""
    #compdef PROGRAM
    # Completion of PROGRAM for zsh, written by: PROGRAM completion zsh
    FUNCTION() {
      local -a given entries
      local line text summary
      given=("${(@Q)words[2,CURRENT]}")
      for line in "${(@f)$("${(Q)words[1]}" complete words "${given[@]}" 2>/dev/null)}"; do
        [[ -n $line ]] || continue
        text=${line%%$'\t'*}
        summary=${line#*$'\t'}
        entries+=("${text//:/\\:}:$summary")
      done
      _describe PROGRAM entries
    }
    if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
      FUNCTION "$@"
    else
      compdef FUNCTION PROGRAM
    fi

    """#

  private static let fishText = #"""
    # Completion of PROGRAM for fish, written by: PROGRAM completion fish
    function FUNCTION_complete
        set -l words (commandline -opc)
        set -l current (commandline -ct)
        $words[1] complete words $words[2..-1] "$current" 2>/dev/null
    end
    complete -c PROGRAM -f -a '(FUNCTION_complete)'

    """#
}
