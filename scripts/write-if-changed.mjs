import { readFile, rename, writeFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))

/**
 * Writes a generated module if its text has changed, because a write restarts file watchers and type checks. Writes a
 * new file and renames it, so that a parallel build never reads a part of it.
 */
export async function writeIfChanged(path, text) {
  const file = `${root}${path}`
  if ((await readFile(file, "utf8").catch(() => "")) === text) return
  const fresh = `${root}.cache/generated-${process.pid}.ts`
  await writeFile(fresh, text)
  await rename(fresh, file)
}
