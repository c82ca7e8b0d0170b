import { expect } from "vitest"
import { openSqliteHere } from "../../../emulator/adapters/persistence/sqlite/sqlite-store.ts"
import type { DataFlags } from "../../../emulator/cli/commands/data/declare.ts"
import { runData } from "../../../emulator/cli/commands/data/run.ts"
import { endOf } from "../../../emulator/cli/io.ts"
import { Worlds } from "../../../emulator/worlds/index.ts"
import { StoredWorlds } from "../../../src/engine/index.ts"
import { defaultPorts, type Store } from "../../../src/ports/index.ts"
import { createEngineWorld } from "../../../src/world/index.ts"
import { file as fileRecord, user } from "../../state/records.ts"

/** Runs `hexarium data …` and waits for its end. */
export async function data(what: string, flags: DataFlags, file?: string) {
  let [out, err] = ["", ""]
  const io = {
    out(text: string) {
      out += text
    },
    err(text: string) {
      err += text
    },
    ...{ waiting: () => 0, stopWaiting: () => {}, env: {} },
  }
  const code = await endOf(io, () => runData(io, what, file, flags))
  return { code, out, err }
}

/** Output of a successful command, parsed as JSON. */
export const json = async (what: string, flags: DataFlags, file?: string) => {
  const { code, out, err } = await data(what, { ...flags, json: true }, file)
  expect({ code, err }).toEqual({ code: 0, err: "" })
  return JSON.parse(out)
}

/** Result of opening the world `main` of a store. */
export const openMainWorld = (store: Store): Promise<unknown> =>
  createEngineWorld({ ports: { persistence: new StoredWorlds(store).world("main") } }).catch((error: unknown) => error)

const fill = (worlds: Worlds, name: string, users: number) =>
  worlds.require(name).world.commit("Add", null, (tx) => {
    for (let each = 0; each < users; each += 1) tx.put("users", user(`${name}-${each}`))
  })

/** Creates a store with two worlds, a snapshot and a file. */
export async function makeStore(file: string) {
  const store = openSqliteHere({ file, madeBy: "tests" })
  const kept = new StoredWorlds(store)
  const clock = { mode: "frozen", now: "2026-01-05T09:00:00Z" } as const
  const ports = defaultPorts()
  await createEngineWorld({ clock, ports: { ...ports, persistence: kept.world("main") } })
  const world = await createEngineWorld({ ports: { ...ports, persistence: kept.world("main") } })
  const row = await kept.find("main")
  if (row === undefined) throw new Error("there is no world")
  const worlds = new Worlds({ world, row, snapshots: [] }, {}, kept)
  await fill(worlds, "main", 40)
  const snapshot = await worlds.takeSnapshot(worlds.main, "then")
  await worlds.make({ name: "fork" })
  await fill(worlds, "fork", 3)
  const blob = ports.blobs.put(new TextEncoder().encode("bytes"))
  await world.commit("Upload", null, (tx) => tx.put("files", fileRecord("f1", { blob })))
  const told = {
    hash: world.hash(),
    forkHash: worlds.require("fork").world.hash(),
    snapshotHash: snapshot.hash,
  }
  await store.close()
  return told
}
