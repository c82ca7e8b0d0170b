import { spawn } from "node:child_process"
import { writeSync } from "node:fs"
import { copyStore } from "../../../emulator/adapters/index.ts"
import {
  loadSqlite,
  type OpenConnection,
  type SqliteStatement,
} from "../../../emulator/adapters/persistence/sqlite/api.ts"
import { openSqliteHere } from "../../../emulator/adapters/persistence/sqlite/sqlite-store.ts"
import { StoredWorlds } from "../../../src/engine/index.ts"
import { createEngineWorld, type EngineWorld } from "../../../src/world/index.ts"
import { user } from "../../state/records.ts"
import { NEXT_FORMAT } from "./next-format.ts"

/**
 * Writes to a store until it kills itself before, after or during a statement. Prints `try VERSION HASH` before each commit, `did VERSION`
 * after it, and at the end the number of statements.
 */
const [folder = "", at = "0", how = "before"] = process.argv.slice(2)
const file = `${folder}/hexarium.sqlite`
let statements = 0

const say = (line: string) => writeSync(1, `${line}\n`)
const die = () => process.kill(process.pid, "SIGKILL")

function around<T>(work: () => T): T {
  statements += 1
  if (statements !== Number(at)) return work()
  if (how === "before") die()
  // The signal arrives a moment later, when the statement has begun.
  if (how === "inside") spawn("kill", ["-9", String(process.pid)], { stdio: "ignore" })
  const result = work()
  if (how === "after") die()
  return result
}

const sqlite = loadSqlite()
const open: OpenConnection = (...args) => {
  const connection = sqlite(...args)
  return {
    exec: (sql) => around(() => connection.exec(sql)),
    prepare(sql): SqliteStatement {
      const statement = connection.prepare(sql)
      return {
        run: (...values) => around(() => statement.run(...values)),
        get: (...values) => around(() => statement.get(...values)),
        all: (...values) => around(() => statement.all(...values)),
      }
    },
    close: () => connection.close(),
  }
}

/** Runs the same work in a stored world and in a world in memory. The second gives the result of a commit before it is stored. */
async function both(
  stored: EngineWorld,
  memory: EngineWorld,
  work: (world: EngineWorld) => Promise<unknown>,
): Promise<void> {
  await work(memory)
  say(`try ${memory.version} ${memory.hash()}`)
  await work(stored)
  say(`did ${stored.version}`)
}

const clock = { mode: "frozen", now: "2026-01-05T09:00:00Z" } as const
const memory = await createEngineWorld({ clock })
say(`try 0 ${memory.hash()}`)
const store = openSqliteHere({ file, madeBy: "tests" }, { open })
const storedWorlds = new StoredWorlds(store)
const persistence = storedWorlds.world("main")
const world = await createEngineWorld({ clock, ports: { persistence } })
say("did 0")
for (let round = 0; round < 12; round += 1) {
  await both(world, memory, (one) =>
    one.commit("Add", null, (tx) => {
      for (let each = 0; each < 5; each += 1) tx.put("users", user(`u${round}-${each}`, { username: "x".repeat(300) }))
    }),
  )
  if (round % 3 === 1) await persistence.snapshot(world.state, world.version)
  if (round % 4 === 2) {
    const row = await storedWorlds.find("main")
    if (row !== undefined)
      await storedWorlds.putSnapshot(
        row.world,
        { name: "s", version: world.version, at: world.now, hash: world.hash() },
        world.state,
      )
    await storedWorlds.compact()
  }
  if (round === 6) await both(world, memory, (one) => one.reset())
  if (round === 9) {
    const copy = openSqliteHere({ file: `${folder}/backup${round}.sqlite`, madeBy: "tests" }, { open })
    await copyStore(store, copy)
    await copy.close()
    const restored = openSqliteHere({ file: `${folder}/restored.sqlite`, madeBy: "tests" }, { open })
    await restored.atOnce((whole) => copyStore(store, whole))
    await restored.close()
  }
}
await store.close()
await openSqliteHere({ file, madeBy: "tests" }, { open, ...NEXT_FORMAT }).close()
say(`statements ${statements}`)
