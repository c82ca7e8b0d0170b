import type { JsonFlag, RemoteFlags } from "../flags/remote-flags.ts"
import { type Io, misused } from "../io.ts"
import { legible } from "../legible.ts"
import { tableOf } from "../print.ts"
import { asking } from "./running-server.ts"
import { given, tell } from "./tell.ts"

type Flags = RemoteFlags & JsonFlag

export interface ForkFlags extends Flags {
  readonly from?: string
  readonly snapshot?: string
}

interface ToldWorld {
  readonly name: string
  readonly url: string
  readonly parent: string | null
  readonly version: number
  readonly hash: string
  readonly now: string
  readonly items: number
}

const worldText = ({ name, url, parent, version, hash, now, items }: ToldWorld): string =>
  tableOf(
    ["", ""],
    [
      ["name", name],
      ["url", url],
      ["parent", parent ?? ""],
      ["items", String(items)],
      ["clock", now],
      ["version", String(version)],
      ["hash", hash],
    ],
  )

export const listWorlds = (io: Io, flags: Flags): Promise<number> =>
  asking(io, flags, async ({ control }) => {
    const told = await control.listWorlds()
    tell(io, flags, told, () =>
      tableOf(
        ["name", "parent", "items", "version", "clock", "url"],
        told.worlds.map(({ name, parent, items, version, now, url }) => [
          name,
          parent ?? "",
          String(items),
          String(version),
          now,
          url,
        ]),
      ),
    )
  })

/** The flags with the world that a word names. */
function ofWorld(flags: Flags, name: string | undefined): Flags {
  if (name !== undefined && flags.world !== undefined && name !== flags.world) {
    throw misused(`two worlds are named, ${name} and ${flags.world}`)
  }
  return name === undefined ? flags : { ...flags, world: name }
}

export const showWorld = (io: Io, name: string | undefined, flags: Flags): Promise<number> =>
  asking(io, ofWorld(flags, name), async ({ control }) => {
    const told = await control.getWorld()
    tell(io, flags, told, () => worldText(told))
  })

export const forkWorld = (io: Io, name: string | undefined, { from, snapshot, ...flags }: ForkFlags): Promise<number> =>
  asking(io, flags, async ({ control, world }) => {
    const told = await control.forkWorld(given({ name, from: from ?? world, snapshot }))
    tell(io, flags, told, () => `${told.name} is a world now, at ${told.url}\n`)
  })

export const resetOne = (io: Io, name: string | undefined, flags: Flags): Promise<number> =>
  asking(io, ofWorld(flags, name), async ({ control }) => {
    const told = await control.resetWorld()
    tell(io, flags, told, () => `${told.name} is as it was made, ${told.items} items\n`)
  })

export const deleteWorld = (io: Io, name: string, flags: Flags): Promise<number> =>
  asking(io, ofWorld(flags, name), async ({ control }) => {
    await control.deleteWorld({ world: name })
    tell(io, flags, null, () => `${name} is gone\n`)
  })

export const listSnapshots = (io: Io, flags: Flags): Promise<number> =>
  asking(io, flags, async ({ control }) => {
    const told = await control.listSnapshots()
    tell(io, flags, told, () =>
      tableOf(
        ["name", "taken", "version"],
        told.snapshots.map(({ name, at, version }) => [legible(name), at, String(version)]),
      ),
    )
  })

export const takeSnapshot = (io: Io, snapshot: string, flags: Flags): Promise<number> =>
  asking(io, flags, async ({ control, world }) => {
    const told = await control.takeSnapshot({ snapshot })
    tell(io, flags, told, () => `${told.name} holds ${world} as it is\n`)
  })

export const restoreOne = (io: Io, snapshot: string, flags: Flags): Promise<number> =>
  asking(io, flags, async ({ control }) => {
    const told = await control.restoreSnapshot({ snapshot })
    tell(io, flags, told, () => `${told.name} is as it was at ${snapshot}, ${told.items} items\n`)
  })

export const deleteSnapshot = (io: Io, snapshot: string, flags: Flags): Promise<number> =>
  asking(io, flags, async ({ control }) => {
    await control.deleteSnapshot({ snapshot })
    tell(io, flags, null, () => `${snapshot} is gone\n`)
  })
