import Glibc

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "subject" {
  exit(Subjects.run(Array(arguments.dropFirst())))
}
exit(Program.run(arguments))
