import { commandsOf } from "../../command.ts"
import { type FlagsOf, flag, perCall } from "../../flags/flag.ts"
import { JSON_FLAG, REMOTE_FLAGS } from "../../flags/remote-flags.ts"
import { readHours } from "../../flags/values.ts"

const command = commandsOf(() => import("./run.ts"), [...REMOTE_FLAGS, JSON_FLAG])

const FLAGS = [
  perCall(flag("--ttl-hours <hours>", "lifetime of the token in hours; default: as for a login", readHours)),
]

export type TokenFlags = FlagsOf<typeof FLAGS>

export const tokenCommand = command("token", "print a token for a user; no password is needed", "issueUserToken", {
  args: [{ syntax: "<user>", description: "e-mail address, user code or ID" }],
  flags: FLAGS,
  examples: [
    ["token ada@acme.test"],
    [`curl -H "Authorization: Bearer $(hexarium token ada@acme.test)" http://127.0.0.1:7575/api/v0/userinfo`],
  ],
})
