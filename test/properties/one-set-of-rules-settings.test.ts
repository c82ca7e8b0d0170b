import * as fc from "fast-check"
import { expect, test } from "vitest"
import { createApp } from "../../emulator/index.ts"
import { createWorld, type Fixture, type World } from "../../src/index.ts"
import { apiClient } from "../conformance.ts"
import { fixtureOf } from "../sample-worlds/fixture-builder.ts"
import {
  bare,
  byFixture,
  common,
  Disagreements,
  type Fields,
  fieldBody,
  holdsUp,
  maybe,
  OWN_SETTINGS,
  PLACE,
  RUNS,
  SEED,
  summarizeAnswer,
  texts,
  worldOf,
} from "./roads.ts"

/** Rules for changed settings, and for reports that use them, are the same in operations and fixtures. */

/** A field of each type with as few properties as possible. */
const LEAST_SETTINGS: Readonly<Record<string, Record<string, unknown>>> = {
  select: { options: { a: "One" } },
  radio: { options: { a: "One" } },
  checkbox: { options: { a: "One" } },
  calc: { calc: { formula: "Amount + 1" } },
  dslookup: { dslookup: { datastore: "Other", field: "Name" } },
  autonum: { autonum: { prefix: "" } },
}

const change = fc.constantFrom(...Object.keys(OWN_SETTINGS)).chain((dataType) => {
  const { options: _, ...own } = OWN_SETTINGS[dataType] ?? {}
  return fc.record({
    dataType: fc.constant(dataType),
    changes: bare(fc.record({ ...common, ...own })),
    id: maybe(texts("Made", "made_2", "bad id", "title", "i_id", "Amount", "é")),
  })
})

/** A field after a change. Absent settings keep their values. */
function mergeSettings(before: Record<string, unknown>, after: Record<string, unknown>): Record<string, unknown> {
  const all = { ...before, ...after }
  for (const name of ["calc", "dslookup", "autonum", "users", "file", "num_info"])
    if (before[name] !== undefined && after[name] !== undefined)
      all[name] = { ...(before[name] as object), ...(after[name] as object) }
  return all
}

test("a field that is there: UpdateField, fixture and template", async () => {
  const found = new Disagreements()
  await fc.assert(
    fc.asyncProperty(change, async ({ dataType, changes, id = "Made" }) => {
      if (id === "Amount") return
      const before = { dataType, name: "Field", ...LEAST_SETTINGS[dataType] }
      const start = await createWorld({ fixture: worldOf({ Made: before } as Fields) })
      const after = mergeSettings(before, changes)
      const { world, answer } = await byFixture(worldOf(Object.fromEntries([[id, after]]) as Fields))
      const sent = await apiClient(createApp({ world: start }), "ada-token").updateField({
        params: { ...PLACE, "field-id": "Made" },
        body: { ...fieldBody(changes), ...(id === "Made" ? {} : { display_id: id }) },
      })
      found.note(`${dataType} ${id}`, changes, { fixture: answer, updateField: summarizeAnswer(sent) })
      if (world !== null) await holdsUp(world)
      await holdsUp(start)
    }),
    { numRuns: RUNS * 2, seed: SEED },
  )
  expect(String(found)).toBe("")
})

const SHOWN_FIELDS: Fields = {
  Kind: { dataType: "select", options: { a: "A", b: "B" } },
  Day: { dataType: "date" },
  Who: { dataType: "users" },
  Where: { dataType: "dslookup", dslookup: { datastore: "Other", field: "Name" } },
}

const COLUMNS = ["Title", "Amount", "Kind", "Day", "Where", "there.Name", "Nope", "there.Nope", ""]

const column = bare(
  fc.record({
    field: fc.constantFrom(...COLUMNS),
    display_id: maybe(texts("one", "two", "bad id", "é")),
    aggregate: maybe(texts("sum", "count", "avg", "max")),
    disable_search: maybe(fc.boolean()),
  }),
)

const condition = bare(
  fc.record({
    id: fc.constantFrom("Title", "Amount", "Kind", "Day", "Where", "there.Name", "Nope", "one"),
    search_value: fc.constantFrom(
      ...[["x"], ["a"], ["3"], ["1", "5"], [null, "5"], ["five"], ["2026-01-01", null], ["soon"], [], ["("], ["A"]],
    ),
    exact_match: maybe(fc.boolean()),
    not_match: maybe(fc.boolean()),
    include_null: maybe(fc.boolean()),
  }),
)

const report = bare(
  fc.record({
    datastore: fc.constantFrom("Notes", "Notes", "Notes", "Nowhere"),
    joins: maybe(
      fc.constant([{ datastore: "Other", via: "Where", as: "there" }]).map((joins) => joins as readonly object[]),
    ),
    columns: fc.array(column, { maxLength: 3 }),
    group_by: maybe(fc.subarray(["Title", "Kind", "one", "Nope"])),
    sort: maybe(fc.constantFrom([], [{ column: "Title" }], [{ column: "Nope" }], [{ column: "one", order: "desc" }])),
    conditions: maybe(fc.array(condition, { maxLength: 2 })),
  }),
)

const withReports = (reports: readonly object[]): Fixture =>
  worldOf(SHOWN_FIELDS, { application: { reports: reports as never } }, [
    { values: { Title: "x", Amount: 3, Kind: "a", Day: "2026-01-01", Where: "@one" } },
  ])

const REPORT = { "app-id": "APP", "report-id": "R" }

test("a report that a fixture makes can be read, exported, and made again by a template", async () => {
  let made = 0
  await fc.assert(
    fc.asyncProperty(report, async (drawn) => {
      const { world } = await byFixture(withReports([{ report_id: "R", name: "R", ...drawn }]))
      if (world === null) return
      made += 1
      const ada = apiClient(createApp({ world }), "ada-token")
      for (const answer of [
        await ada.getReportData({ params: REPORT }),
        await ada.getReportDataByConditions({ params: REPORT, body: {} }),
        await ada.getReportSearchConditions({ params: REPORT }),
      ])
        expect([answer.status, JSON.stringify(drawn)]).toEqual([200, JSON.stringify(drawn)])
      await holdsUp(world)
    }),
    { numRuns: RUNS * 4, seed: SEED },
  )
  expect(made).toBeGreaterThan(RUNS / 5)
})

test("conditions of a report: GetReportDataByConditions and fixture", async () => {
  const one = { report_id: "R", name: "R", datastore: "Notes" }
  const columns = ["Title", "Amount", "Kind", "Day", "Where"].map((field) => ({ field, display_id: field }))
  const base = await createWorld({ fixture: withReports([{ ...one, columns }]) })
  const ada = apiClient(createApp({ world: base }), "ada-token")
  const found = new Disagreements()
  await fc.assert(
    fc.asyncProperty(condition, async (drawn) => {
      const { answer } = await byFixture(withReports([{ ...one, columns, conditions: [drawn] }]))
      const sent = await ada.getReportDataByConditions({ params: REPORT, body: { conditions: [drawn] } as never })
      // A fixture must not contain a condition that never matches. In an operation, such a search is no mistake.
      if (/unknown (?:option|item)|null \(an open end\)/.test(answer)) return
      found.note(JSON.stringify(drawn), null, { fixture: answer, getReportDataByConditions: summarizeAnswer(sent) })
    }),
    { numRuns: RUNS * 4, seed: SEED },
  )
  expect(String(found)).toBe("")
})

/** Changes of settings that the world's reports, saved lists and auto actions use. */
const CHANGES: Readonly<
  Record<string, (api: ReturnType<typeof apiClient>, field: string) => Promise<{ status: number; body: unknown }>>
> = {
  deleteField: (api, field) => api.deleteField({ params: { ...PLACE, "field-id": field } }),
  deleteOption: (api, field) =>
    api.deleteFieldOptions({ params: { ...PLACE, "field-id": field }, body: { options: ["a"] } as never }),
  disableOption: (api, field) =>
    api.updateFieldOptions({
      params: { ...PLACE, "field-id": field },
      body: { options: [{ o_id: "a", enabled: false }] } as never,
    }),
  rename: (api, field) => api.updateField({ params: { ...PLACE, "field-id": field }, body: { display_id: "Renamed" } }),
  hide: (api, field) => api.updateField({ params: { ...PLACE, "field-id": field }, body: { hide_from_api: true } }),
  rolesNone: (api, field) => api.updateField({ params: { ...PLACE, "field-id": field }, body: { roles: [] } }),
  notUnique: (api, field) => api.updateField({ params: { ...PLACE, "field-id": field }, body: { unique: true } }),
  limit: (api, field) => api.updateField({ params: { ...PLACE, "field-id": field }, body: { min_value: "2" } }),
}

test("whatever settings become, reports that rest on them can be read, exported and made again", async () => {
  const fixture = fixtureOf({
    datastores: {
      Notes: {
        fields: {
          Title: { name: "Title", dataType: "text", as_title: true },
          Amount: { dataType: "number" },
          Spare: { dataType: "text" },
          ...SHOWN_FIELDS,
        },
        items: [{ values: { Title: "x", Amount: 3, Kind: "a", Spare: "left", Where: "@one" } }] as never,
      },
      Other: {
        fields: { Name: { dataType: "text", as_title: true } },
        items: [{ key: "one", values: { Name: "One" } }],
      },
    },
    application: {
      reports: [
        {
          report_id: "R",
          name: "R",
          datastore: "Notes",
          joins: [{ datastore: "Other", via: "Where", as: "there" }],
          columns: [
            { field: "Kind", display_id: "kind" },
            { field: "Amount", display_id: "total", aggregate: "sum" },
            { field: "there.Name", display_id: "name" },
          ],
          group_by: ["kind", "name"],
          conditions: [{ id: "Kind", search_value: ["a"] }],
        },
      ],
      queries: [{ name: "Q", datastore_id: "Notes", conditions: [{ id: "Day", search_value: [] }] }] as never,
    },
  })
  const base = await createWorld({ fixture })
  const steps = fc.array(
    fc.tuple(
      fc.constantFrom(...Object.keys(CHANGES)),
      fc.constantFrom("Title", "Amount", "Kind", "Day", "Where", "Who", "Spare", "Renamed"),
    ),
    { minLength: 1, maxLength: 4 },
  )
  await fc.assert(
    fc.asyncProperty(steps, async (drawn) => {
      const world: World = base.fork()
      const ada = apiClient(createApp({ world }), "ada-token")
      for (const [change, field] of drawn) {
        const { status } = (await CHANGES[change]?.(ada, field)) ?? { status: 0 }
        expect([200, 400, 404]).toContain(status)
      }
      const read = await ada.getReportData({ params: REPORT })
      expect([read.status, drawn]).toEqual([200, drawn])
      await holdsUp(world)
    }),
    { numRuns: RUNS * 2, seed: SEED },
  )
})
