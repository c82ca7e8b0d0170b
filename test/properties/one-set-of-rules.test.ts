import * as fc from "fast-check"
import { expect, test } from "vitest"
import { createApp } from "../../emulator/index.ts"
import { checkInvariants, createWorld, type Fixture, type World } from "../../src/index.ts"
import { itemsTable } from "../../src/state/index.ts"
import { apiClient } from "../conformance.ts"
import { fixtureOf } from "../sample-worlds/fixture-builder.ts"
import {
  byFixture,
  Disagreements,
  type Fields,
  fieldBody,
  fields,
  GIVEN_FIELDS,
  holdsUp,
  PLACE,
  RUNS,
  SEED,
  summarizeAnswer,
  worldOf,
} from "./roads.ts"

/**
 * An operation, a fixture, an import and a template accept and refuse the same records. None leads to a state that another would refuse.
 */
test("a field: CreateField, fixture and template", async () => {
  const empty = await createWorld({ fixture: worldOf({}) })
  const found = new Disagreements()
  await fc.assert(
    fc.asyncProperty(fields, async ({ id, field }) => {
      const { world, answer } = await byFixture(worldOf(Object.fromEntries([[id, field]]) as Fields))
      if (id === "Amount") return
      const byOperation = empty.fork()
      const body = { display_id: id, ...fieldBody(field) }
      const made = await apiClient(createApp({ world: byOperation }), "ada-token").createField({ params: PLACE, body })
      const answers = { fixture: answer, createField: summarizeAnswer(made) }
      found.note(`${field.dataType} ${id}`, field, answers)
      if (world !== null) await holdsUp(world)
      if (made.status === 200) await holdsUp(byOperation)
    }),
    { numRuns: RUNS, seed: SEED },
  )
  expect(String(found)).toBe("")
})

const VALUES: Fields = {
  Short: { dataType: "text", min_value: 2, max_value: 4 },
  Once: { dataType: "text", unique: true },
  Few: { dataType: "number", min_value: 0, max_value: 10 },
  Day: { dataType: "date", min_value: "2026-01-01" },
  At: { dataType: "datetime" },
  Hour: { dataType: "time" },
  Pick: { dataType: "select", options: { a: "A", b: { name: "B", enabled: false } } },
  Some: { dataType: "checkbox", options: { a: "A", b: { name: "B", enabled: false } } },
  Who: { dataType: "users", users: { single_select: true } },
  Where: { dataType: "dslookup", dslookup: { datastore: "Other", field: "Name" } },
  Sum: { dataType: "calc", calc: { formula: "Few * 2" } },
}

const ITEM: Readonly<Record<string, readonly unknown[]>> = {
  Short: ["ab", "a", "abcde", "", " ", 12, true, null, "\ud800", ["ab"]],
  Once: ["taken", "free", "TAKEN", "", "ta\u200bken"],
  Few: [5, "5", -1, 11, "five", "", null, "5e400", "５", 0.1, true],
  Day: ["2026-02-03", "2025-12-31", "2026-02-30", "soon", "", "2026-02-03T04:05:06Z", 7],
  At: ["2026-02-03T04:05:06Z", "2026-02-03", "2026-02-03T25:00:00Z", "never", null],
  Hour: ["12:30", "24:30", "12:30:15", "noon", ""],
  Pick: ["a", "b", "z", "", ["a"], ["a", "a"], null],
  Some: [["a"], ["b"], ["a", "a"], "a", [], ["z"], null],
  Where: ["0".repeat(24), "", null, "nothing"],
  Title: ["Any", "", "x".repeat(5000)],
}

const items = fc
  .subarray(Object.keys(ITEM), { minLength: 1, maxLength: 2 })
  .chain((names) =>
    fc.tuple(...names.map((name) => fc.constantFrom(...(ITEM[name] ?? [])).map((value) => [name, value] as const))),
  )
  .map((entries) => Object.fromEntries(entries))

/** Fields whose CSV cells are equal to request values. Fixtures name options and items differently, and can't express blanks. */
const IN_CELLS = ["Short", "Once", "Few", "Day", "At", "Hour", "Title"]

const notesOf = (world: World): string => {
  const all = world.view().table("datastores").toArray()
  return all.find(({ displayId }) => displayId === "Notes")?.dId ?? ""
}

async function byImport(world: World, values: Readonly<Record<string, unknown>>): Promise<Record<string, string>> {
  const cells = Object.values(values)
  if (!Object.keys(values).every((name) => IN_CELLS.includes(name))) return {}
  if (!cells.every((cell) => typeof cell === "string" && cell.trim() !== "")) return {}
  const csv = `${Object.keys(values).join()}\n${cells.map((cell) => `"${cell}"`).join()}\n`
  const form = { filename: "items.csv", file: new File([csv], "items.csv", { type: "text/csv" }) }
  const before = world.view().table(itemsTable(notesOf(world))).size
  const imported = await apiClient(createApp({ world }), "ada-token").importItems({ params: PLACE, form })
  const isMade = world.view().table(itemsTable(notesOf(world))).size > before
  return { importItems: imported.status === 200 && isMade ? "accepted" : `refused ${imported.status}` }
}

test("an item: CreateItem, UpdateItem, ImportItems, fixture and template", async () => {
  const taken = { values: { Once: "taken" } }
  const base = await createWorld({ fixture: worldOf(VALUES, {}, [taken]) })
  const found = new Disagreements()
  await fc.assert(
    fc.asyncProperty(items, async (values) => {
      const { world, answer } = await byFixture(worldOf(VALUES, {}, [taken, { values }]))
      const [one, other] = [base.fork(), base.fork()]
      const created = await apiClient(createApp({ world: one }), "ada-token").createItem({
        params: PLACE,
        body: { item: values },
      })
      const ada = apiClient(createApp({ world: other }), "ada-token")
      const { body } = await ada.createItem({ params: PLACE, body: { item: {} } })
      const updated = await ada.updateItem({
        params: { ...PLACE, "item-id": body.item_id },
        body: { item: values, is_force_update: true },
      })
      const byFile = base.fork()
      const answers = { fixture: answer, createItem: summarizeAnswer(created), updateItem: summarizeAnswer(updated) }
      found.note(JSON.stringify(values), null, { ...answers, ...(await byImport(byFile, values)) })
      for (const each of [world, created.status === 200 ? one : null, byFile]) if (each !== null) await holdsUp(each)
    }),
    { numRuns: RUNS, seed: SEED },
  )
  expect(String(found)).toBe("")
})

const NAMES = ["Name", "", " ", "\u3000", "x".repeat(300), "two\nlines", "\ud800"]
const HALF_CHARACTERS = [
  ...NAMES,
  {},
  { en: "" },
  { ja: " " },
  { en: "", ja: "名前" },
  { en: "Name", ja: "名前" },
  { en: "two\r\nlines" },
]
const IDS = ["MADE", "", "bad id", "made-2", "é", "__proto__", "x".repeat(256), "x".repeat(255)]

/** Entities with a name and a display ID, created by an operation and by a fixture. */
const NAMED_RECORDS: Readonly<
  Record<
    string,
    {
      names: readonly unknown[]
      ids: readonly string[]
      fixture: (name: never, id: string) => Fixture
      send: (
        api: ReturnType<typeof apiClient>,
        name: never,
        id: string,
        world: World,
      ) => Promise<{ status: number; body: unknown }>
    }
  >
> = {
  group: {
    names: NAMES,
    ids: IDS,
    fixture: (name, id) =>
      worldOf(
        {},
        {
          workspace: {
            group: {
              group_id: "ACME",
              name: "Acme",
              members: ["ada@acme.test", "bob@acme.test"],
              groups: [{ group_id: id, name }],
            },
          },
        },
      ),
    send: (api, name, display_id) =>
      api.createGroup({ params: { "parent-group-id": "ACME" }, body: { name, display_id } }),
  },
  workspace: {
    names: NAMES,
    ids: ["any"],
    fixture: (name) => worldOf({}, { workspace: { name } }),
    send: (api, name) => api.createNewWorkspace({ body: { name } }),
  },
  application: {
    names: HALF_CHARACTERS.filter((name) => typeof name === "object"),
    ids: ["any"],
    fixture: (name) => worldOf({}, { application: { name } }),
    send: (api, name) => api.createApplication({ body: { name } }),
  },
  option: {
    names: HALF_CHARACTERS,
    ids: IDS,
    fixture: (name, id) =>
      worldOf({
        Pick: {
          dataType: "select",
          options: Object.fromEntries([
            ["one", "One"],
            [id, { name }],
          ]),
        },
      }),
    send: (api, name, display_id) =>
      api.createFieldOptions({ params: { ...PLACE, "field-id": "Pick" }, body: { options: [{ name, display_id }] } }),
  },
  action: {
    names: HALF_CHARACTERS,
    ids: IDS,
    fixture: (name, id) =>
      fixtureOf({
        datastores: { Notes: { fields: GIVEN_FIELDS, actions: Object.fromEntries([[id, { name, crud_type: "2" }]]) } },
      }),
    send: (api, name, display_id) =>
      api.createAction({ params: { "datastore-id": "Notes" }, body: { operation: "update", name, display_id } }),
  },
}

test("operations and fixtures accept the same names and display IDs", async () => {
  const base = await createWorld({ fixture: worldOf({ Pick: { dataType: "select", options: { one: "One" } } }) })
  const found = new Disagreements()
  for (const [kind, { names, ids, fixture, send }] of Object.entries(NAMED_RECORDS))
    for (const [name, id] of [
      ...names.map((one) => [one, "MADE"] as const),
      ...ids.map((one) => ["Name", one] as const),
    ]) {
      // Operations generate a missing ID.
      if (id === "" || (kind === "application" && name === "Name")) continue
      const { answer } = await byFixture(fixture(name as never, id))
      const world = base.fork()
      const sent = await send(apiClient(createApp({ world }), "ada-token"), name as never, id, world)
      found.note(`${kind} ${JSON.stringify(name)?.slice(0, 20)} ${id.slice(0, 20)}`, null, {
        fixture: answer,
        operation: summarizeAnswer(sent),
      })
      if (sent.status === 200) await checkInvariants(world)
    }
  expect(String(found)).toBe("")
})
