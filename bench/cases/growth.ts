/** Measures how the cost of lists grows with their datastore, and what the indexes of lists cost. Sizes above 100,000 items need time. */
import { spawnSync } from "node:child_process"
import { loadSqlite } from "../../emulator/adapters/persistence/sqlite/api.ts"
import type { Fixture } from "../../src/fixtures/index.ts"

import { createWorld, type World } from "../../src/world/index.ts"
import {
  atMost,
  atMostTimes,
  type Line,
  milliseconds,
  nanosecondsAwaited,
  report,
  since,
  stamp,
  time,
} from "../measure.ts"
import { ADA, NOW } from "../worlds.ts"

const READER_OF_HALF = "half@acme.test"
const READER_OF_FEW = "few@acme.test"
const FEW_ITEMS = 20
const PLACE = { application: "APP", datastore: "Orders" }
const [SMALL, LARGE, HUGE] = [1000, 100_000, 1_000_000]

/** A datastore whose items the administrators see, half of them with a member, and 20 with another member. */
function fixtureOf(size: number): Fixture {
  return {
    version: 1,
    clock: { mode: "frozen", now: NOW },
    users: [ADA, READER_OF_HALF, READER_OF_FEW].map((email) => ({ email, password: "secret" })),
    workspaces: [
      {
        name: "Acme",
        admins: [ADA],
        group: { group_id: "ACME", name: "Acme", members: [ADA, READER_OF_HALF, READER_OF_FEW] },
        applications: [
          {
            application_id: "APP",
            name: "App",
            roles: [
              { role_id: "ADMIN", name: "Admin", users: [ADA] },
              { role_id: "MEMBER", name: "Member", users: [READER_OF_HALF] },
              { role_id: "GUEST", name: "Guest", users: [READER_OF_FEW] },
            ],
            datastores: [
              {
                datastore_id: "Orders",
                name: "Orders",
                fields: {
                  Title: { dataType: "text", as_title: true },
                  Number: { dataType: "number", has_index: true },
                  Day: { dataType: "date", has_index: true },
                },
                items: Array.from({ length: size }, (_, number) => ({
                  i_id: ((number * 7919) % size).toString(16).padStart(24, "0"),
                  values: {
                    Title: `Order ${number}`,
                    Number: number,
                    Day: new Date(Date.UTC(2000, 0, 1 + (number % 9000))).toISOString().slice(0, 10),
                  },
                  access: {
                    roles: [
                      "ADMIN",
                      ...(number % 2 === 0 ? ["MEMBER"] : []),
                      ...(isFew(number, size) ? ["GUEST"] : []),
                    ],
                  },
                })),
              },
            ],
          },
        ],
      },
    ],
  }
}

const isFew = (number: number, size: number): boolean => number % (size / FEW_ITEMS) === 0

const page = { ...PLACE, page: 1, perPage: 20 }

/** Lists by what they ask for. `user` is the caller. */
const LISTS = {
  "the first page, administrator": { user: ADA, ...page },
  "the first page, a member who sees half": { user: READER_OF_HALF, ...page },
  "the first page, sorted by an indexed number": { user: ADA, ...page, sortFields: [{ id: "Number" }] },
  "the first page, sorted by an indexed date, descending": {
    ...{ user: ADA, ...page },
    sortFields: [{ id: "Day", order: "desc" as const }],
  },
  "an equal indexed number": {
    user: ADA,
    ...page,
    conditions: [{ id: "Number", searchValue: ["77"], exactMatch: true }],
  },
  "a range of 20 on an indexed number": {
    user: ADA,
    ...page,
    conditions: [{ id: "Number", searchValue: ["70", "89"] }],
  },
  "the number of items": { user: ADA, ...PLACE, returnCountOnly: true },
}

const lister = (world: World, { user, ...input }: (typeof LISTS)[keyof typeof LISTS]) => {
  const caller = world.raw.as(user)
  return () => caller.itemList(input)
}

const ns = (list: () => Promise<unknown>) => nanosecondsAwaited(50, list)

const lines: Line[] = []
const load = (size: number): Promise<World> => createWorld({ fixture: fixtureOf(size) })

/** Number of items to load. Only the processes that measure one load have this variable. */
const { LOAD_ONLY } = process.env
if (LOAD_ONLY !== undefined) {
  const fixture = fixtureOf(Number(LOAD_ONLY))
  const started = stamp()
  await createWorld({ fixture })
  process.stdout.write(String(since(started)))
  process.exit()
}

/** Returns the nanoseconds of a load in a process of its own, as on a server that starts. */
function nsOfLoad(size: number): number {
  const env = { ...process.env, LOAD_ONLY: String(size) }
  const run = spawnSync(process.execPath, process.argv.slice(1), { env, stdio: ["ignore", "pipe", "inherit"] })
  if (run.status !== 0)
    throw new Error(`the process that loads ${size} items ended with ${run.status ?? run.signal}; its error is above`)
  return Number(run.stdout)
}

const loads = [LARGE, HUGE, LARGE, HUGE, LARGE].map((size) => ({ size, ns: nsOfLoad(size) }))
const fastestLoad = (of: number) => Math.min(...loads.flatMap(({ size, ns }) => (size === of ? ns : [])))

const small = await load(SMALL)
const large = await load(LARGE)

const base = new Map<string, number>()
for (const [what, list] of Object.entries(LISTS)) {
  const baseline = await ns(lister(small, list))
  base.set(what, baseline)
  lines.push(atMostTimes(`${what}, 100,000 against 1,000 items`, await ns(lister(large, list)), baseline, 2))
}
const all = await ns(lister(small, LISTS["the first page, administrator"]))
const few = { ...LISTS["the first page, administrator"], user: READER_OF_FEW }
lines.push(
  atMostTimes("the first page, who sees 20 of 100,000, against all of 1,000", await ns(lister(large, few)), all, 3),
)

// Measures a list right after a write, without the write itself. A write in another world leaves as little of the list in the processor's
// caches. The difference between the two times is therefore the work that the write leaves to the list.
const ada = large.raw.as(ADA)
const elsewhere = (await load(LARGE)).raw.as(ADA)
const list = lister(large, LISTS["the first page, administrator"])
const WARM_UP = 3000
const times: Record<"after" | "next" | "other", number[]> = { after: [], next: [], other: [] }
for (let round = 0; round < WARM_UP + 1000; round += 1) {
  const timed = async (into: number[]) => {
    const started = stamp()
    await list()
    if (round >= WARM_UP) into.push(since(started))
  }
  const item = { Title: `New ${round}`, Number: -round }
  await ada.createItem({ ...PLACE, item })
  await timed(times.after)
  await timed(times.next)
  await elsewhere.createItem({ ...PLACE, item })
  await timed(times.other)
}
const median = (all: number[]) => all.sort((left, right) => left - right)[all.length >> 1] ?? 0
const [first, other, next] = [median(times.after), median(times.other), median(times.next)]
lines.push(atMostTimes("a list right after a write, against the next one", first, next, 1.2), {
  what: "a list right after a write, against one after a write in another world",
  measured: time(first),
  baseline: time(other),
  ratio: first / other,
})

const database = loadSqlite()(":memory:")
database.exec("CREATE TABLE items (id TEXT PRIMARY KEY, created TEXT, title TEXT, number REAL, day TEXT)")
database.exec("CREATE INDEX newest ON items (created DESC, id)")
const insert = database.prepare("INSERT INTO items VALUES (?, ?, ?, ?, ?)")
database.exec("BEGIN")
for (let number = 0; number < LARGE; number += 1)
  insert.run(number.toString(16).padStart(24, "0"), NOW, `Order ${number}`, number, "2026-01-05")
database.exec("COMMIT")
const select = database.prepare("SELECT * FROM items ORDER BY created DESC, id LIMIT 20")
const rows = await ns(async () => select.all().map((row) => ({ ...row })))
lines.push(atMostTimes("the first page of 100,000, against SQLite in process", await ns(list), rows, 5))
database.close()

lines.push(
  atMostTimes(
    "loading 1,000,000 items, against 100,000, in processes of their own",
    fastestLoad(HUGE),
    fastestLoad(LARGE),
    12,
  ),
)
const huge = await load(HUGE)
for (const [what, one] of Object.entries(LISTS))
  lines.push(atMostTimes(`${what}, 1,000,000 against 1,000 items`, await ns(lister(huge, one)), base.get(what) ?? 0, 3))
const last = lister(huge, { ...LISTS["the first page, administrator"], page: HUGE / 20 })
lines.push(atMost("the last page of 1,000,000 items", (await milliseconds(last)) * 1e6, 5e6))

report(lines)
