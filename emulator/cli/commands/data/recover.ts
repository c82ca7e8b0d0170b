import { rename } from "node:fs/promises"
import {
  BadPlace,
  openSqliteStore,
  type Place,
  type Progress,
  type Recovered,
  recoverStore,
  requireExisting,
  type Salvaged,
  type StoreProblem,
  salvage,
  verifyStore,
} from "../../../adapters/index.ts"
import { EXIT, type Io, usageError } from "../../io.ts"
import { print } from "../../print.ts"
import { inFile, removeFiles, writeNew } from "./backup.ts"
import type { DataFlags } from "./declare.ts"

/** Copies the readable rows of a damaged SQLite file into a new file, and reports the rows that were lost. */
export async function recover(io: Io, place: Place, flags: DataFlags): Promise<number> {
  if (!("file" in place))
    throw usageError("data recover reads SQLite files only; recover a PostgreSQL database with the tools of PostgreSQL")
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
  print(io, flags, { file: target, ...result }, () => {
    const worlds = result.worlds.map(({ name, version }) => `${name} (version ${version})`).join(", ")
    const lost = result.lost.map(({ place, message }) => `not recovered: ${place}: ${message}\n`).join("")
    return `recovered these worlds into ${target}: ${worlds || "none"}\n${lost}`
  })
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
  if (missing > 0) lost.push({ place: "log", message: `the last ${missing} committed changes are missing` })
  const store = await openSqliteStore(copy, "beside")
  try {
    // With `around`, a recovered page may be an outdated version, so the store is verified.
    const { ok, problems } = which === "around" ? await verifyStore(store) : { ok: true, problems: [] }
    const recovered = await inFile(beside, (to) => recoverStore(store, to, progress))
    return { isSound: ok, recovered: { ...recovered, lost: [...lost, ...problems, ...recovered.lost] } }
  } finally {
    await store.close()
  }
}
