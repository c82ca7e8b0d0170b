import { StoredWorlds } from "../../../../src/engine/index.ts"
import {
  isSqlite,
  openPostgresStore,
  openSqliteStore,
  openToRead,
  type Place,
  type Progress,
  refuseDisplaced,
  requireExisting,
  verifyStore,
} from "../../../adapters/index.ts"
import { VERSION } from "../../../version.ts"
import { failWith, requirePlace } from "../../data/open-stored-worlds.ts"
import { EXIT, type Io, usageError } from "../../io.ts"
import { print, tableOf } from "../../print.ts"
import { progressOn } from "../../progress.ts"
import { backup, restore } from "./backup.ts"
import type { DataFlags } from "./declare.ts"
import { recover } from "./recover.ts"

type OpenStore = Awaited<ReturnType<typeof openExisting>>
type Action = (io: Io, store: OpenStore, flags: DataFlags, progress: Progress) => Promise<number>

export async function runData(io: Io, what: string, file: string | undefined, flags: DataFlags): Promise<number> {
  if (flags.data === undefined)
    throw usageError(`--data is missing; pass the store, as in data ${what} --data ${file ?? "./worlds"}`)
  const place = requirePlace(flags.data)
  try {
    refuseDisplaced(place)
    if (what === "backup") return await backup(io, place, flags)
    if (what === "restore") return await restore(io, place, file, flags)
    if (what === "recover") return await recover(io, place, flags)
    const act = ACTIONS[what] as Action
    const store = await openExisting(place, what)
    const progress = progressOn(io, what)
    try {
      return await act(io, store, flags, progress.report)
    } finally {
      progress.end()
      await store.close()
    }
  } catch (error) {
    return failWith(error, place)
  }
}

async function openExisting(place: Place, what: string) {
  if (!("file" in place)) return openPostgresStore(place.url, "alone")
  requireExisting(place.file)
  return what === "compact" ? openSqliteStore(place.file, "alone") : openToRead(place.file, "alone")
}

const ACTIONS: Readonly<Record<string, Action>> = {
  async info(io, store, flags) {
    const [sizes, rows] = [await store.sizes(), await store.worlds()]
    const report = {
      engine: isSqlite(store) ? "sqlite" : "postgresql",
      format: Number(await store.meta("format")),
      hexarium: VERSION,
      made_by: await store.meta("made_by"),
      made_at: await store.meta("made_at"),
      bytes: sizes.bytes,
      worlds: rows.length,
      changes: sizes.changes,
      pages: sizes.pages,
      blobs: sizes.blobs,
      blob_bytes: sizes.blobBytes,
    }
    const cells = Object.entries(report).map(([name, value]) => [name, String(value ?? "")])
    print(io, flags, report, () => tableOf(["", ""], cells))
    return EXIT.ok
  },

  async worlds(io, store, flags) {
    const [rows, snapshots] = [await store.worlds(), await store.allSnapshots()]
    const report = rows.map((row) => ({
      name: row.name,
      parent: row.parent,
      version: row.version,
      snapshot_version: row.rootVersion,
      created_at: row.createdAt,
      snapshots: (snapshots.get(row.world) ?? []).map(({ name }) => name),
    }))
    const cells = report.map((row) => Object.values(row).map((value) => [value ?? ""].flat().join(", ")))
    const text = () => tableOf(["name", "parent", "version", "snapshot", "made", "snapshots"], cells)
    print(io, flags, { worlds: report }, text)
    return EXIT.ok
  },

  async verify(io, store, flags, progress) {
    const verified = await verifyStore(store, progress)
    const cells = verified.worlds.map((row) => [row.name, String(row.version), row.hash])
    print(io, flags, verified, () => (verified.ok ? tableOf(["world", "version", "hash"], cells) : ""))
    const [first] = verified.problems
    if (first === undefined) return EXIT.ok
    io.err(`hexarium: ${first.place}: ${first.message}${more(verified.problems.length)}\n`)
    return EXIT.error
  },

  async compact(io, store, flags, progress) {
    const before = await store.sizes()
    progress(0, 2)
    await new StoredWorlds(store).compact()
    progress(1, 2)
    if (isSqlite(store)) await store.shrink()
    const after = await store.sizes()
    const report = {
      before: before.bytes,
      after: after.bytes,
      changes: before.changes - after.changes,
      pages: before.pages - after.pages,
      blobs: before.blobs - after.blobs,
    }
    const dropped = `dropped ${report.changes} changes, ${report.pages} pages and ${report.blobs} blobs`
    print(io, flags, report, () => `${dropped}; size before: ${report.before} bytes, now: ${report.after} bytes\n`)
    return EXIT.ok
  },
}

const more = (problems: number): string => (problems > 1 ? ` (and ${problems - 1} more problems)` : "")
