import * as fc from "fast-check"
import { expect } from "vitest"
import { createApp } from "../../emulator/index.ts"
import { checkInvariants, createWorld, dumpFixture, type Fixture, FixtureError, type World } from "../../src/index.ts"
import { apiClient } from "../conformance.ts"
import { fixtureOf } from "../sample-worlds/fixture-builder.ts"

/** Runs of each property. `HEXARIUM_PROPERTY_RUNS` sets a higher number. */
export const RUNS = Number(process.env.HEXARIUM_PROPERTY_RUNS ?? 25)
export const SEED = Number(process.env.HEXARIUM_PROPERTY_SEED ?? 31)

export type Fields = NonNullable<Parameters<typeof fixtureOf>[0]["datastores"]>[string]["fields"]

export const PLACE = { "app-id": "APP", "datastore-id": "Notes" }

export const GIVEN_FIELDS: Fields = {
  Title: { name: "Title", dataType: "text", as_title: true },
  Amount: { dataType: "number" },
}

export const worldOf = (
  fields: Fields,
  more: Partial<Parameters<typeof fixtureOf>[0]> = {},
  items: readonly object[] = [],
) =>
  fixtureOf({
    datastores: {
      Notes: { fields: { ...GIVEN_FIELDS, ...fields }, items: items as never },
      Other: {
        fields: { Name: { dataType: "text", as_title: true } },
        items: [{ key: "one", values: { Name: "One" } }],
      },
    },
    ...more,
  })

/** The fixture's world, or null if the fixture is refused. */
async function loadWorld(fixture: unknown): Promise<World | null> {
  return createWorld({ fixture: fixture as Fixture }).catch((error: unknown) => {
    if (error instanceof FixtureError) return null
    throw error
  })
}

/** Checks that the world satisfies the invariants, survives export and load, and can be copied by a template. */
export async function holdsUp(world: World): Promise<void> {
  await checkInvariants(world)
  expect(await loadWorld(dumpFixture(world)), "its export is refused").not.toBeNull()
  const ada = apiClient(createApp({ world: world.fork() }), "ada-token")
  const saved = await ada.saveTemplate({
    body: { project_id: "APP", name: "Copy", category: "Any", description: "", include_histories: true },
  })
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  const made = await ada.createApplication({ body: { name: { en: "Copy" }, tp_id: saved.body.tp_id } as never })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
}

/** Converts a field from the fixture's format to the request's. */
export function fieldBody({
  options,
  calc,
  autonum,
  dslookup,
  users,
  file,
  ...field
}: Record<string, unknown>): Record<string, unknown> {
  const lookup = dslookup as { datastore: string; field: string; reverse_link?: boolean } | undefined
  return {
    ...field,
    ...(options === undefined
      ? {}
      : {
          options: Object.entries(options as object).map(([display_id, option]) => ({
            display_id,
            ...(typeof option === "string" ? { name: option } : option),
          })),
        }),
    ...(calc === undefined ? {} : { calc_info: calc }),
    ...(autonum === undefined ? {} : { autonum_info: autonum }),
    ...(users === undefined ? {} : { users_info: users }),
    ...(file === undefined ? {} : { file_info: file }),
    ...(lookup === undefined
      ? {}
      : {
          dslookup_info: {
            dslookup_project_id: "APP",
            dslookup_datastore_id: lookup.datastore,
            dslookup_field_id: lookup.field,
            reverse_link: lookup.reverse_link ?? false,
          },
        }),
  }
}

export const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 1 })
export const texts = (...all: readonly string[]) => fc.constantFrom(...all)

export const common = {
  name: texts("Field", "", " ", "x".repeat(300)),
  min_value: maybe(texts("", "0", "5", "-1", "abc", "1e400", "2026-01-01")),
  max_value: maybe(texts("", "3", "10", "-2", "abc", "2026-02-30")),
  unique: maybe(fc.boolean()),
  as_title: maybe(fc.boolean()),
  full_text: maybe(fc.boolean()),
  roles: maybe(fc.subarray(["ADMIN", "MEMBER", "NOBODY"])),
}

const option = fc.oneof(
  texts("One", ""),
  fc.record({ name: texts("Two", " "), enabled: fc.boolean(), color: texts("#aabbcc", "red", "") }),
)

const choices = {
  options: fc.dictionary(texts("a", "b", "c d", "__proto__"), option, { maxKeys: 2 }),
  selected: maybe(texts("a", "b", "z", "")),
}

export const bare = <T extends object>(record: fc.Arbitrary<T>): fc.Arbitrary<Record<string, unknown>> =>
  record.map((one) => Object.fromEntries(Object.entries(one).filter(([, value]) => value !== undefined)))

export const OWN_SETTINGS: Readonly<Record<string, Record<string, fc.Arbitrary<unknown>>>> = {
  text: {},
  textarea: {},
  number: { num_info: maybe(fc.record({ prefix: texts("", "€"), decimal_place: fc.constantFrom(0, 2, 30, null) })) },
  datetime: {},
  date: {},
  time: {},
  select: choices,
  radio: choices,
  checkbox: choices,
  users: { users: maybe(fc.record({ single_select: fc.boolean(), publish: fc.boolean() })) },
  file: { file: maybe(fc.record({ multiple: fc.boolean() })) },
  label: {},
  separator: {},
  autonum: {
    autonum: fc.record({ prefix: texts("", "N-"), zero_padding: fc.boolean(), digit: fc.constantFrom(0, 3, 40, -1) }),
  },
  calc: { calc: fc.record({ formula: texts("Amount + 1", "Amount /", "Nope * 2", "Title + 1", "Made", "", "1") }) },
  dslookup: {
    dslookup: fc.record({
      datastore: texts("Other", "Notes", "Nowhere"),
      field: texts("Name", "Title", "Nothing", ""),
      reverse_link: fc.boolean(),
    }),
  },
}

const displayIds = texts(
  "Made",
  "Made",
  "Made",
  "made_2",
  "bad id",
  "title",
  "i_id",
  "Amount",
  "__proto__",
  "x".repeat(256),
  "é",
)

export const fields = fc.record({
  id: displayIds,
  field: fc
    .constantFrom(...Object.keys(OWN_SETTINGS))
    .chain((dataType) => bare(fc.record({ dataType: fc.constant(dataType), ...common, ...OWN_SETTINGS[dataType] }))),
})

/** Collects cases in which the ways disagree, each difference once, so that one run reports all of them. */
export class Disagreements {
  readonly #found = new Map<string, string>()

  note(kind: string, draw: unknown, answers: Readonly<Record<string, string>>): void {
    const taken = Object.values(answers).map((answer) => answer === "accepted")
    if (taken.every((one) => one === taken[0])) return
    if (!this.#found.has(kind)) this.#found.set(kind, `${JSON.stringify(draw)} ${JSON.stringify(answers)}`)
  }

  toString(): string {
    return [...this.#found].map(([kind, told]) => `${kind}: ${told}`).join("\n")
  }
}

export const summarizeAnswer = ({ status, body }: { status: number; body: unknown }): string =>
  status < 400 ? "accepted" : JSON.stringify(body).slice(0, 200)

export async function byFixture(fixture: unknown): Promise<{ world: World | null; answer: string }> {
  try {
    return { world: await createWorld({ fixture: fixture as Fixture }), answer: "accepted" }
  } catch (error) {
    if (!(error instanceof FixtureError)) throw error
    return { world: null, answer: error.message.slice(0, 200) }
  }
}
