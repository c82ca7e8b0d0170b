import { existsSync, statSync } from "node:fs"
import { chmod, link, open, rename, rm, rmdir } from "node:fs/promises"
import { dirname, resolve } from "node:path"
import { type Store, StoreTrouble } from "../../../../src/ports/index.ts"
import {
  BadPlace,
  CopyOvertaken,
  copyStore,
  isEmpty,
  openPostgresStore,
  openSqliteStore,
  openStore,
  openToRead,
  type Place,
  type Progress,
  realFile,
  requireBlobs,
  requireExisting,
  shownPlace,
} from "../../../adapters/index.ts"
import { commandError, EXIT, type Io, usageError } from "../../io.ts"
import { print } from "../../print.ts"
import { progressOn } from "../../progress.ts"
import type { DataFlags } from "./declare.ts"

const TRIES = 5
/** Suffixes of all files that may belong to a SQLite store. */
const STORE_SUFFIXES = ["", "-journal", "-wal", "-shm", ".held", ".held-journal", ".lock", ".answered", ".new"]

export async function backup(io: Io, place: Place, flags: DataFlags): Promise<number> {
  const { target } = await writeNew(io, "backup", flags, (beside, progress) => {
    if ("file" in place) requireExisting(place.file)
    return copyTo(beside, place, progress)
  })
  print(io, flags, { file: target }, () => `wrote the backup ${target}\n`)
  return EXIT.ok
}

/** Writes the output file (`-o`) under a temporary name, and renames it once it is complete. */
export async function writeNew<T>(
  io: Io,
  what: string,
  { output }: DataFlags,
  work: (beside: string, progress: Progress) => Promise<T>,
): Promise<{ readonly target: string; readonly result: T }> {
  if (output === undefined) throw usageError("the flag -o is missing; pass the file to write, as in -o backup.sqlite")
  const target = resolve(output)
  const taken = commandError(`the file ${output} already exists; pass another file, or remove ${output}`)
  if (existsSync(target)) throw taken
  const beside = `${target}.${process.pid}.tmp`
  const progress = progressOn(io, what)
  try {
    const result = await work(beside, progress.report)
    if (!(await nameNew(beside, target))) throw taken
    return { target, result }
  } catch (error) {
    throw asUnwritable(error, output, beside)
  } finally {
    progress.end()
    // If a path is too long, its files can't exist, and removing them fails.
    await removeFiles(beside).catch(() => {})
  }
}

/** Converts an error about the backup's file to one with an explanation. Returns other errors unchanged. */
function asUnwritable(error: unknown, output: string, beside: string): unknown {
  if (error instanceof BadPlace) return new BadPlace(error.message.replaceAll(beside, output))
  const { code, kind, message } = error as { readonly code?: string; readonly kind?: string; readonly message: string }
  if (kind === "full" || code === "ENOSPC")
    return new BadPlace(`the disk that holds ${output} is full; free some space, or choose a file on another disk`)
  return code === undefined || error instanceof StoreTrouble
    ? error
    : new BadPlace(`${output} can't be written: ${message}; choose a folder that you may write to`)
}

async function copyTo(file: string, place: Place, progress: Progress): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const from = "file" in place ? await openToRead(place.file, "beside") : await openPostgresStore(place.url, "alone")
    try {
      await inFile(file, async (to) => {
        await copyStore(from, to, progress)
        await requireBlobs(to, from)
      })
      return
    } catch (error) {
      if (!(error instanceof CopyOvertaken) || tries === TRIES) throw error
      await removeFiles(file)
    } finally {
      await from.close()
    }
  }
}

/** Creates a SQLite store, fills it with `work`, merges its files into one, and syncs that file to the disk. */
export async function inFile<T>(file: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openSqliteStore(file)
  let result: T
  try {
    result = await work(store)
    await store.seal()
  } finally {
    await store.close()
  }
  await chmod(file, 0o600)
  await sync(file)
  return result
}

/** Gives a temporary file its final name. Returns false if a file of that name exists. */
async function nameNew(file: string, name: string): Promise<boolean> {
  try {
    await link(file, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST" || existsSync(name)) return false
    // Renames if the file system does not support hard links.
    await rename(file, name)
  }
  await sync(dirname(name))
  return true
}

async function sync(path: string): Promise<void> {
  if (process.platform === "win32") return
  const handle = await open(path, "r")
  await handle.sync().finally(() => handle.close())
}

/** Removes all files of an unfinished store, if its folder exists. */
export async function removeFiles(file: string): Promise<void> {
  if (!existsSync(dirname(file)) || !statSync(dirname(file)).isDirectory()) return
  await Promise.all(STORE_SUFFIXES.map((suffix) => rm(file + suffix, { force: true })))
}

function missingFolders(file: string): string[] {
  const folder = dirname(resolve(file))
  return existsSync(folder) ? [] : [folder, ...missingFolders(folder)]
}

/** Copies a backup into an empty store, completely or not at all. */
export async function restore(io: Io, place: Place, file: string | undefined, flags: DataFlags): Promise<number> {
  if (file === undefined) throw usageError("pass the backup file, as in data restore backup.sqlite")
  requireExisting(file, "the backup file does not exist; `hexarium data backup -o FILE` creates a backup")
  const progress = progressOn(io, "restore")
  try {
    const worlds =
      "file" in place && !existsSync(place.file)
        ? await restoreNew(realFile(resolve(place.file)), file, progress.report)
        : await restoreInto(place, file, progress.report)
    const restored = worlds.map(({ name, version }) => ({ name, version }))
    const names = restored.map(({ name }) => name).join(", ")
    print(io, flags, { worlds: restored }, () => `restored the worlds ${names} into ${shownPlace(place)}\n`)
  } catch (error) {
    if (error instanceof StoreTrouble && error.kind === "other")
      throw new BadPlace(`${file} can't be restored into ${shownPlace(place)}: ${error.message}; try another backup`)
    throw error
  } finally {
    progress.end()
  }
  return EXIT.ok
}

async function restoreNew(file: string, from: string, progress: Progress) {
  const beside = `${file}.${process.pid}.tmp`
  const folders = missingFolders(file)
  try {
    const worlds = await inFile(beside, (to) => copyFrom(from, to, progress))
    if (!(await nameNew(beside, file))) throw notEmpty({ file })
    return worlds
  } catch (error) {
    await removeFiles(beside)
    for (const folder of folders) await rmdir(folder).catch(() => {})
    throw asUnwritable(error, file, beside)
  } finally {
    await removeFiles(beside)
  }
}

async function restoreInto(place: Place, from: string, progress: Progress) {
  const to = await openStore(place)
  try {
    if (!(await isEmpty(to))) throw notEmpty(place)
    return await to.atOnce((whole) => copyFrom(from, whole, progress))
  } finally {
    await to.close()
  }
}

const notEmpty = (place: Place) => new BadPlace(`${shownPlace(place)} is not empty; restore into an empty store`)

async function copyFrom(file: string, to: Store, progress: Progress) {
  const from = await openSqliteStore(file, "beside")
  try {
    await copyStore(from, to, progress)
  } finally {
    await from.close()
  }
  return to.worlds()
}
