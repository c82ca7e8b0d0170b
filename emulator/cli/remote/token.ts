import { omitUndefined } from "../print.ts"
import { type RemoteCall, remoteCommand } from "./remote-command.ts"
import { textIn } from "./running-server.ts"

/** Runs `hexarium token`: prints only the token, so that shells can use `$(hexarium token)`. */
export const issueUserToken = remoteCommand(
  ({ control, words: [user = ""], flags: { ttlHours } }: RemoteCall<{ readonly ttlHours?: number }>) =>
    control.issueToken({ user, ...omitUndefined({ ttl_hours: ttlHours }) }),
  (issued) => `${textIn(issued, "token")}\n`,
)
