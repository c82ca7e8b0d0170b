import { describe, expect, test } from "vitest"
import { type OperationName, type Row, rows, table } from "../../emulator/api/index.ts"
import { type AppOptions, createApp } from "../../emulator/index.ts"
import type { EngineWorld } from "../../src/world/index.ts"
import { apiClient, makeRequest } from "../conformance.ts"
import { demoWorld, namesOf } from "../contract/examples/demo.ts"
import { BEN, EXAMPLES } from "../contract/examples/requests.ts"
import { READ_ONLY } from "./serve-deals.ts"

/** Changes every item and every user, and moves the clock. */
async function changeMuch(world: EngineWorld): Promise<void> {
  await world.clock.advance("1h")
  await world.commit("Test", null, (tx) => {
    for (const user of tx.all("users")) tx.put("users", { ...user, username: `${user.username} II` })
    for (const [table] of world.state.tables)
      if (table.startsWith("items:"))
        for (const item of tx.all(table)) tx.put(table, { ...item, revNo: 99, values: {} } as never)
  })
}

/** Operations that change something only for other requests than their examples. The past refuses them, too. */
const REFUSED_READS: readonly OperationName[] = ["deleteUserProfilePicture", "updateGroupRoles"]

const names = rows.map(([name]) => name)

/** Prepares the example of an operation on a world. `send` runs it, now or at a version. */
async function exampleOn(world: EngineWorld, name: OperationName, options: Omit<AppOptions, "world"> = {}) {
  const app = createApp({ world, ...options })
  const make = EXAMPLES[name]
  if (make === undefined) throw new Error(`${name} has no example`)
  const { token = BEN, elsewhere: _, ...sent } = await make({ ben: apiClient(app, BEN), names: () => namesOf(world) })
  const row: Row = table[name]
  const send = async (at?: number, more: Record<string, string> = {}) => {
    const headers = { ...sent.headers, ...more, ...(at !== undefined && { "x-hexarium-world": `main@${at}` }) }
    const response = await app.fetch(makeRequest(name, row.auth === "public" ? undefined : token, { ...sent, headers }))
    const { "x-hexarium-version": version, ...others } = Object.fromEntries(response.headers)
    return { version, answer: { status: response.status, headers: others, text: await response.text() } }
  }
  return { app, send }
}

const INSIGHTS = "a history, coverage and a dry run before"

describe("histories (insight.md section 1)", () => {
  test.each(names)(
    `%s: the response is the same with and without ${INSIGHTS}, except for its version`,
    async (name) => {
      const [kept, other] = [await demoWorld(), await demoWorld()]
      const { send } = await exampleOn(kept, name, { coverage: true })
      if (table[name].auth === "token") await send(undefined, { "x-hexarium-dry-run": "1" })
      const one = await send()
      const two = await (await exampleOn(other, name, { history: 0 })).send()
      expect(one.answer).toEqual(two.answer)
      expect(one.version).toBe(String(kept.version))
      expect(two.version).toBeUndefined()
      expect(kept.hash()).toBe(other.hash())
    },
  )

  test.each(names)(
    "%s: answers at a version as it answered then, or refuses a write, and changes nothing",
    async (name) => {
      const then = await demoWorld()
      const { send: sendThen } = await exampleOn(then, name)
      const before = then.hash()
      const { answer } = await sendThen()
      const isWrite = then.hash() !== before

      const world = await demoWorld()
      const { app, send } = await exampleOn(world, name)
      const { version } = world
      await changeMuch(world)
      const { log, events } = app.worlds.main
      const traces = () => [world.hash(), world.version, log.allEntries().length, events.sequence]
      const untouched = traces()
      const past = await send(version)
      expect(traces()).toEqual(untouched)
      if (!isWrite && !REFUSED_READS.includes(name)) {
        expect(past).toEqual({ version: String(version), answer })
        return
      }
      expect(past.answer.status).toBe(403)
      expect(JSON.parse(past.answer.text)).toMatchObject({ error: READ_ONLY, error_code: "NO_PRIVILEGES" })
    },
  )
})
