import { getBuiltinModule } from "./require-node.ts"

// Imported, it would cost the launcher a list of all it has.
const fs = getBuiltinModule("node:fs")
const { join } = getBuiltinModule("node:path")

export type Environment = Readonly<Record<string, string | undefined>>

/** Where programs of this user keep what they can make again. */
export function cacheFolder({ HEXARIUM_CACHE, XDG_CACHE_HOME, LOCALAPPDATA, HOME }: Environment): string | undefined {
  if (HEXARIUM_CACHE !== undefined) return HEXARIUM_CACHE === "" ? undefined : HEXARIUM_CACHE
  if (XDG_CACHE_HOME) return join(XDG_CACHE_HOME, "hexarium")
  if (process.platform === "win32") return LOCALAPPDATA && join(LOCALAPPDATA, "hexarium", "cache")
  if (!HOME) return undefined
  return process.platform === "darwin" ? join(HOME, "Library/Caches/hexarium") : join(HOME, ".cache/hexarium")
}

/** What anybody but the owner may write. */
const WRITABLE_BY_OTHERS = 0o022

/** Whether a file or folder is this user's, and nobody else may have written it. Throws where there is none. */
export function isOwn(place: string): boolean {
  const { uid, mode } = fs.statSync(place)
  return !process.getuid || (uid === process.getuid() && (mode & WRITABLE_BY_OTHERS) === 0)
}
