import Glibc

exit(FamilyServerProgram.main(Array(CommandLine.arguments.dropFirst())))
