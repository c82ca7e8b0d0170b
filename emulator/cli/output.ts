import { dirname } from "node:path"
import { replaceFile } from "../adapters/index.ts"
import { commandError, type Io } from "./io.ts"

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
