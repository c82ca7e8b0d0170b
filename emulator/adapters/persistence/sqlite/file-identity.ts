import { readdirSync, readlinkSync, realpathSync, statSync } from "node:fs"
import { basename, dirname, join, resolve } from "node:path"
import { BadPlace } from "../bad-place.ts"

/** Returns the path without symbolic links. Links to missing files are followed as well. A path that can't be read stays as it is. */
export function realFile(path: string): string {
  try {
    return realpathSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") return path
  }
  const target = linkTarget(path)
  if (target !== undefined) return realFile(resolve(dirname(path), target))
  const folder = dirname(path)
  return folder === path ? path : join(realFile(folder), basename(path))
}

function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}

/** Returns device and inode of a file, which stay the same when the file is renamed. Undefined if the file can't be found. */
export function identityOf(path: string): string | undefined {
  try {
    const { dev, ino } = statSync(path, { bigint: true })
    return `${dev}-${ino}`
  } catch {
    return undefined
  }
}

/** A finished copy under its temporary name. Its process was killed before it removed this name (`cli/data/backup.ts`). */
const isTemporary = (file: string, name: string): boolean =>
  name.startsWith(`${file}.`) && /^\d+\.tmp$/.test(name.slice(file.length + 1))

/** Throws if the file has other names. SQLite's log belongs to one name, so the log would be missing under the others. */
export function requireOneName(file: string): void {
  const links = statSync(file, { throwIfNoEntry: false })?.nlink ?? 1
  if (links < 2) return
  const others = otherNames(file)
  const temporary = others.filter((name) => isTemporary(file, name)).length
  if (links - temporary < 2) return
  const named = others.filter((name) => !isTemporary(file, name))
  throw new BadPlace(
    `${file} has ${links - temporary} names (hard links)${named.length === 0 ? "" : `, such as ${named[0]}`}; remove the other names, or copy the file`,
  )
}

/** Returns the other names of a file in the file's folder. */
function otherNames(file: string): string[] {
  const identity = identityOf(file)
  return readdirSync(dirname(file))
    .map((name) => join(dirname(file), name))
    .filter((path) => path !== file && identityOf(path) === identity)
}
