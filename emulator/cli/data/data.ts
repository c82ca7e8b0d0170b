import { existsSync } from "node:fs"
import { chmod, rename, rm } from "node:fs/promises"
import { resolve } from "node:path"
import { KeptWorlds, type Store } from "../../../src/inside.ts"
import { BadPlace } from "../../persistence/bad-place.ts"
import { copyStore, isEmpty, type Progress } from "../../persistence/copy-store.ts"
import { isSqlite, openSqliteStore, openStore, type Place, requireExisting } from "../../persistence/open-store.ts"
import { verifyStore } from "../../persistence/verify-store.ts"
import { VERSION } from "../../version.ts"
import type { DataFlags } from "../commands/data.ts"
import { EXIT, failed, type Io, misused } from "../io.ts"
import { progressOn } from "../progress.ts"
import { tableOf } from "../table.ts"
import { failWith, requirePlace } from "./begin-stored.ts"

type Act = (io: Io, store: Store, flags: DataFlags, progress: Progress) => Promise<number>

/** `hexarium data …`: looks at, checks, shrinks and moves what `--data` keeps. */
export async function runData(io: Io, what: string, file: string | undefined, flags: DataFlags): Promise<number> {
  if (flags.data === undefined) throw misused("--data is missing: the folder, file or URL of the store")
  const place = requirePlace(flags.data)
  try {
    if (what === "backup") return await backup(io, place, flags)
    if (what === "restore") return await restore(io, place, file, flags)
    const act = ACTS[what]
    if (act === undefined)
      throw misused(
        `there is no command data ${what}; expected ${[...Object.keys(ACTS), "backup", "restore"].join(", ")}`,
      )
    const store = await openThere(place)
    const progress = progressOn(io, what)
    try {
      return await act(io, store, flags, progress.tell)
    } finally {
      progress.end()
      await store.close()
    }
  } catch (error) {
    return failWith(error)
  }
}

/** A store that is there already, for this process alone. */
async function openThere(place: Place): Promise<Store> {
  if (!("file" in place)) return openStore(place)
  requireExisting(place.file)
  return openSqliteStore(place.file, "alone")
}

const json = (io: Io, value: unknown): void => io.out(`${JSON.stringify(value, null, 2)}\n`)

const ACTS: Readonly<Record<string, Act>> = {
  async info(io, store, flags) {
    const [sizes, rows] = [await store.sizes(), await store.worlds()]
    const engine = isSqlite(store) ? "sqlite" : "postgresql"
    const format = isSqlite(store) ? Number(await store.meta("format")) : 1
    const madeBy = isSqlite(store) ? await store.meta("made_by") : undefined
    const madeAt = isSqlite(store) ? await store.meta("made_at") : undefined
    const told = {
      ...{
        engine,
        format,
        hexarium: VERSION,
        made_by: madeBy,
        made_at: madeAt,
        bytes: sizes.bytes,
        worlds: rows.length,
      },
      ...{ changes: sizes.changes, pages: sizes.pages, blobs: sizes.blobs, blob_bytes: sizes.blobBytes },
    }
    if (flags.json) json(io, told)
    else
      io.out(
        tableOf(
          ["", ""],
          Object.entries(told).map(([name, value]) => [name, String(value ?? "")]),
        ),
      )
    return EXIT.ok
  },

  async worlds(io, store, flags) {
    const rows = await store.worlds()
    const told = await Promise.all(
      rows.map(async (row) => ({
        ...{ name: row.name, parent: row.parent, version: row.version, snapshot_version: row.rootVersion },
        ...{ created_at: row.createdAt, snapshots: (await store.snapshots(row.world)).map(({ name }) => name) },
      })),
    )
    if (flags.json) json(io, { worlds: told })
    else
      io.out(
        tableOf(
          ["name", "parent", "version", "snapshot", "made", "snapshots"],
          told.map((row) => [
            ...[row.name, row.parent ?? "", String(row.version), String(row.snapshot_version), row.created_at],
            row.snapshots.join(", "),
          ]),
        ),
      )
    return EXIT.ok
  },

  async verify(io, store, flags, progress) {
    const verified = await verifyStore(store, progress)
    if (flags.json) json(io, verified)
    else if (verified.ok) {
      io.out(
        tableOf(
          ["world", "version", "hash"],
          verified.worlds.map((row) => [row.name, String(row.version), row.hash]),
        ),
      )
    }
    const [first] = verified.problems
    if (first === undefined) return EXIT.ok
    io.err(`hexarium: ${first.place}: ${first.message}${more(verified.problems.length)}\n`)
    return EXIT.error
  },

  async compact(io, store, flags, progress) {
    const before = await store.sizes()
    progress(0, 2)
    await new KeptWorlds(store).compact()
    progress(1, 2)
    if (isSqlite(store)) await store.shrink()
    const after = await store.sizes()
    const told = {
      before: before.bytes,
      after: after.bytes,
      changes: before.changes - after.changes,
      pages: before.pages - after.pages,
    }
    if (flags.json) json(io, told)
    else io.out(`${told.changes} changes and ${told.pages} pages dropped, ${told.before} bytes became ${told.after}\n`)
    return EXIT.ok
  },
}

const more = (problems: number): string => (problems > 1 ? ` (and ${problems - 1} more)` : "")

/** One file of SQLite with everything in it: whole under its name, or not there. */
async function backup(io: Io, place: Place, flags: DataFlags): Promise<number> {
  if (flags.output === undefined) throw misused("-o is missing: the file to write")
  const target = resolve(flags.output)
  if (existsSync(target)) throw failed(`${flags.output} is there already; name a file that is not, or move it away`)
  if ("file" in place) requireExisting(place.file)
  const from = "file" in place ? await openSqliteStore(place.file, "beside") : await openStore(place)
  const beside = `${target}.${process.pid}.tmp`
  const progress = progressOn(io, "backup")
  try {
    const to = await openSqliteStore(beside)
    try {
      await copyStore(from, to, progress.tell)
      await to.seal()
    } finally {
      await to.close()
    }
    await chmod(beside, 0o600)
    if (existsSync(target)) throw failed(`${flags.output} is there already; name a file that is not, or move it away`)
    await rename(beside, target)
  } finally {
    progress.end()
    await from.close()
    for (const suffix of ["", "-wal", "-shm", ".held", ".lock", ".held-journal"])
      await rm(beside + suffix, { force: true })
  }
  if (flags.json) json(io, { file: target })
  else io.out(`${target} holds everything now\n`)
  return EXIT.ok
}

async function restore(io: Io, place: Place, file: string | undefined, flags: DataFlags): Promise<number> {
  if (file === undefined) throw misused("data restore needs the file of a backup")
  requireExisting(file)
  const from = await openSqliteStore(file, "beside")
  const progress = progressOn(io, "restore")
  try {
    const to = await openStore(place)
    try {
      if (!(await isEmpty(to)))
        throw new BadPlace(`${flags.data} is not empty; restore into a store that holds nothing`)
      await copyStore(from, to, progress.tell)
      const worlds = await to.worlds()
      if (flags.json) json(io, { worlds: worlds.map(({ name, version }) => ({ name, version })) })
      else io.out(`${flags.data} holds ${worlds.map(({ name }) => name).join(", ")} now\n`)
    } finally {
      await to.close()
    }
  } finally {
    progress.end()
    await from.close()
  }
  return EXIT.ok
}
