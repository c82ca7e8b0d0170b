import type { Context } from "hono"
import { invalidParams } from "../../../src/model/index.ts"
import type { NamedWorld } from "../../worlds/index.ts"

/** `fenced`: reads see all confirmed writes of all servers. `local`: reads see the writes that this server has loaded. */
export type Reads = "fenced" | "local"

const MIN_VERSION = "x-hexarium-min-version"

/**
 * Loads a shared world's latest changes before a request reads the world. If `reads` is `local`, loads changes only if
 * the request asks for a newer version (control.md section 2, "Several servers"). Returns undefined if nothing is loaded.
 */
export function readBarrier(
  { req }: Pick<Context, "req">,
  { world }: Pick<NamedWorld, "world">,
  reads: Reads,
): Promise<void> | undefined {
  if (!world.isShared) return undefined
  const least = readVersion(req.header(MIN_VERSION))
  if (reads === "local" && world.version >= least) return undefined
  return world.catchUp().then(() => {
    if (world.version < least) {
      throw invalidParams(`${MIN_VERSION}: expected at least version ${least}, received version ${world.version}`)
    }
  })
}

function readVersion(text: string | undefined): number {
  if (text === undefined) return 0
  if (!/^\d{1,15}$/.test(text)) {
    throw invalidParams(`${MIN_VERSION}: expected a version number, received ${JSON.stringify(text)}`)
  }
  return Number(text)
}

/** Adds a header with the world's version if the world is in a store or keeps its versions. */
export function withVersion(
  headers: Readonly<Record<string, string>>,
  named: NamedWorld | undefined,
): Readonly<Record<string, string>> {
  if (named === undefined || !(named.world.isPersistent || named.world.history.size > 0)) return headers
  return { ...headers, "x-hexarium-version": String(named.world.version) }
}
