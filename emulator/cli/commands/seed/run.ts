import { usageError } from "../../io.ts"
import { omitUndefined, print } from "../../print.ts"
import { printable } from "../../printable.ts"
import { progressOn } from "../../progress.ts"
import { type RemoteCall, withServer } from "../../remote/remote-command.ts"
import type { SeedFlags } from "./declare.ts"

const DEFAULT_COUNT = 20

/** Number of items of one request, so that the server responds to others in between. */
const PART_ITEMS = 500

/** Runs `hexarium seed`, in parts. */
export const seed = withServer(async ({ control, io, flags }: RemoteCall<SeedFlags>) => {
  const { datastore, count = DEFAULT_COUNT } = flags
  if (datastore === undefined) throw usageError("--datastore is missing; name the datastore, as in --datastore Orders")
  const wish = omitUndefined({ seed: flags.seed, locale: flags.locale, user: flags.user })
  const sum = { created: 0, moved: 0, refused: 0, reason: null as string | null }
  const progress = progressOn(io, "creating items")
  try {
    while (sum.created < count) {
      const from = sum.created
      const part = await control.seedItems({ datastore, ...wish, from, count: Math.min(PART_ITEMS, count - from) })
      sum.created += part.created
      sum.moved += part.moved
      sum.refused += part.refused
      sum.reason ??= part.reason
      progress.report(sum.created, count)
    }
  } finally {
    progress.end()
  }
  print(io, flags, sum, () => `${textOf(printable(datastore), sum)}\n`)
})

function textOf(datastore: string, { created, moved, refused, reason }: Summary): string {
  const items = `created ${created} ${created === 1 ? "item" : "items"} in ${datastore}`
  const steps = moved === 0 ? "" : `, and ran ${moved} status ${moved === 1 ? "action" : "actions"}`
  return `${items}${steps}${refused === 0 ? "" : `; ${refused} were refused, the first with ${printable(reason ?? "")}`}`
}

interface Summary {
  readonly created: number
  readonly moved: number
  readonly refused: number
  readonly reason: string | null
}
