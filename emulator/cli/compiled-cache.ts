import { getBuiltinModule } from "./require-node.ts"
import { cacheFolder, type Environment, isOwn } from "./user-folder.ts"

const fs = getBuiltinModule("node:fs")
const { dirname, join } = getBuiltinModule("node:path")

/** Of other versions and other Nodes so many are kept. */
const KEPT = 8

/**
 * The file of what V8 made of the command's code: of use to one build of it and the very Node that wrote it. In the user's folder for
 * such things, since who writes it decides what runs; undefined where there is none, or none is wanted (`HEXARIUM_CACHE` empty).
 */
export function compiledFile(digest: string, env: Environment = process.env): string | undefined {
  const folder = cacheFolder(env)
  return folder === undefined ? undefined : join(folder, `command-${digest}-${process.version}-${process.arch}.bin`)
}

/** What was kept; undefined when nothing was, or somebody else may have written it. */
export function readCompiled(file: string): Buffer | undefined {
  try {
    return [dirname(file), file].every(isOwn) ? fs.readFileSync(file) : undefined
  } catch {
    return undefined
  }
}

/** Keeps it for later starts. Where that is not possible, they take a little longer. */
export function writeCompiled(file: string, compiled: Buffer): void {
  try {
    const folder = dirname(file)
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
    // Another start may read it at the same time, and finds all of it or nothing.
    const fresh = `${file}.${process.pid}`
    fs.writeFileSync(fresh, compiled, { mode: 0o600 })
    fs.renameSync(fresh, file)
    for (const old of othersIn(folder).slice(KEPT)) fs.rmSync(old, { force: true })
  } catch {}
}

/** Latest first. */
function othersIn(folder: string): readonly string[] {
  const files = fs.readdirSync(folder).filter((name) => name.startsWith("command-"))
  const dated = files.map((name) => ({ path: join(folder, name), at: fs.statSync(join(folder, name)).mtimeMs }))
  return dated.sort((a, b) => b.at - a.at).map(({ path }) => path)
}
