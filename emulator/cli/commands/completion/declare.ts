import type { CliCommand } from "../../command.ts"

const SHELLS = ["bash", "zsh", "fish"]

export const completionCommand: CliCommand = {
  name: "completion",
  description: "print a completion script for a shell",
  args: [{ syntax: "<shell>", description: SHELLS.join(", "), offers: SHELLS }],
  examples: [
    ["source <(hexarium completion bash)"],
    [`hexarium completion zsh > "\${fpath[1]}/_hexarium"`],
    ["hexarium completion fish > ~/.config/fish/completions/hexarium.fish"],
  ],
  run: async (io, { words: [shell = ""] }) => {
    const [{ writeCompletion }, { COMMANDS }] = await Promise.all([import("./run.ts"), import("../index.ts")])
    return writeCompletion(io, COMMANDS, shell)
  },
}
