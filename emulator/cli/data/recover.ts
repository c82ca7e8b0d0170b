import { rename } from "node:fs/promises"
import { BadPlace } from "../../persistence/bad-place.ts"
import type { Progress } from "../../adapters/persistence/copy-store.ts"
import { openSqliteStore, type Place, requireExisting } from "../../adapters/persistence/open-store.ts"
import { type Recovered, recoverStore } from "../../adapters/persistence/recover-store.ts"
import { salvage } from "../../adapters/persistence/sqlite/log/salvage.ts"
import type { Salvaged } from "../../adapters/persistence/sqlite/log/salvage-log.ts"
import { type StoreProblem, verifyStore } from "../../adapters/persistence/verify-store.ts"
import type { DataFlags } from "../commands/data.ts"
import { EXIT, type Io, misused } from "../io.ts"
import { inFile, removeFiles, writeNew } from "./backup.ts"
import { json } from "./json.ts"

/** Writes what can be read of a damaged file of SQLite into a new one, and says what could not. The damaged one is only read. */
export async function recover(io: Io, place: Place, flags: DataFlags): Promise<number> {
  if (!("file" in place)) throw misused("data recover reads files of SQLite; recover a PostgreSQL with its own tools")
  const { file } = place
  const { target, result } = await writeNew(io, "recover", flags, async (beside, progress) => {
    requireExisting(file)
    const copy = `${beside}.copy`
    const other = `${beside}.other`
    try {
      const around = await recoverAs("around", { file, copy, beside: other, progress }).catch(() => undefined)
      const before =
        around?.isSound === true
          ? undefined
          : await recoverAs("before", { file, copy, beside, progress }).catch((error) => {
              if (around === undefined) throw error
              return undefined
            })
      const best = around !== undefined && (before === undefined || sizeOf(around) > sizeOf(before)) ? around : before
      if (best === around) await rename(other, beside)
      return best?.recovered ?? { worlds: [], lost: [] }
    } catch (error) {
      throw error instanceof BadPlace ? new BadPlace(error.message.replaceAll(copy, file)) : error
    } finally {
      await removeFiles(copy)
      await removeFiles(other)
    }
  })
  if (flags.json) json(io, { file: target, ...result })
  else {
    const worlds = result.worlds.map(({ name, version }) => `${name} (version ${version})`)
    io.out(`${target} holds ${worlds.join(", ") || "no world"} now\n`)
    for (const { place, message } of result.lost) io.out(`lost: ${place}: ${message}\n`)
  }
  return EXIT.ok
}

interface Damaged {
  readonly file: string
  readonly copy: string
  readonly beside: string
  readonly progress: Progress
}

interface Attempted {
  readonly recovered: Recovered
  readonly isSound: boolean
}

const sizeOf = ({ recovered }: Attempted): number => recovered.worlds.reduce((sum, { version }) => sum + version + 1, 0)

async function recoverAs(which: Salvaged, { file, copy, beside, progress }: Damaged): Promise<Attempted> {
  const lost: StoreProblem[] = []
  const missing = salvage(file, copy, which)
  if (missing > 0)
    lost.push({ place: "log", message: `of the changes that were answered, the last ${missing} are missing` })
  const store = await openSqliteStore(copy, "beside")
  try {
    // A page that is older than those beside it, since the log has lost it, shows as a fault.
    const { ok, problems } = which === "around" ? await verifyStore(store) : { ok: true, problems: [] }
    const recovered = await inFile(beside, (to) => recoverStore(store, to, progress))
    return { isSound: ok, recovered: { ...recovered, lost: [...lost, ...problems, ...recovered.lost] } }
  } finally {
    await store.close()
  }
}
