import { omitUndefined } from "../print.ts"
import { type RemoteCall, remoteCommand } from "./remote-command.ts"

/** Runs `hexarium token`: prints only the token, so that shells can use `$(hexarium token)`. */
export const issueUserToken = remoteCommand(
  ({ control, words: [user = ""], flags: { ttlHours } }: RemoteCall<{ readonly ttlHours?: number }>) =>
    control.issueToken({ user, ...omitUndefined({ ttl_hours: ttlHours }) }),
  ({ token }) => `${token}\n`,
)
