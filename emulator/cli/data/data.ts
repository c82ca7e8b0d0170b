import { KeptWorlds } from "../../../src/inside.ts"
import type { Progress } from "../../adapters/persistence/copy-store.ts"
import {
  isSqlite,
  openPostgresStore,
  openSqliteStore,
  type Place,
  requireExisting,
} from "../../adapters/persistence/open-store.ts"
import { verifyStore } from "../../adapters/persistence/verify-store.ts"
import { VERSION } from "../../version.ts"
import type { DataFlags } from "../commands/data.ts"
import { EXIT, type Io, misused } from "../io.ts"
import { progressOn } from "../progress.ts"
import { tableOf } from "../print.ts"
import { backup, restore } from "./backup.ts"
import { failWith, requirePlace } from "./open-stored-worlds.ts"
import { json } from "./json.ts"
import { recover } from "./recover.ts"

type ThereStore = Awaited<ReturnType<typeof openThere>>
type Act = (io: Io, store: ThereStore, flags: DataFlags, progress: Progress) => Promise<number>

/** `hexarium data …`: looks at, checks, shrinks and moves what `--data` keeps. */
export async function runData(io: Io, what: string, file: string | undefined, flags: DataFlags): Promise<number> {
  if (!(what in ACTS) && !MOVES.includes(what)) {
    throw misused(`there is no command data ${what}; expected ${[...Object.keys(ACTS), ...MOVES].join(", ")}`)
  }
  if (flags.data === undefined)
    throw misused(`--data is missing: data ${what} --data ${file ?? "FOLDER, FILE or URL of the store"}`)
  const place = requirePlace(flags.data)
  try {
    if (what === "backup") return await backup(io, place, flags)
    if (what === "restore") return await restore(io, place, file, flags)
    if (what === "recover") return await recover(io, place, flags)
    const act = ACTS[what] as Act
    const store = await openThere(place)
    const progress = progressOn(io, what)
    try {
      return await act(io, store, flags, progress.tell)
    } finally {
      progress.end()
      await store.close()
    }
  } catch (error) {
    return failWith(error, place)
  }
}

/** A store that is there already, for this process alone. */
async function openThere(place: Place) {
  if (!("file" in place)) return openPostgresStore(place.url, "alone")
  requireExisting(place.file)
  return openSqliteStore(place.file, "alone")
}

/** Commands that take a file, too. */
const MOVES = ["backup", "restore", "recover"]

const ACTS: Readonly<Record<string, Act>> = {
  async info(io, store, flags) {
    const [sizes, rows] = [await store.sizes(), await store.worlds()]
    const told = {
      engine: isSqlite(store) ? "sqlite" : "postgresql",
      format: Number(await store.meta("format")),
      hexarium: VERSION,
      made_by: await store.meta("made_by"),
      made_at: await store.meta("made_at"),
      bytes: sizes.bytes,
      worlds: rows.length,
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
      blobs: before.blobs - after.blobs,
    }
    if (flags.json) json(io, told)
    else
      io.out(
        `${told.changes} changes, ${told.pages} pages and ${told.blobs} blobs dropped, ${told.before} bytes became ${told.after}\n`,
      )
    return EXIT.ok
  },
}

const more = (problems: number): string => (problems > 1 ? ` (and ${problems - 1} more)` : "")
