import { existsSync } from "node:fs"
import { copyFile, mkdir, rm, stat } from "node:fs/promises"
import { dirname, join } from "node:path"

export interface FileReplacement {
  /** The new file or folder. If it does not exist, `to` is removed. */
  readonly from: string
  readonly to: string
}

/**
 * Replaces files and folders in this order. If a step fails, all old ones stay. A file exists at any time. `aside` is a
 * folder for the old ones, which the caller deletes.
 */
export async function replaceAll(
  replacements: readonly FileReplacement[],
  aside: string,
  rename: (from: string, to: string) => Promise<void>,
): Promise<void> {
  const moved: FileReplacement[] = []
  const move = async (from: string, to: string) => {
    await rename(from, to)
    moved.push({ from, to })
  }
  await rm(aside, { recursive: true, force: true })
  await mkdir(aside)
  try {
    for (const [at, { from, to }] of replacements.entries()) {
      const old = join(aside, String(at))
      const isNew = existsSync(from)
      if (existsSync(to)) {
        if (isNew && (await stat(to)).isFile()) {
          await copyFile(to, old)
          moved.push({ from: to, to: old })
        } else await move(to, old)
      }
      await mkdir(dirname(to), { recursive: true })
      if (isNew) await move(from, to)
    }
  } catch (error) {
    for (const { from, to } of moved.reverse()) await rename(to, from)
    throw error
  }
}
