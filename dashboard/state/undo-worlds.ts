import { ask } from "../api/control.ts"
import { worldTexts } from "../texts/worlds.ts"
import { address, addressOf, go } from "./address.ts"
import { refresh } from "./live.ts"
import { dismissLatest, offerUndo } from "./undo.ts"
import { isOldUndoName, newUndoName } from "./undo-names.ts"

const quietly = (act: Promise<unknown>): void => void act.catch(() => {})

interface ForkWish {
  readonly from: string
  readonly name?: string
  readonly snapshot?: string
  readonly version?: number
}

/** Forks a world and shows the view in the fork. Undo deletes the fork. */
export async function forkWorld(wish: ForkWish, view: string): Promise<void> {
  const { name, version } = await ask("POST /worlds", { body: wish })
  const params = { w: name }
  go(addressOf(view, [], {}, name))
  refresh()
  offerUndo({
    world: undefined,
    done: worldTexts().forked(wish.from, name),
    isRewind: false,
    isWrittenSince: async () => (await ask("GET /worlds/:w", { params })).version !== version,
    takeBack: async () => {
      await ask("DELETE /worlds/:w", { params })
      if (address.peek().world === name) go(addressOf(view, [], {}, wish.from))
    },
    drop: () => {},
  })
}

/** Deletes a world. Undo creates it again, with its records and its clock, but without its snapshots and its log. */
export async function deleteWorld(name: string): Promise<void> {
  const copy = newUndoName()
  dismissLatest()
  await dropOldWorlds()
  await ask("POST /worlds", { body: { from: name, name: copy } })
  const drop = () => quietly(ask("DELETE /worlds/:w", { params: { w: copy } }))
  try {
    await ask("DELETE /worlds/:w", { params: { w: name } })
  } catch (error) {
    drop()
    throw error
  }
  if (address.peek().world === name) go(addressOf("worlds", [], {}, "main"))
  refresh()
  offerUndo({
    world: undefined,
    done: worldTexts().deleted(name),
    isRewind: false,
    isWrittenSince: async () => false,
    takeBack: () => ask("POST /worlds", { body: { from: copy, name } }),
    drop,
  })
}

/** Deletes the copies of deleted worlds that closed pages have left. */
async function dropOldWorlds(): Promise<void> {
  const { worlds } = await ask("GET /worlds", {})
  for (const { name } of worlds) {
    if (isOldUndoName(name)) quietly(ask("DELETE /worlds/:w", { params: { w: name } }))
  }
}

/** Takes a snapshot of a world. Undo deletes it, or takes back the snapshot that had the name before. */
export async function takeSnapshot(world: string, name: string): Promise<void> {
  const { snapshots } = await ask("GET /worlds/:w/snapshots", { params: { w: world } })
  const earlier = snapshots.some((one) => one.name === name) ? await keepSnapshot(world, name) : undefined
  await ask("PUT /worlds/:w/snapshots/:s", { params: { w: world, s: name } })
  refresh()
  offerUndo({
    world,
    done: worldTexts().snapshotTaken(name),
    isRewind: false,
    isWrittenSince: async () => false,
    takeBack: () =>
      earlier === undefined
        ? ask("DELETE /worlds/:w/snapshots/:s", { params: { w: world, s: name } })
        : putBack(world, name, earlier),
    drop: () => {
      if (earlier !== undefined) dropSnapshot(world, earlier)
    },
  })
}

/** Deletes a snapshot of a world. Undo takes it back. */
export async function deleteSnapshot(world: string, name: string): Promise<void> {
  const copy = await keepSnapshot(world, name)
  await ask("DELETE /worlds/:w/snapshots/:s", { params: { w: world, s: name } })
  refresh()
  offerUndo({
    world,
    done: worldTexts().snapshotDeleted(name),
    isRewind: false,
    isWrittenSince: async () => false,
    takeBack: () => putBack(world, name, copy),
    drop: () => dropSnapshot(world, copy),
  })
}

/** Copies a snapshot under a name that the dashboard does not show. */
async function keepSnapshot(world: string, name: string): Promise<string> {
  const copy = newUndoName()
  await ask("PUT /worlds/:w/snapshots/:s", { params: { w: world, s: copy }, body: { from: name } })
  return copy
}

const putBack = (world: string, name: string, copy: string) =>
  ask("PUT /worlds/:w/snapshots/:s", { params: { w: world, s: name }, body: { from: copy } })

const dropSnapshot = (world: string, name: string): void =>
  quietly(ask("DELETE /worlds/:w/snapshots/:s", { params: { w: world, s: name } }))
