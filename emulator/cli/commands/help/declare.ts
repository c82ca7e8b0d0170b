import type { CliCommand } from "../../command.ts"

export const helpCommand: CliCommand = {
  name: "help",
  description: "describe a command, its flags and examples of its use",
  args: [{ syntax: "[command...]", description: "name of the command, for example world fork" }],
  examples: [["help"], ["help start"], ["help world fork"]],
}
