import { omitUndefined } from "../../print.ts"
import { type RemoteCall, remoteCommand } from "../../remote/remote-command.ts"
import { textIn } from "../../remote/running-server.ts"
import type { TokenFlags } from "./declare.ts"

/** Runs `hexarium token`: prints only the token, so that shells can use `$(hexarium token)`. */
export const issueUserToken = remoteCommand(
  ({ control, words: [user = ""], flags: { ttlHours } }: RemoteCall<TokenFlags>) =>
    control.issueToken({ user, ...omitUndefined({ ttl_hours: ttlHours }) }),
  (issued) => `${textIn(issued, "token")}\n`,
)
