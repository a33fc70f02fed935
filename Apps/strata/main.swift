await StrataProgram().runAndExit()
