import { open, realpath, rename, rm, stat } from "node:fs/promises"

/** Mode of files that contain data of a world, such as tokens and mails. */
export const PRIVATE_FILE = 0o600

/** Replaces a file. Even after a crash, either the old or the complete new file exists. Pipes and devices are written directly. */
export async function replaceFile(file: string, content: string | Uint8Array, mode?: number): Promise<void> {
  const old = await stat(file).catch(() => undefined)
  if (old !== undefined && !old.isFile()) return write(file, "w", content)
  const target = old === undefined ? file : await realpath(file)
  const beside = `${target}.${process.pid}.tmp`
  try {
    await write(beside, "wx", content, old?.mode ?? mode)
    await rename(beside, target)
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
}

async function write(file: string, flags: "w" | "wx", content: string | Uint8Array, mode?: number): Promise<void> {
  const handle = await open(file, flags, mode)
  try {
    await handle.writeFile(content)
    if (flags === "wx") await handle.sync()
  } finally {
    await handle.close()
  }
}
