import { open, realpath, rename, rm, stat } from "node:fs/promises"
import { dirname } from "node:path"
import { commandError, type Io } from "./io.ts"

/** Mode of files that contain data of a world, such as tokens and mails. */
export const PRIVATE_FILE = 0o600

export async function writeOutput(
  io: Io,
  file: string | undefined,
  content: string | Uint8Array,
  mode?: number,
): Promise<void> {
  if (file === undefined) return io.out(typeof content === "string" ? content : new TextDecoder().decode(content))
  try {
    await replaceFile(file, content, mode)
  } catch (error) {
    throw notWritten(file, error)
  }
}

export function notWritten(file: string, error: unknown): Error {
  const { code, message } = error as NodeJS.ErrnoException
  return commandError(`${file} can't be written: ${reasonOf(code, file) ?? message}`)
}

function reasonOf(code: string | undefined, file: string): string | undefined {
  if (code === "ENOENT") return `the folder ${dirname(file)} does not exist`
  if (code === "EISDIR") return "the path is a folder; pass a file"
  if (code === "EACCES" || code === "EROFS") return "you may not write to the file or its folder"
  return undefined
}

/** Replaces a file. Even after a crash, either the old or the complete new file exists. Pipes and devices are written directly. */
async function replaceFile(file: string, content: string | Uint8Array, mode?: number): Promise<void> {
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
