import { readFile, rename, writeFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))

/**
 * Writes a generated module. An unnecessary write would restart watchers and the type check. A rename lets a parallel
 * build read all of the file or none.
 */
export async function writeIfChanged(path, text) {
  const file = `${root}${path}`
  if ((await readFile(file, "utf8").catch(() => "")) === text) return
  const fresh = `${root}.cache/generated-${process.pid}.ts`
  await writeFile(fresh, text)
  await rename(fresh, file)
}
