import { existsSync } from "node:fs"
import { mkdir, rm } from "node:fs/promises"
import { basename, join } from "node:path"

interface Replacement {
  /** The new file or folder. If it does not exist, `to` is removed. */
  readonly from: string
  readonly to: string
}

/**
 * Replaces folders, and then a file. If a step fails, all old folders and the old file stay. `aside` is a folder for the
 * old folders, which the caller deletes.
 */
export async function replaceAll(
  folders: readonly Replacement[],
  file: Replacement,
  aside: string,
  rename: (from: string, to: string) => Promise<void>,
): Promise<void> {
  const moved: Replacement[] = []
  const move = async (from: string, to: string) => {
    if (!existsSync(from)) return
    await rename(from, to)
    moved.push({ from, to })
  }
  await rm(aside, { recursive: true, force: true })
  await mkdir(aside)
  try {
    for (const { from, to } of folders) {
      await move(to, join(aside, basename(to)))
      await move(from, to)
    }
    await rename(file.from, file.to)
  } catch (error) {
    for (const { from, to } of moved.reverse()) await rename(to, from)
    throw error
  }
}
