import Glibc

exit(FamilyDeviceProgram.main(Array(CommandLine.arguments.dropFirst())))
