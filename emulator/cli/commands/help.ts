import type { CliCommand } from "../command.ts"

export const helpCommand: CliCommand = {
  name: "help",
  description: "describe a command with its flags and examples",
  args: [{ syntax: "[command...]", description: "the command, for example world fork" }],
  examples: [["help"], ["help start"], ["help world fork"]],
}
