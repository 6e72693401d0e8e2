import Glibc

// The Screen Time service: `Options` says what it takes, `Daemon` what it does.
exit(Daemon.main(Array(CommandLine.arguments.dropFirst())))
