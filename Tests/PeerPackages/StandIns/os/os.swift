// The packages import the module and use nothing of it on Linux.
