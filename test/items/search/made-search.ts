import fc from "fast-check"
import type { Fixture } from "../../../src/fixtures/index.ts"
import type { Condition } from "../../../src/model/records/index.ts"
import { FIELD_KINDS, type MadeItem, type Ranks } from "./naive-search.ts"

const USERS = ["0000000000000000000000a1", "0000000000000000000000b0"] as const
export const EMAILS = ["ann@x.test", "bo@x.test"] as const
export const [ANN, BO] = USERS
const TARGETS = ["0000000000000000000000c1", "0000000000000000000000c2"] as const
const OPTIONS = ["p1", "p2", "p3"] as const
const STATUSES = ["s1", "s2", "s3"] as const
const TEXTS = ["a", "A", "ab", "b a", "Ünï", "日本", "😀", "\uffee", "a|b", "(", "B"] as const
const INSTANTS = [
  "2026-01-01T00:00:00.000Z",
  "2026-01-01T00:00:00.001Z",
  "2026-01-02T12:00:00.000Z",
  "2025-06-01T00:00:00.000Z",
  "2025-06-01T00:00:00.001Z",
  "2025-07-01T00:00:00.000Z",
  "2025-08-01T23:59:59.999Z",
  "2025-09-01T00:00:00.000Z",
  "2025-10-01T00:00:00.000Z",
] as const
const DAYS = ["2026-01-01T00:00:00.000Z", "2026-01-02T00:00:00.000Z", "2025-06-01T00:00:00.000Z"] as const
const NUMBERS = [-1.5, 0, 1, 10, 9] as const

/** Users sort by name, lookups by the text shown, options and statuses by position. */
export const RANKS: Ranks = {
  Pick: { p1: 0, p2: 1, p3: 2 },
  Tags: { p1: 0, p2: 1, p3: 2 },
  Status: { s1: 0, s2: 1, s3: 2 },
  status_id: { s1: 0, s2: 1, s3: 2 },
  Look: { [TARGETS[0]]: "zeta", [TARGETS[1]]: "beta" },
}

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null, freq: 3 })
const several = <T>(all: readonly T[]) => fc.subarray([...all], { minLength: 1 })

export const madeItem = fc
  .record({
    createdAt: fc.constantFrom(...INSTANTS),
    status: fc.constantFrom(...STATUSES),
    rev: fc.constantFrom(1, 2, 9, 10),
    seenBy: fc.subarray([...USERS]),
    values: fc.record({
      Text: optional(fc.constantFrom(...TEXTS)),
      Note: optional(fc.constantFrom(...TEXTS)),
      Num: optional(fc.constantFrom(...NUMBERS)),
      At: optional(fc.constantFrom(...INSTANTS)),
      Day: optional(fc.constantFrom(...DAYS)),
      Pick: optional(fc.constantFrom(...OPTIONS)),
      Tags: optional(several(OPTIONS)),
      People: optional(several(USERS)),
      Look: optional(fc.constantFrom(...TARGETS)),
    }),
  })
  .map((item): Omit<MadeItem, "iId"> => item)

export const madeItems = (maxLength = 14) =>
  fc
    .array(madeItem, { maxLength, size: "max" })
    .map((items): MadeItem[] =>
      items.map((item, at) => ({ ...item, iId: (0xd00 + ((at * 7) % 97)).toString(16).padStart(24, "0") })),
    )

const FITTING: Record<string, fc.Arbitrary<string | null>> = {
  text: fc.constantFrom("a", "A", "^a", "b$", "a|日", "[ab] ", ".", "\\|", "ü", "", null),
  number: fc.constantFrom<string | null>("0", "1", "9.5", "10", "", null),
  instant: fc.constantFrom<string | null>(...INSTANTS, "2026-01-01T12:00:00+09:00", "", null),
}

const idsOf: Record<string, readonly string[]> = {
  Pick: OPTIONS,
  Tags: OPTIONS,
  People: USERS,
  Look: TARGETS,
  Status: STATUSES,
  status_id: STATUSES,
  i_id: ["000000000000000000000d00", "000000000000000000000d07", "nothing"],
}

const leaf: fc.Arbitrary<Condition> = fc.constantFrom(...Object.keys(FIELD_KINDS)).chain((id) => {
  const kind = FIELD_KINDS[id] ?? "text"
  const value = FITTING[kind] ?? fc.constantFrom<string | null>(...(idsOf[id] ?? []), "nothing", "")
  return fc.record(
    {
      id: fc.constant(id),
      searchValue: fc.array(value, { maxLength: kind === "text" || kind === "ids" ? 3 : 2 }),
      exactMatch: fc.boolean(),
      notMatch: fc.boolean(),
      includeNull: fc.boolean(),
    },
    { requiredKeys: ["id"] },
  )
})

const condition: fc.Arbitrary<Condition> = fc.letrec<{ node: Condition }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    fc.record({
      conditions: fc.array(tie("node"), { maxLength: 3 }),
      useOrCondition: fc.boolean(),
      notMatch: fc.boolean(),
    }),
  ),
})).node

const sort = fc.record({
  id: fc.constantFrom("Text", "Num", "At", "Day", "Pick", "Tags", "Look", "Status", "i_id", "created_at", "title"),
  order: fc.constantFrom("asc" as const, "desc" as const),
})

export const search = fc.record({
  conditions: fc.array(condition, { maxLength: 3 }),
  or: fc.boolean(),
  sorts: fc.array(sort, { maxLength: 2 }),
})

/** A fixture with or without indexes. Both ways of searching are compared with the naive search. */
export function fixtureOf(items: readonly MadeItem[], indexed: boolean): Fixture {
  const index = indexed ? { has_index: true } : {}
  return {
    version: 1,
    clock: { now: "2026-01-05T09:00:00Z", mode: "frozen" },
    users: EMAILS.map((email, at) => ({ email, username: email, u_id: USERS[at] as string, token: email })),
    workspaces: [
      {
        name: "W",
        admins: [EMAILS[0]],
        group: { group_id: "G", name: "G", members: [...EMAILS] },
        applications: [
          {
            application_id: "A",
            name: "A",
            roles: [
              { role_id: "ADMIN", name: "Admin", users: [EMAILS[0]] },
              { role_id: "MEMBER", name: "M", users: [...EMAILS] },
            ],
            datastores: [
              {
                datastore_id: "TARGETS",
                name: "T",
                fields: { Name: { dataType: "text", as_title: true, ...index } },
                items: TARGETS.map((i_id, at) => ({
                  i_id,
                  values: { Name: at === 0 ? "Zeta" : "beta" },
                  access: { roles: ["MEMBER"] },
                })),
              },
              {
                datastore_id: "D",
                name: "D",
                fields: {
                  Text: { dataType: "text", as_title: true, ...index },
                  Note: { dataType: "textarea" },
                  Num: { dataType: "number", ...index },
                  At: { dataType: "datetime", ...index },
                  Day: { dataType: "date", ...index },
                  Pick: {
                    dataType: "select",
                    options: Object.fromEntries(OPTIONS.map((o_id) => [o_id, { name: o_id, o_id }])),
                    ...index,
                  },
                  Tags: { dataType: "checkbox", options: { p1: "x", p2: "y", p3: "z" }, ...index },
                  People: { dataType: "users", ...index },
                  Look: { dataType: "dslookup", dslookup: { datastore: "TARGETS", field: "Name" }, ...index },
                },
                statuses: Object.fromEntries(STATUSES.map((id) => [id, { name: id }])),
                items: items.map(({ iId, createdAt, status, rev, seenBy, values }) => ({
                  i_id: iId,
                  created_at: createdAt,
                  status,
                  rev_no: rev,
                  values: Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)),
                  access: { users: [...seenBy] },
                })),
              },
            ],
          },
        ],
      },
    ],
  }
}
