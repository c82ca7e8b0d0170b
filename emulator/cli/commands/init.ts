import type { CliCommand } from "../command.ts"
import type { InitFlags } from "../documents/init.ts"
import { flag, onOff } from "../flags/flag.ts"
import { readSome } from "../flags/values.ts"

export const initCommand: CliCommand = {
  name: "init",
  description: "write a small fixture to start from; asks on a terminal what no flag says",
  args: [{ syntax: "[file]", description: "what to write; world.yaml unless given", offers: "file" }],
  flags: [
    { ...flag("--workspace <name>", "name of the workspace", readSome), isOfOneCall: true },
    { ...flag("--application <id>", "display ID of the application, as TASKS", readSome), isOfOneCall: true },
    {
      ...flag("--email <address>", "e-mail address of the first user, who administers it", readSome),
      isOfOneCall: true,
    },
    { ...onOff("yes", "ask nothing, and take what is usual"), isOfOneCall: true },
    { ...onOff("force", "replace a file that is there"), isOfOneCall: true },
  ],
  examples: [["init"], ["init world.yaml --workspace Acme --application SHOP --email ada@acme.test --yes"]],
  run: async (io, { words: [file] }, flags: InitFlags) => (await import("../documents/init.ts")).init(io, file, flags),
}
