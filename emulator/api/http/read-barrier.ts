import type { Context } from "hono"
import { invalidParams } from "../../../src/inside.ts"
import type { NamedWorld } from "../../worlds/worlds.ts"

/** Whether reads see everything that any server of the store has answered, or what this one has seen. */
export type Reads = "fenced" | "local"

const MIN_VERSION = "x-hexarium-min-version"

/**
 * Before a request looks at a world that several servers share: brings it up to what the store has now, or, with local reads, to what the
 * request asks for (control.md section 2, "Several servers"). Answers nothing where nobody else writes.
 */
export function fence(
  { req }: Pick<Context, "req">,
  { world }: Pick<NamedWorld, "world">,
  reads: Reads,
): Promise<void> | undefined {
  if (!world.isShared) return undefined
  const least = readVersion(req.header(MIN_VERSION))
  if (reads === "local" && world.version >= least) return undefined
  return world.catchUp().then(() => {
    if (world.version < least) {
      throw invalidParams(`${MIN_VERSION}: the world has ${world.version} changes, not ${least}`)
    }
  })
}

function readVersion(text: string | undefined): number {
  if (text === undefined) return 0
  if (!/^\d{1,15}$/.test(text)) {
    throw invalidParams(`${MIN_VERSION}: expected a number of changes, not ${JSON.stringify(text)}`)
  }
  return Number(text)
}

/** Pages of other origins may read no more of an answer than they are told. */
const EXPOSED = "X-Hexarium-Version, Retry-After"

/** The headers, and for a world that is kept in a store, how many changes it has had. */
export const withVersion = (
  headers: Readonly<Record<string, string>>,
  named: NamedWorld | undefined,
): Readonly<Record<string, string>> =>
  named?.world.isKept
    ? { ...headers, "x-hexarium-version": String(named.world.version), "access-control-expose-headers": EXPOSED }
    : headers
