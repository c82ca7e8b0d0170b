import type { CliCommand } from "../command.ts"

export const helpCommand: CliCommand = {
  name: "help",
  description: "tell what a command does, with its flags and examples",
  args: [{ syntax: "[command...]", description: "the command, as in help world fork" }],
  examples: [["help"], ["help start"], ["help world fork"]],
}
