import fc from "fast-check"
import { expect, test } from "vitest"
import type { Fixture } from "../../../src/fixtures/index.ts"
import type { DomainError } from "../../../src/model/index.ts"
import { createWorld, type World } from "../../../src/world/index.ts"
import { ANN, BO, fixtureOf, madeItems, search } from "../../items/search/made-search.ts"

const COLUMNS = ["Text", "Num", "At", "Day", "Pick", "Tags", "Look"] as const
type Definition = NonNullable<NonNullable<Fixture["workspaces"][number]["applications"]>[number]["reports"]>[number]

const columns = COLUMNS.map((field) => ({ display_id: field, field }))
const join = { datastore: "TARGETS", as: "T", via: "Look" }
const name = { display_id: "Name", field: "T.Name" }
const few = [
  { id: "Num", search_value: ["9", null] },
  { id: "created_at", search_value: [null, "2026-01-01"] },
]

/** Flat reports, reports with one row or at most one row for each item, and a grouped report. */
const REPORTS: readonly Omit<Definition, "name" | "datastore">[] = [
  { report_id: "Flat", columns },
  { report_id: "Few", columns, conditions: few },
  { report_id: "Outer", columns: [...columns, name], joins: [{ ...join, inner: false }] },
  { report_id: "Inner", columns: [...columns, name], joins: [{ ...join, inner: true }], conditions: few.slice(0, 1) },
  {
    report_id: "Beta",
    columns,
    joins: [join],
    conditions: [{ id: "T.Name", search_value: ["beta"], exact_match: true }],
  },
  {
    report_id: "Sums",
    columns: [name, { display_id: "Num", field: "Num", aggregate: "sum" }],
    joins: [join],
    group_by: ["Name"],
  },
]

function reportsOf(items: Parameters<typeof fixtureOf>[0], indexed: boolean): Fixture {
  const fixture = fixtureOf(items, indexed)
  const [workspace] = fixture.workspaces
  const [application] = workspace?.applications ?? []
  if (workspace === undefined || application === undefined) throw new Error("the fixture has no application")
  const reports = REPORTS.map((report) => ({ ...report, name: report.report_id, datastore: "D" }))
  return { ...fixture, workspaces: [{ ...workspace, applications: [{ ...application, reports }] }] }
}

const request = fc.record({
  report: fc.constantFrom(...REPORTS.map(({ report_id }) => report_id)),
  isPlain: fc.boolean(),
  search,
  perPage: fc.constantFrom(0, 1, 3, 20),
  page: fc.constantFrom(1, 1, 2, 9),
  returnCountOnly: fc.constantFrom(false, false, true),
})

type Request = typeof request extends fc.Arbitrary<infer R> ? R : never

const read = (world: World, user: string, { report, isPlain, search: { conditions, or, sorts }, ...page }: Request) =>
  world.raw
    .as(user)
    .getReportDataByConditions({
      application: "A",
      report,
      ...(isPlain ? {} : { conditions, useOrCondition: or, sortFields: sorts }),
      ...page,
    })
    .then(
      ({ rows, totalItems, firstIndex }) => [
        rows?.map(({ values, sources }) => [sources.map(({ iId }) => iId), values]),
        totalItems,
        firstIndex,
      ],
      (error: DomainError) => [error.code, error.text],
    )

test("a report is the same or refused alike with and without indexes", async () => {
  await fc.assert(
    fc.asyncProperty(madeItems(60), fc.array(request, { minLength: 4, maxLength: 10 }), async (items, requests) => {
      const outcomes = await Promise.all(
        [true, false].map(async (indexed) => {
          const world = await createWorld({ fixture: reportsOf(items, indexed) })
          return Promise.all(requests.map((one, at) => read(world, at % 2 === 0 ? ANN : BO, one)))
        }),
      )
      expect(outcomes[0]).toEqual(outcomes[1])
    }),
    { seed: 11, numRuns: 40 },
  )
})

test("the pages of a report without conditions are the items in the default order of a list", async () => {
  await fc.assert(
    fc.asyncProperty(
      madeItems(60),
      fc.constantFrom("Flat", "Outer"),
      fc.integer({ min: 1, max: 70 }),
      async (...drawn) => {
        const [items, report, perPage] = drawn
        const world = await createWorld({ fixture: reportsOf(items, true) })
        for (const uId of [ANN, BO]) {
          const user = world.raw.as(uId)
          // A condition that all items fulfil makes the list scan.
          const visible = { id: "created_at", searchValue: ["2000-01-01", null] }
          const list = await user.itemList({ datastore: "D", conditions: [visible] })
          const expected = list.items.map(({ item }) => item.iId)
          const found: string[] = []
          for (let page = 1; (page - 1) * perPage <= expected.length; page += 1) {
            const { rows, totalItems } = await user.getReportData({ application: "A", report, page, perPage })
            expect(totalItems).toBe(expected.length)
            found.push(...(rows ?? []).flatMap(({ sources }) => sources.map(({ iId }) => iId)))
          }
          expect(found).toEqual(expected)
        }
      },
    ),
    { seed: 12, numRuns: 25 },
  )
})
