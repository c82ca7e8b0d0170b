import { getBuiltinModule } from "./require-node.ts"
import { cacheFolder, type Environment, isOwn } from "./user-folder.ts"

const fs = getBuiltinModule("node:fs")
const { dirname, join } = getBuiltinModule("node:path")

/** Maximum number of cache files from other versions of Hexarium or Node. Older files are deleted. */
const MAX_OTHER_FILES = 8

/**
 * Returns the path of the file that caches V8's compiled code for one build and one version of Node. Returns undefined
 * if the user has no cache folder or `HEXARIUM_CACHE` is empty.
 */
export function compiledFile(digest: string, env: Environment = process.env): string | undefined {
  const folder = cacheFolder(env)
  return folder === undefined ? undefined : join(folder, `command-${digest}-${process.version}-${process.arch}.bin`)
}

/** Reads the compiled code; undefined if the file is missing or another user may have written it. */
export function readCompiled(file: string): Buffer | undefined {
  try {
    return [dirname(file), file].every(isOwn) ? fs.readFileSync(file) : undefined
  } catch {
    return undefined
  }
}

/** Writes the compiled code. Errors are ignored, because they only make later starts slower. */
export function writeCompiled(file: string, compiled: Buffer): void {
  try {
    const folder = dirname(file)
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
    // Renames the file only when it is complete, so that no other process reads a partial file.
    const temporary = `${file}.${process.pid}`
    fs.writeFileSync(temporary, compiled, { mode: 0o600 })
    fs.renameSync(temporary, file)
    for (const old of othersIn(folder).slice(MAX_OTHER_FILES)) fs.rmSync(old, { force: true })
  } catch {}
}

function othersIn(folder: string): readonly string[] {
  const files = fs.readdirSync(folder).filter((name) => name.startsWith("command-"))
  const dated = files.map((name) => ({ path: join(folder, name), at: fs.statSync(join(folder, name)).mtimeMs }))
  return dated.sort((a, b) => b.at - a.at).map(({ path }) => path)
}
