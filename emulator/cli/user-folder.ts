import { getBuiltinModule } from "./require-node.ts"

// Does not use import statements, because they would load these modules completely.
const fs = getBuiltinModule("node:fs")
const { join } = getBuiltinModule("node:path")

export type Environment = Readonly<Record<string, string | undefined>>

export function cacheFolder({ HEXARIUM_CACHE, XDG_CACHE_HOME, LOCALAPPDATA, HOME }: Environment): string | undefined {
  if (HEXARIUM_CACHE !== undefined) return HEXARIUM_CACHE === "" ? undefined : HEXARIUM_CACHE
  if (XDG_CACHE_HOME) return join(XDG_CACHE_HOME, "hexarium")
  if (process.platform === "win32") return LOCALAPPDATA && join(LOCALAPPDATA, "hexarium", "cache")
  if (!HOME) return undefined
  return process.platform === "darwin" ? join(HOME, "Library/Caches/hexarium") : join(HOME, ".cache/hexarium")
}

/** Permission bits that let the group or others write. */
const WRITABLE_BY_OTHERS = 0o022

/** Returns whether only this user can have written a file or folder. Throws if it does not exist. */
export function isOwn(place: string): boolean {
  const { uid, mode } = fs.statSync(place)
  return !process.getuid || (uid === process.getuid() && (mode & WRITABLE_BY_OTHERS) === 0)
}
