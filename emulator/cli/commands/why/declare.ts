import { commandsOf } from "../../command.ts"
import { choice, type FlagsOf, flag, perCall } from "../../flags/flag.ts"
import { JSON_FLAG, REMOTE_FLAGS } from "../../flags/remote-flags.ts"
import { readSome } from "../../flags/values.ts"

const command = commandsOf(() => import("./run.ts"), [...REMOTE_FLAGS, JSON_FLAG])

const FLAGS = [
  flag("--user <user>", "explain what this user may do with an item", readSome),
  flag("--item <id>", "ID of the item", readSome),
  choice("--want <what>", "what the user wants to do with the item; default: see", [
    "see",
    "update",
    "execute",
    "delete",
  ]),
  flag("--action <action>", "action that the user wants to run, by display ID or a_id", readSome),
].map(perCall)

export type WhyFlags = FlagsOf<typeof FLAGS>

export const whyCommand = command(
  "why",
  "explain why a request was refused, and how it would succeed",
  "explainRefusal",
  {
    args: [{ syntax: "[id]", description: "number of the request in the log, as `hexarium requests` prints it" }],
    flags: FLAGS,
    examples: [["why 12"], ["why --user sofia@nord.example --item 6954d8e94cf3c25ffb29a3f7 --want update"]],
  },
)
