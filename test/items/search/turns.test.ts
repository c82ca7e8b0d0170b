import { describe, expect, test, vi } from "vitest"
import { vmPatterns } from "../../../emulator/adapters/index.ts"
import { createApp } from "../../../emulator/index.ts"
import type { Fixture } from "../../../src/fixtures/index.ts"
import { systemTimer } from "../../../src/ports/defaults/system-time.ts"
import type { Timer } from "../../../src/ports/index.ts"
import { createWorld } from "../../../src/world/index.ts"
import { DESK } from "../../control/desk.ts"
import { PATIENCE_MS } from "../../until.ts"

const STORE = "/api/v0/applications/DESK/datastores/TICKETS/items"
const TOKEN = "ada-fixed-token-1"

/** Time that passes at each reading of the machine's clock. The number of readings then determines the duration of a search. */
const LOOK_MS = 0.5

/** A desk with long and short subjects. Its searches report how often they read the clock between two turns. */
async function watchedDesk(subjects: readonly string[]) {
  const fixture = structuredClone(DESK) as Fixture
  const datastore = fixture.workspaces[0]?.applications?.[0]?.datastores?.[0]
  if (datastore === undefined) throw new Error("no datastore")
  datastore.items = subjects.map((Subject) => ({ values: { Subject }, status: "New" }))
  let ms = 0
  let looks = 0
  const pieces: number[] = []
  const endPiece = () => {
    pieces.push(looks)
    looks = 0
  }
  const wallClock = {
    now() {
      looks += 1
      ms += LOOK_MS
      return ms
    },
  }
  const timer: Timer = {
    after(delay, callback) {
      if (delay === 0) endPiece()
      return systemTimer.after(delay, callback)
    },
  }
  const world = await createWorld({ fixture, ports: { wallClock, timer } })
  // Reading the clock is the only thing that advances the time, so a slow pattern with lookaround does not.
  const app = createApp({ world, patterns: vmPatterns({ limitMs: 30_000 }) })
  return {
    world,
    pieces,
    async ask(path: string, body: object, method = "POST") {
      pieces.length = 0
      looks = 0
      const answer = await app.fetch(
        new Request(`http://hexarium${STORE}${path}`, {
          method,
          headers: { "content-type": "application/json", authorization: `Bearer ${TOKEN}` },
          body: JSON.stringify({ use_display_id: true, ...body }),
        }),
      )
      endPiece()
      // biome-ignore lint/suspicious/noExplicitAny: bodies of several shapes
      return { body: (await answer.json()) as any, pieces: [...pieces] }
    },
  }
}

/** Clock readings in a turn of 10 ms: two for each test, and a few around it. */
const MAX_LOOKS = 2 * (10 / LOOK_MS) + 10

const linear = (count: number) => Array.from({ length: count }, (_, at) => `[xy]z?${at}`)
const condition = (patterns: readonly string[]) => ({ conditions: [{ id: "Subject", search_value: patterns }] })

describe("others have their turn while patterns are tried (control.md section 4)", () => {
  test("between the patterns and pieces of one text", async () => {
    const { ask } = await watchedDesk(["a".repeat(200_000), `${"a".repeat(150_000)}x7`])
    const { body, pieces } = await ask("/search", { ...condition(linear(10)), page: 1, per_page: 0 })
    expect(body.totalItems).toBe(1)
    expect(body.items[0].Subject).toMatch(/x7$/)
    expect(pieces.length).toBeGreaterThan(10)
    expect(Math.max(...pieces)).toBeLessThanOrEqual(MAX_LOOKS)
  })

  test("between items, and what a search finds is the same", async () => {
    const subjects = Array.from({ length: 150 }, (_, at) => `${"a".repeat(2000)}${at % 3 === 0 ? "x" : "y"}${at % 10}`)
    const { ask } = await watchedDesk(subjects)
    const fits = (subject: string) => /[xy]z?[02468]/.test(subject) && /x|y[048]/.test(subject)
    const { body, pieces } = await ask("/search", {
      conditions: [
        { id: "Subject", search_value: ["[xy]z?[02468]"] },
        { conditions: [{ id: "Subject", search_value: ["x.?", "y[048]"] }], use_or_condition: true },
      ],
      page: 1,
      per_page: 0,
      sort_fields: [{ id: "No", order: "asc" }],
    })
    expect(body.items.map(({ Subject }: { Subject: string }) => Subject)).toEqual(subjects.filter(fits))
    expect(pieces.length).toBeGreaterThan(10)
    expect(Math.max(...pieces)).toBeLessThanOrEqual(MAX_LOOKS)
  })

  test("a search that waits for its turn returns the state in which it began", async () => {
    const { ask, world, pieces } = await watchedDesk(Array.from({ length: 60 }, () => `${"a".repeat(2000)}x`))
    const ada = world.as("ada@acme.test")
    const search = ask("/search", { ...condition(["[xy]+"]), page: 1, per_page: 0 })
    await vi.waitFor(() => expect(pieces).not.toEqual([]), { interval: 0, timeout: PATIENCE_MS })
    await ada.createItem({ application: "DESK", datastore: "TICKETS", item: { Subject: `${"a".repeat(2000)}x` } })
    expect((await search).body.totalItems).toBe(60)
    expect((await ask("/search", { ...condition(["[xy]+"]), page: 1, per_page: 0 })).body.totalItems).toBe(61)
  })

  test("a change lets others have their turn, and happens once", async () => {
    const { ask, world } = await watchedDesk(
      Array.from({ length: 200 }, (_, at) => `${"a".repeat(2000)}${at % 2 === 0 ? "x" : "o"}`),
    )
    const { version } = world
    const { pieces } = await ask("/delete", condition(["[xy]z?"]), "DELETE")
    expect(Math.max(...pieces)).toBeLessThanOrEqual(MAX_LOOKS)
    expect(pieces.length).toBeGreaterThan(4)
    expect(world.version).toBe(version + 1)
    expect((await ask("/search", { page: 1, per_page: 0 })).body.totalItems).toBe(100)
  })

  test("a change that waits for its turn is one of what is there when it happens", async () => {
    const { ask, world, pieces } = await watchedDesk(Array.from({ length: 60 }, () => `${"a".repeat(2000)}x`))
    const ada = world.as("ada@acme.test")
    const deletion = ask("/delete", condition(["[xy]+"]), "DELETE")
    await vi.waitFor(() => expect(pieces).not.toEqual([]), { interval: 0, timeout: PATIENCE_MS })
    await ada.createItem({ application: "DESK", datastore: "TICKETS", item: { Subject: `${"a".repeat(2000)}x` } })
    await deletion
    expect((await ask("/search", { page: 1, per_page: 0 })).body.totalItems).toBe(0)
  })

  test("patterns that take too long together time out as ever, with lookaround among them", async () => {
    const { ask } = await watchedDesk(Array.from({ length: 300 }, () => "a".repeat(5000)))
    const { body, pieces } = await ask("/search", { ...condition(["(?=b)b", ...linear(10)]), page: 1, per_page: 0 })
    expect(body).toMatchObject({ items: [], totalItems: -1 })
    expect(pieces.length).toBeGreaterThan(20)
  })
})
