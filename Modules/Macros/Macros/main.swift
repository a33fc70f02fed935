import StrataCompilerMessages
import StrataMacroExpansion

// The compiler starts this program and exchanges messages with it until it closes the pipe.
var server = PluginServer { request in Expansion.expand(request) }
do {
  try server.run()
} catch {
  // The connection is broken, so that the error can't be reported.
}
