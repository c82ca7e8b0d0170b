import type { JsonFlag, RemoteFlags } from "../flags/remote-flags.ts"
import type { Io } from "../io.ts"
import { asking } from "./running-server.ts"
import { given, tell } from "./tell.ts"

export interface TokenFlags extends RemoteFlags, JsonFlag {
  readonly ttlHours?: number
}

/** `hexarium token`: a token of a user, alone in its line, for `$(…)`. */
export const issueUserToken = (io: Io, user: string, { ttlHours, ...flags }: TokenFlags): Promise<number> =>
  asking(io, flags, async ({ control }) => {
    const told = await control.issueToken({ user, ...given({ ttl_hours: ttlHours }) })
    tell(io, flags, told, () => `${told.token}\n`)
  })
