import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { createApp } from "../../../emulator/index.ts"
import { checkInvariants, createWorld, type Fixture } from "../../../src/index.ts"
import { apiClient } from "../../conformance.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"

/** An export loads into an empty copy of the schema (model.md section 16, "CSV import"). */

const NAMES = ["Ada", "B", "Ada, B", "B; Co", "Co", "Doe,Jane", "株"]
const LABELS = ["A", "B", "A,B", "B, C", "C;D", 'Q"q', "D", "A, B"]
const LOOKED_UP = ["Key", "Num", "Day", "Sel"] as const

interface Schema {
  readonly labels: readonly string[]
  readonly shown: (typeof LOOKED_UP)[number]
}

const schema: fc.Arbitrary<Schema> = fc.record({
  labels: fc.shuffledSubarray(LABELS, { minLength: 2 }),
  shown: fc.constantFrom(...LOOKED_UP),
})

function fixtureFor({ labels, shown }: Schema): Fixture {
  const options = Object.fromEntries(labels.map((label, at) => [`o${at}`, label]))
  const names = NAMES.map((_, at) => `u${at}`)
  const fixture = fixtureOf({
    users: ["ada", ...names],
    datastores: {
      Things: {
        fields: {
          Key: { dataType: "text", as_title: true },
          No: { dataType: "autonum" },
          Num: { dataType: "number" },
          Day: { dataType: "date" },
          Sel: { dataType: "select", options },
          Tags: { dataType: "checkbox", options },
          Who: { dataType: "users" },
          Next: { dataType: "dslookup", dslookup: { datastore: "Things", field: shown } },
        },
      },
    },
  })
  const users = fixture.users.map((user, at) => (at === 0 ? user : { ...user, username: NAMES[at - 1] ?? "" }))
  return { ...fixture, users }
}

/** Values that are unique for each item, so that a lookup's shown value names one item. */
const uniqueValues = (at: number) => ({ Key: `K${at}, "x"`, Num: at + 0.5, Day: `2026-01-0${at + 1}` })

const items = fc.array(
  fc.record({
    hasValue: fc.boolean(),
    sel: fc.nat(),
    tags: fc.uniqueArray(fc.nat({ max: LABELS.length - 1 })),
    who: fc.uniqueArray(fc.nat({ max: NAMES.length - 1 })),
    next: fc.option(fc.nat()),
  }),
  { minLength: 1, maxLength: 6 },
)

const PLACE = { "app-id": "APP", "datastore-id": "Things" }

async function csvOf(ada: ReturnType<typeof apiClient>): Promise<string> {
  const order = { sort_fields: [{ id: "created_at" }, { id: "No" }] }
  const { body } = await ada.itemList({ params: PLACE, body: { ...order, format: "csv" } })
  return new TextDecoder().decode(body as unknown as Uint8Array)
}

describe("an export", () => {
  test("loads into an empty copy of the schema, which then has an equal export", async () => {
    await fc.assert(
      fc.asyncProperty(schema, items, async (drawn, made) => {
        const fixture = fixtureFor(drawn)
        const world = await createWorld({ fixture })
        const ada = world.as("ada@acme.test")
        const place = { application: "APP", datastore: "Things" }
        const ids: string[] = []
        for (const [at, { sel, tags, who, hasValue }] of made.entries()) {
          const option = (one: number) => `o${one % drawn.labels.length}`
          const item = {
            ...uniqueValues(at),
            ...(hasValue || drawn.shown !== "Num" ? {} : { Num: null }),
            // The label that a lookup shows must be the label of one item, so only the first item has one.
            ...(drawn.shown === "Sel" && at > 0 ? {} : { Sel: option(sel) }),
            Tags: [...new Set(tags.map(option))],
            Who: who.map((one) => `u${one}@acme.test`),
          }
          ids.push((await ada.createItem({ ...place, item })).itemId)
        }
        for (const [at, { next }] of made.entries()) {
          if (next === null) continue
          const item = { Next: ids[next % ids.length] }
          await ada.updateItem({ ...place, itemId: ids[at] ?? "", isForceUpdate: true, item })
        }
        const csv = await csvOf(apiClient(createApp({ world }), "ada-token"))
        const copy = await createWorld({ fixture })
        const loader = apiClient(createApp({ world: copy }), "ada-token")
        const { body } = await loader.importItems({
          params: PLACE,
          form: { filename: "x.csv", file: new File([csv], "x.csv") },
        })
        const params = { "datastore-id": "Things", "temp-datastore-id": body.temp_datastore_id }
        expect((await loader.getImportResults({ params })).body).toBeNull()
        expect(await csvOf(loader)).toBe(csv)
        await checkInvariants(copy)
      }),
      { numRuns: 60, seed: 3 },
    )
  })
})
