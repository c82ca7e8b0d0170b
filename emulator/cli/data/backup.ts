import { existsSync, statSync } from "node:fs"
import { chmod, link, open, rename, rm, rmdir } from "node:fs/promises"
import { dirname, resolve } from "node:path"
import { type Store, StoreTrouble } from "../../../src/inside.ts"
import { BadPlace } from "../../persistence/bad-place.ts"
import { CopyOvertaken, copyStore, isEmpty, type Progress, requireBlobs } from "../../adapters/persistence/copy-store.ts"
import {
  openPostgresStore,
  openSqliteStore,
  openStore,
  type Place,
  requireExisting,
  shownPlace,
} from "../../adapters/persistence/open-store.ts"
import type { DataFlags } from "../commands/data.ts"
import { EXIT, failed, type Io, misused } from "../io.ts"
import { progressOn } from "../progress.ts"
import { json } from "./json.ts"

/** So often a copy is begun anew whose store drops what is being copied. */
const TRIES = 5
/** What may stand beside a file of SQLite. */
const BESIDE = ["", "-journal", "-wal", "-shm", ".held", ".held-journal", ".lock", ".answered", ".new"]

/** One file of SQLite with everything in it: whole under its name, or not there. */
export async function backup(io: Io, place: Place, flags: DataFlags): Promise<number> {
  const { target } = await writeNew(io, "backup", flags, (beside, progress) => {
    if ("file" in place) requireExisting(place.file)
    return copyTo(beside, place, progress)
  })
  if (flags.json) json(io, { file: target })
  else io.out(`${target} holds everything now\n`)
  return EXIT.ok
}

/** Writes the file that `-o` names: under another name beside it, until it is whole. */
export async function writeNew<T>(
  io: Io,
  what: string,
  { output }: DataFlags,
  work: (beside: string, progress: Progress) => Promise<T>,
): Promise<{ readonly target: string; readonly result: T }> {
  if (output === undefined) throw misused("-o is missing: the file to write")
  const target = resolve(output)
  const taken = failed(`${output} is there already; name a file that is not, or move it away`)
  if (existsSync(target)) throw taken
  const beside = `${target}.${process.pid}.tmp`
  const progress = progressOn(io, what)
  try {
    const result = await work(beside, progress.tell)
    if (!(await nameNew(beside, target))) throw taken
    return { target, result }
  } catch (error) {
    throw asUnwritable(error, output, beside)
  } finally {
    progress.end()
    await removeFiles(beside)
  }
}

/** Of what goes wrong as a backup is written, what concerns its file. */
function asUnwritable(error: unknown, output: string, beside: string): unknown {
  if (error instanceof BadPlace) return new BadPlace(error.message.replaceAll(beside, output))
  const { code, kind, message } = error as { readonly code?: string; readonly kind?: string; readonly message: string }
  if (kind === "full" || code === "ENOSPC")
    return new BadPlace(`${output}: the disk is full; free some space, or name a file elsewhere`)
  return code === undefined || error instanceof StoreTrouble
    ? error
    : new BadPlace(`${output} can't be written (${message}); choose a place this user may write to`)
}

async function copyTo(file: string, place: Place, progress: Progress): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const from =
      "file" in place ? await openSqliteStore(place.file, "beside") : await openPostgresStore(place.url, "alone")
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

/** Does something to a new store in a file, which is one whole file on the disk afterwards. */
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

/** Gives a file its name, unless there is one of that name. */
async function nameNew(file: string, name: string): Promise<boolean> {
  try {
    await link(file, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST" || existsSync(name)) return false
    // Not every file system has a second name for a file.
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

/** Removes what may be left of a store that was being made; where there is no folder, there is nothing. */
export async function removeFiles(file: string): Promise<void> {
  if (!existsSync(dirname(file)) || !statSync(dirname(file)).isDirectory()) return
  await Promise.all(BESIDE.map((suffix) => rm(file + suffix, { force: true })))
}

/** The folders that would have to be made for a file, the innermost first. */
function missingFolders(file: string): string[] {
  const folder = dirname(resolve(file))
  return existsSync(folder) ? [] : [folder, ...missingFolders(folder)]
}

/** Fills a store that holds nothing from a backup: with everything, or not at all. */
export async function restore(io: Io, place: Place, file: string | undefined, flags: DataFlags): Promise<number> {
  if (file === undefined) throw misused("data restore needs the file of a backup")
  requireExisting(file, "there is no such backup; `hexarium data backup -o FILE` makes one")
  const progress = progressOn(io, "restore")
  try {
    const worlds =
      "file" in place && !existsSync(place.file)
        ? await restoreNew(place.file, file, progress.tell)
        : await restoreInto(place, file, progress.tell)
    if (flags.json) json(io, { worlds: worlds.map(({ name, version }) => ({ name, version })) })
    else io.out(`${shownPlace(place)} holds ${worlds.map(({ name }) => name).join(", ")} now\n`)
  } catch (error) {
    // Either of the two may be what is wrong.
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

const notEmpty = (place: Place) =>
  new BadPlace(`${shownPlace(place)} is not empty; restore into a store that holds nothing`)

async function copyFrom(file: string, to: Store, progress: Progress) {
  const from = await openSqliteStore(file, "beside")
  try {
    await copyStore(from, to, progress)
  } finally {
    await from.close()
  }
  return to.worlds()
}
