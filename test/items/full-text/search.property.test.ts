import fc from "fast-check"
import { expect, test } from "vitest"
import { createEngineWorld, type EngineWorld } from "../../../src/world/index.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"

/** GlobalSearch finds the same items as a direct comparison of all values, after any writes, refusals, forks and changed settings. */

const PLACE = { application: "APP", datastore: "D" } as const
const FIELDS = ["T", "U", "K"] as const

const fixture = fixtureOf({
  datastores: {
    D: {
      fields: {
        T: { dataType: "text", as_title: true, full_text: true },
        U: { dataType: "text", roles: ["ADMIN"] },
        K: { dataType: "select", full_text: true, options: { one: "Alpha one", two: "Beta Two" } },
      },
      items: Array.from({ length: 40 }, (_, at) => ({
        values: { T: `start ${at}`, U: "taro", K: at % 2 === 0 ? "one" : "two" },
      })),
    },
  },
})

const word = fc.constantFrom("alpha", "Beta", "ALPHABET", "tar", "Σας", "株式", "x")
const text = fc.array(word, { maxLength: 3 }).map((words) => words.join(" "))
const query = fc.oneof(
  word,
  fc.constantFrom("a", "ta", "two", "taro", "zebu", "start 3", "ΣΑΣ", "r x", "nowhere", "lpha"),
)
const at = fc.nat({ max: 60 })
const field = fc.constantFrom(...FIELDS)

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant("create" as const), text }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom("update" as const, "refuse" as const), at, text }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("delete" as const, "fork" as const), at }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom("mark" as const, "rename" as const), field }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("remove" as const), field: fc.constantFrom("T" as const, "U" as const) }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("search" as const), query }) },
)

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const fold = (one: string) => one.toLowerCase().replaceAll("ς", "σ")

const datastoreOf = (world: EngineWorld) => {
  const datastore = world.view().table("datastores").first()
  if (datastore === undefined) throw new Error("no datastore")
  return datastore
}

/** Titles of the items that contain the query in a full_text field, according to the user's ItemList. */
async function plainSearch(world: EngineWorld, user: string, wanted: string): Promise<Set<string>> {
  const marked = datastoreOf(world).fields.filter((one) => one.fullText)
  const { items } = await world.raw.as(user).itemList(PLACE)
  const holds = (values: Readonly<Record<string, unknown>>) =>
    marked.some(({ displayId }) => fold(String(values[displayId] ?? "")).includes(fold(wanted)))
  return new Set(items.filter(({ values }) => holds(values)).map(({ item }) => item.iId))
}

async function expectSearched(world: EngineWorld, wanted: string): Promise<void> {
  for (const user of ["ada@acme.test", "bob@acme.test"]) {
    const found = await world.raw.as(user).globalSearch({ ...PLACE, query: wanted, itemList: {} })
    const expected = await plainSearch(world, user, wanted)
    expect(new Set(found.itemList?.items.map(({ item }) => item.iId))).toEqual(expected)
    expect(new Set(found.hits.map(({ item }) => item.iId))).toEqual(expected)
  }
}

const setFields = (
  world: EngineWorld,
  change: (fields: { displayId: string; fullText: boolean }[]) => void,
): Promise<unknown> =>
  world.commit("UpdateField", null, (tx) =>
    tx.update("datastores", datastoreOf(world).dId, (draft) => change(draft.fields)),
  )

async function take(worlds: EngineWorld[], world: EngineWorld, one: Step): Promise<void> {
  const ada = world.raw.as("ada@acme.test")
  const items = world
    .view()
    .table(`items:${datastoreOf(world).dId}`)
    .toArray()
  const known = new Set(datastoreOf(world).fields.map(({ displayId }) => displayId))
  const itemOf = (number: number) => items[number % items.length]?.iId ?? ""
  const values = (written: string) => {
    const item = { T: written, U: `${written}!`, K: written.length % 2 === 0 ? "one" : "two" }
    return Object.fromEntries(Object.entries(item).filter(([name]) => known.has(name)))
  }
  if (one.do === "create") await ada.createItem({ ...PLACE, item: values(one.text) })
  else if (one.do === "search") await expectSearched(world, one.query)
  else if (one.do === "fork") worlds.push(world.fork())
  else if ("field" in one) {
    await setFields(world, (fields) => {
      const place = fields.findIndex(({ displayId }) => displayId === one.field)
      const field = fields[place]
      if (field === undefined) return
      if (one.do === "remove") fields.splice(place, 1)
      else if (one.do === "mark") field.fullText = !field.fullText
      else if (one.field === "K") Object.assign(field, { options: renameOptions(world) })
    })
  } else if (items.length === 0) return
  else if ("text" in one) {
    const item = { ...PLACE, itemId: itemOf(one.at), item: values(one.text) }
    if (one.do === "update") await ada.updateItem({ ...item, isForceUpdate: true })
    else await ada.updateItem({ ...item, revNo: 999 }).catch(() => {})
  } else await ada.deleteItem({ ...PLACE, itemId: itemOf(one.at) })
}

function renameOptions(world: EngineWorld) {
  const select = datastoreOf(world).fields.find(({ displayId }) => displayId === "K")
  const options = select?.dataType === "select" ? select.options : []
  return options.map((option) => ({ ...option, name: { en: `${option.displayId} zebu`, ja: option.displayId } }))
}

test("the index finds the same items as a plain scan, in every world", async () => {
  const first = await createEngineWorld({ fixture })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat({ max: 3 }), step), { maxLength: 40, size: "max" }),
      query,
      async (steps, last) => {
        const worlds = [first.fork()]
        for (const [which, one] of steps) await take(worlds, worlds[which % worlds.length] as EngineWorld, one)
        for (const world of worlds) await expectSearched(world, last)
      },
    ),
    { numRuns: 60, seed: 1 },
  )
})
