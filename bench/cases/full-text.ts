/** Measures GlobalSearch over 100,000 items with 12 searchable fields, and what the search index costs each write. */

import type { Fixture } from "../../src/fixtures/index.ts"
import { createWorld } from "../../src/world/index.ts"
import { atMost, atMostTimes, type Line, nanosecondsAwaited, report, time } from "../measure.ts"
import { ADA, dealIds, makeFixture, PLACE } from "../worlds.ts"

const SIZE = 100_000
const lines: Line[] = []

const plain = (await createWorld({ fixture: makeFixture(SIZE) })).raw.as(ADA)
const userWithIndex = (await createWorld({ fixture: searchedFixture() })).raw.as(ADA)

const note = (text: string) => ({ item: { Title: `About ${text}`, Note: text }, isForceUpdate: true })
const nextId = dealIds(SIZE)
let writtenNotes = 0
const update = (user: typeof plain) => () => {
  writtenNotes += 1
  const text = `A note of some length that was written as number ${writtenNotes}, as people do.`
  return user.updateItem({ ...PLACE, itemId: nextId(), ...note(text) })
}

await userWithIndex.updateItem({ ...PLACE, itemId: nextId(), ...note("Yirgacheffe") })

const first = process.hrtime.bigint()
await userWithIndex.globalSearch({ query: "yirgacheffe" })
lines.push({
  what: `first globalSearch in ${SIZE / 1000}k items, which builds the index`,
  measured: time(Number(process.hrtime.bigint() - first)),
})
for (const [what, query, limit] of [
  ["a rare word", "yirgacheffe", 20e6],
  ["a word that no item has", "zanzibar", 20e6],
  ["a word that every item has", "note", 20e6],
  ["two letters that no item has", "zq", 20e6],
] as const) {
  const ns = await nanosecondsAwaited(5, () => userWithIndex.globalSearch({ query, category: "items" }))
  lines.push(atMost(`globalSearch in ${SIZE / 1000}k items: ${what}`, ns, limit))
}
lines.push({
  what: `globalSearch in ${SIZE / 1000}k items: one character`,
  measured: time(await nanosecondsAwaited(1, () => userWithIndex.globalSearch({ query: "§" }))),
})
lines.push(
  atMost(
    `globalSearch in ${SIZE / 1000}k items: a rare word after each update`,
    await nanosecondsAwaited(20, async () => {
      await update(userWithIndex)()
      await userWithIndex.globalSearch({ query: "yirgacheffe" })
    }),
    20e6,
  ),
)

const [withSearch, without] = [update(userWithIndex), update(plain)]
for (const run of [withSearch, without]) await nanosecondsAwaited(2000, run)
const baseline = await nanosecondsAwaited(3000, without)
lines.push(
  atMostTimes(
    "updateItem of two text fields with full_text, against the same without full_text",
    await nanosecondsAwaited(3000, withSearch),
    Math.max(baseline, await nanosecondsAwaited(3000, without)),
    1.2,
  ),
)

report(lines)

/** Creates the fixture with the deals of the other benches, but with every field searchable. */
function searchedFixture(): Fixture {
  const fixture = structuredClone(makeFixture(SIZE))
  for (const workspace of fixture.workspaces ?? []) {
    for (const application of workspace.applications ?? []) {
      for (const { fields = {} } of application.datastores ?? []) {
        for (const field of Object.values(fields)) Object.assign(field, { full_text: true })
      }
    }
  }
  return fixture
}
