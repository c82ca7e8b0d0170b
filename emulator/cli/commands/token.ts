import type { CliCommand } from "../command.ts"
import { flag } from "../flags/flag.ts"
import { JSON_FLAG, REMOTE_FLAGS } from "../flags/remote-flags.ts"
import { readHours } from "../flags/values.ts"
import type { TokenFlags } from "../remote/token.ts"

export const tokenCommand: CliCommand = {
  name: "token",
  description: "print a token to act as a user of a running server, without a password",
  args: [{ syntax: "<user>", description: "e-mail address, user code or ID" }],
  flags: [
    {
      ...flag("--ttl-hours <hours>", "how long it is valid; as long as that of a login unless given", readHours),
      isOfOneCall: true,
    },
    ...REMOTE_FLAGS,
    JSON_FLAG,
  ],
  examples: [
    ["token ada@acme.test"],
    [`curl -H "Authorization: Bearer $(hexarium token ada@acme.test)" http://127.0.0.1:7575/api/v0/userinfo`],
  ],
  run: async (io, { words: [user = ""] }, flags: TokenFlags) =>
    (await import("../remote/token.ts")).issueUserToken(io, user, flags),
}
