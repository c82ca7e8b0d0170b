/** Measures what searches cost beyond a plain scan: patterns (some of them malicious), titles, lookups and whole lists. */
import { vmPatterns } from "../../emulator/adapters/index.ts"
import { createWorld } from "../../src/world/index.ts"
import { hostileFixture, hostilePatterns } from "../../test/items/search/hostile-patterns.ts"
import { atMost, type Line, nanosecondsAwaited, report, time } from "../measure.ts"
import { ADA, makeWorld, PLACE } from "../worlds.ts"

const lines: Line[] = []

const SIZE = 100_000
const ada = (await makeWorld(SIZE)).raw.as(ADA)
const page = { ...PLACE, page: 1, perPage: 20 }
for (const [what, more] of Object.entries({
  "a literal in a text": { conditions: [{ id: "Note", searchValue: ["number 77"] }] },
  "a pattern in a text": { conditions: [{ id: "Note", searchValue: ["deal .*7{2}\\d?,"] }] },
  "a literal in the title": { conditions: [{ id: "title", searchValue: ["Deal 9"] }] },
  "a condition on a looked-up item": { conditions: [{ id: "Customer", searchValue: ["000000000000000000c00007"] }] },
  "sorted by a lookup": { sortFields: [{ id: "Customer" }] },
  "the last page by price": { sortFields: [{ id: "Price" }], page: SIZE / 20 },
  "all items, newest first": { perPage: 0 },
})) {
  lines.push({
    what: `itemList in ${SIZE / 1000}k items: ${what}`,
    measured: time(await nanosecondsAwaited(1, () => ada.itemList({ ...page, ...more }))),
  })
}

const hostile = await createWorld({ fixture: hostileFixture, ports: { patterns: vmPatterns() } })
const user = hostile.raw.as("ada@acme.test")
const slowest = Math.max(
  ...(await inTurn(hostilePatterns(500), async (pattern) => {
    const search = () =>
      user
        .itemList({ datastore: "D", conditions: [{ id: "T", searchValue: [pattern] }], returnCountOnly: true })
        .catch(() => {})
    // Takes the best of three runs, to leave out what else the machine did meanwhile.
    return Math.min(...(await inTurn([1, 2, 3], () => nanosecondsOf(search))))
  })),
)
lines.push(atMost("the slowest of 500 expensive regular expressions", slowest, 50e6))

report(lines)

async function inTurn<T, R>(all: readonly T[], run: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (const one of all) results.push(await run(one))
  return results
}

/** Returns the elapsed nanoseconds. */
async function nanosecondsOf(run: () => Promise<unknown>): Promise<number> {
  const start = process.hrtime.bigint()
  await run()
  return Number(process.hrtime.bigint() - start)
}
