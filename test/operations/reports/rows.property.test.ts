import fc from "fast-check"
import { expect, test } from "vitest"
import { createWorld } from "../../../src/world/index.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"

const AGGREGATES = ["sum", "count", "avg", "max", "min"] as const

interface Plain {
  readonly no: number
  readonly text: string | null
  readonly amount: number | null
  readonly kind: "a" | "b" | null
  /** Number of the looked-up item on the other side. */
  readonly target: number | null
  /** Numbers of the linked items, in the order of the links. */
  readonly links: readonly number[]
  readonly isVisible: boolean
}

const SIZE = 6

/** Multiples of a quarter, because their sums are exact. */
const amount = fc.integer({ min: -40, max: 40 }).map((quarters) => quarters / 4)

const side = fc.tuple(
  ...Array.from({ length: SIZE }, (_, no) =>
    fc.record({
      no: fc.constant(no),
      text: fc.constantFrom(null, "x", "y", "Z"),
      amount: fc.option(amount),
      kind: fc.constantFrom(null, "a" as const, "b" as const),
      target: fc.option(fc.nat(SIZE - 1)),
      links: fc.uniqueArray(fc.nat(SIZE - 1), { maxLength: 3 }),
      isVisible: fc.boolean(),
    }),
  ),
)

const question = fc.record({
  join: fc.constantFrom("to" as const, "by" as const, "links" as const),
  inner: fc.boolean(),
  groups: fc.subarray(["Kind", "Text"] as const),
  aggregates: fc.subarray([...AGGREGATES]),
  sort: fc.option(
    fc.record({
      id: fc.constantFrom("Text", "Kind", "No", ...AGGREGATES),
      order: fc.constantFrom("asc" as const, "desc" as const),
    }),
  ),
  /** If set, only rows with this text. */
  text: fc.option(fc.constantFrom("x", "Z")),
  /** If set, only rows whose first aggregate is at least this number. */
  least: fc.option(amount),
})

type Question = typeof question extends fc.Arbitrary<infer Q> ? Q : never

const LABELS = { a: "Zebra", b: "Ant" }

/** The left datastore is the source. The right one is joined by a lookup of either side, or by links. */
function fixtureFor(left: readonly Plain[], right: readonly Plain[], { join, inner, groups, aggregates }: Question) {
  const lookup = (datastore: string) => ({ dataType: "dslookup", dslookup: { datastore, field: "No" } }) as const
  const fields = {
    No: { dataType: "number" },
    Text: { dataType: "text" },
    Amount: { dataType: "number" },
    Kind: { dataType: "select", options: LABELS },
  } as const
  const item = ({ no, text, amount: number, kind, target, isVisible }: Plain, name: string) => ({
    key: `k${no}`,
    values: { No: no, Text: text, Amount: number, Kind: kind, [name]: target === null ? null : `@k${target}` },
    created_at: `2026-01-01T00:00:0${no}Z`,
    access: { users: [isVisible ? "bob@acme.test" : "ada@acme.test"] },
  })
  return fixtureOf({
    datastores: {
      Left: {
        fields: { ...fields, ToRight: lookup("Right") },
        items: left.map((one) => ({
          // A lookup also creates a link.
          ...item(join === "links" ? { ...one, target: null } : one, "ToRight"),
          links: one.links.map((to) => `Right@k${to}`),
        })),
      },
      Right: { fields: { ...fields, ToLeft: lookup("Left") }, items: right.map((one) => item(one, "ToLeft")) },
    },
    application: {
      reports: [
        {
          report_id: "R",
          name: "R",
          datastore: "Left",
          joins: [
            {
              datastore: "Right",
              as: "J",
              inner,
              ...(join === "links" ? {} : { via: join === "to" ? "ToRight" : "ToLeft" }),
            },
          ],
          columns: [
            { display_id: "No", field: "No" },
            { display_id: "Kind", field: "Kind" },
            { display_id: "Text", field: "J.Text" },
            ...aggregates.map((aggregate) => ({ display_id: aggregate, field: "J.Amount", aggregate })),
          ],
          group_by: [...groups],
        },
      ],
    },
  })
}

type Pair = readonly [Plain, Plain | undefined]

/** The expected result, computed from plain lists. */
function answer(left: readonly Plain[], right: readonly Plain[], asked: Question) {
  const { join, inner, groups, aggregates, sort, text, least } = asked
  const visible = right.filter(({ isVisible }) => isVisible)
  const partnersOf = (one: Plain): Plain[] => {
    if (join === "to") return visible.filter(({ no }) => no === one.target)
    if (join === "by") return visible.filter(({ target }) => target === one.no)
    return one.links.flatMap((no) => visible.filter((other) => other.no === no))
  }
  const pairs = [...left]
    .filter(({ isVisible }) => isVisible)
    .reverse()
    .flatMap((one): Pair[] => {
      const partners = partnersOf(one)
      return partners.length > 0 ? partners.map((other) => [one, other]) : inner ? [] : [[one, undefined]]
    })
    .filter(([, other]) => text === null || other?.text === text)
  const groupOf = ([one, other]: Pair): string =>
    groups.map((name) => (name === "Kind" ? one.kind : (other?.text ?? null))).join("|")
  const isGrouped = groups.length > 0 || aggregates.length > 0
  const parts = isGrouped
    ? [...new Set(pairs.map(groupOf))].map((key) => pairs.filter((pair) => groupOf(pair) === key))
    : pairs.map((pair) => [pair])
  const [firstAggregate] = aggregates
  const rows = parts
    .flatMap((part) => {
      const [first] = part
      return first === undefined ? [] : [rowOf(part, first)]
    })
    .filter(({ values }) => {
      if (least === null || firstAggregate === undefined) return true
      const value = values[firstAggregate]
      return typeof value === "number" && value >= least
    })
  if (sort === null || (isAggregate(sort.id) && !aggregates.includes(sort.id))) return rows
  const rank = (row: (typeof rows)[number]): number | string => {
    const [one, other] = row.first
    if (sort.id === "Text") return other?.text?.toLowerCase() ?? ""
    if (sort.id === "Kind") return one.kind === null ? -1 : one.kind === "a" ? 0 : 1
    const value = row.values[sort.id]
    return typeof value === "number" ? value : Number.NEGATIVE_INFINITY
  }
  const sign = sort.order === "desc" ? -1 : 1
  return rows.sort((one, other) => (rank(one) === rank(other) ? 0 : rank(one) < rank(other) ? -sign : sign))

  function rowOf(part: readonly Pair[], first: Pair) {
    const amounts = part.flatMap(([, other]) => other?.amount ?? [])
    const sum = amounts.reduce((total, one) => total + one, 0)
    const none = amounts.length === 0
    const reckoned = {
      count: amounts.length,
      sum: none ? null : sum,
      avg: none ? null : sum / amounts.length,
      max: none ? null : Math.max(...amounts),
      min: none ? null : Math.min(...amounts),
    }
    const [one, other] = first
    const values: Record<string, string | number | null> = {
      No: one.no,
      Kind: one.kind === null ? "" : LABELS[one.kind],
      Text: other?.text ?? "",
    }
    for (const name of aggregates) values[name] = reckoned[name]
    return { first, values, sources: [...new Set(part.map(([{ no }]) => no))] }
  }
}

const isAggregate = (name: string): name is (typeof AGGREGATES)[number] => AGGREGATES.some((one) => one === name)

test("joined, grouped, reckoned, restricted and sorted rows are those that plain lists give", async () => {
  await fc.assert(
    fc.asyncProperty(side, side, question, async (left, right, asked) => {
      const world = await createWorld({ fixture: fixtureFor(left, right, asked) })
      const { sort, aggregates, text, least } = asked
      const [first] = aggregates
      const { rows, totalItems } = await world.raw.as("bob@acme.test").getReportDataByConditions({
        application: "APP",
        report: "R",
        conditions: [
          ...(text === null ? [] : [{ id: "Text", searchValue: [text], exactMatch: true }]),
          ...(least === null || first === undefined ? [] : [{ id: first, searchValue: [String(least), null] }]),
        ],
        sortFields: sort === null || (isAggregate(sort.id) && !aggregates.includes(sort.id)) ? [] : [sort],
      })
      const [datastore] = world.view().table("datastores").toArray()
      const no = datastore?.fields.find(({ displayId }) => displayId === "No")?.fId ?? ""
      const found = rows?.map(({ values, sources }) => ({
        values,
        sources: sources.map((item) => Object.entries(item.values).find(([fId]) => fId === no)?.[1]),
      }))
      const expected = answer(left, right, asked).map(({ values, sources }) => ({ values, sources }))
      expect(found).toEqual(expected)
      expect(totalItems).toBe(expected.length)
    }),
    { numRuns: 150, seed: 1 },
  )
})
