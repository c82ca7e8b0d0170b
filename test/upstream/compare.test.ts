import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { type OperationName, operationOf, rows, table } from "../../emulator/api/index.ts"
import { readDemo } from "../../emulator/demo.ts"
import { createApp } from "../../emulator/index.ts"
import { smallFixture } from "../../emulator/testing/kit/arbitraries/fixtures.ts"
import { createKit } from "../../emulator/testing/kit/kit.ts"
import type { ComparedFixture } from "../../emulator/upstream/compare/replay-world.ts"
import type { HarEntry } from "../../emulator/upstream/har/read-har.ts"
import { compareRecording } from "../../emulator/upstream/index.ts"
import type { Fixture } from "../../src/fixtures/index.ts"
import { createWorld, type World } from "../../src/world/index.ts"
import { apiClient } from "../conformance.ts"
import { DEMO, demoWorld, namesOf } from "../contract/examples/demo.ts"
import { BEN, EXAMPLES } from "../contract/examples/requests.ts"
import { byWorld, HarRecorder } from "./har-recorder.ts"

const demo = await readDemo()

/** Records the example of an operation in a demo world, with the requests that prepare it. */
async function recordExample(world: World, name: OperationName): Promise<HarEntry[]> {
  const recorder = new HarRecorder(createApp({ world }))
  const make = EXAMPLES[name]
  if (make === undefined) throw new Error(`${name} has no example`)
  const ben = apiClient(recorder.app, BEN)
  const { token = BEN, elsewhere: _, ...given } = await make({ ben, names: () => namesOf(world) })
  // The recording must contain the history's ID, which the example reads from the world.
  if (name === "updateItemComment" || name === "deleteItemComment")
    await ben.getItemHistories({ params: given.params ?? {} })
  await apiClient(recorder.app, table[name].auth === "public" ? undefined : token)[name](given)
  await world.idle()
  return recorder.entries
}

/** The fixture with few items. The examples that change something need those of the products. */
const withFewItems = (fixture: Fixture): Fixture => ({
  ...fixture,
  workspaces: fixture.workspaces.map(({ applications = [], ...workspace }) => ({
    ...workspace,
    applications: applications.map(({ datastores = [], ...application }) => ({
      ...application,
      datastores: datastores.map(({ items_file: file, ...datastore }) =>
        datastore.datastore_id === "Products" ? { ...datastore, items_file: file } : datastore,
      ),
    })),
  })),
})

describe("equal worlds have no differences", () => {
  test("over every operation of the API", async () => {
    const before = (await demoWorld()).hash()
    const small = { ...demo, fixture: withFewItems(demo.fixture) }
    const empty = await createWorld({ ...small, clock: { mode: "frozen", now: `${DEMO.date}T09:00:00Z` } })
    /** Examples that change nothing share a recording. Each other example has its own, of a world that loads quickly. */
    const reads: HarEntry[] = []
    const recordings: [HarEntry[], ComparedFixture][] = [[reads, demo]]
    for (const [name] of rows) {
      const world = await demoWorld()
      const entries = await recordExample(world, name)
      if (world.hash() === before) {
        reads.push(...entries)
        continue
      }
      const own = await recordExample(empty.fork(), name)
      expect([name, own.at(-1)?.response.status]).toEqual([name, entries.at(-1)?.response.status])
      recordings.push([own, small])
    }
    const found: unknown[] = []
    for (const [entries, fixture] of recordings) {
      const { compared, differences } = await compareRecording(entries, fixture)
      expect(compared).toBe(entries.length)
      found.push(...differences)
    }
    expect(found).toEqual([])
  })

  test("over random sequences of commands by several users", async () => {
    await fc.assert(
      fc.asyncProperty(smallFixture(), fc.nat(), async ({ clock, ...fixture }, seed) => {
        const world = await createWorld({ fixture, clock: { mode: "frozen", now: clock?.now } })
        const recorder = new HarRecorder(createApp({ world }))
        const kit = await createKit(recorder.app)
        try {
          await kit.check({ numRuns: 2, maxCommands: 15, seed, mustRun: [], invariants: "none" })
        } catch (error) {
          // The kit generates no sequences of commands for a world that has nothing to write to.
          if ((error as Error).name !== "KitError") throw error
        }
        for (const entries of byWorld(recorder.entries)) {
          const { differences } = await compareRecording(entries, { fixture })
          expect(differences).toEqual([])
        }
      }),
      { numRuns: 12, seed: 36 },
    )
  })
})

// biome-ignore lint/suspicious/noExplicitAny: bodies of many shapes, changed in one place each
type Json = any
type Plant = (body: Json, entry: HarEntry) => void

const rename =
  (from: string, to: string): Plant =>
  (body) => {
    body[to] = body[from]
    delete body[from]
  }

const setMember =
  (member: string, value: unknown): Plant =>
  (body) => {
    body[member] = value
  }

const first =
  (list: string, plant: Plant): Plant =>
  (body, entry) =>
    plant(body[list][0], entry)

const header =
  (name: string, value: string): Plant =>
  (_, { response }) => {
    response.headers = [...response.headers.filter((one) => one.name !== name), { name, value }]
  }

const addLine: Plant = (_, { response: { content } }) => {
  content.text = `${content.text}\n`
}

test("a login before the recording began is no difference, because no fixture can express it", async () => {
  const world = await demoWorld()
  const recorded = await recordExample(world, "getUserInfo")
  const changed = (value: string): HarEntry[] => {
    const [entry, ...more] = structuredClone(recorded)
    if (entry === undefined) throw new Error("expected a recorded request")
    const { content } = entry.response
    entry.response.content = {
      ...content,
      text: content?.text?.replace(/("last_login_datetime":)"[^"]*"/, `$1"${value}"`) ?? "",
    } as typeof content
    return [entry, ...more]
  }
  const differences = async (value: string) => (await compareRecording(changed(value), demo)).differences
  expect(await differences("2026-02-08T07:00:00Z")).toEqual([])
  expect(await differences("2026-02-08")).toMatchObject([{ path: "body.last_login_datetime", kind: "value" }])
})

/** Changes of a recorded response, and the path and kind of each difference that must be found. */
const DEVIATIONS: readonly (readonly [OperationName, Plant, ...string[]])[] = [
  // The recorded member is missing here, and the own member is not there.
  ["getUserInfo", rename("username", "user_name"), "body.user_name missing", "body.username extra"],
  ["getUserInfo", setMember("user_code", null), "body.user_code type"],
  ["getUserInfo", setMember("is_ws_admin", "true"), "body.is_ws_admin type"],
  ["getUserInfo", (body) => body.user_roles.reverse(), "body.user_roles order"],
  ["getUserInfo", first("user_roles", setMember("role_name", "Boss")), "body.user_roles[*].role_name value"],
  ["getUserInfo", setMember("email", "other@nord.example"), "body.email value"],
  ["getUserInfo", setMember("u_id", "0123456789abcdef01234567"), "body.u_id value"],
  ["getUserInfo", setMember("last_login_datetime", "0001-01-01T00:00:00.000Z"), "body.last_login_datetime value"],
  ["getUserInfo", (_, entry) => Object.assign(entry.response, { status: 201 }), "status status"],
  ["getUserInfo", header("content-type", "text/json"), "headers.content-type header"],
  ["getGroupTree", setMember("error", ""), "body.error type"],
  [
    "getGroupTree",
    first("result", first("childGroups", setMember("name", "Friends"))),
    "body.result[*].childGroups[*].name value",
  ],
  ["getUsersInGroup", setMember("count", "3"), "body.count type"],
  ["getUsersInGroup", (body) => body.members.pop(), "body.members length"],
  ["getUsersInGroup", first("members", (user) => delete user.user_code), "body.members[*].user_code extra"],
  ["getRoles", (body) => body.reverse(), "body order"],
  [
    "getApplicationsAndDatastores",
    (body) => setMember("name", "Work")(body[0].datastores[0], {} as never),
    "body[*].datastores[*].name value",
  ],
  ["getDatastoreSettings", first("fields", setMember("fieldIndex", 1)), "body.fields[*].fieldIndex value"],
  [
    "getFieldSettings",
    (body) => setMember("decimal_place", 0)(body.num_info, {} as never),
    "body.num_info.decimal_place type",
  ],
  ["getActions", (body) => setMember("operation", "create")(body[0], {} as never), "body[*].operation value"],
  ["getStatuses", (body) => setMember("sort_id", "0")(body[0], {} as never), "body[*].sort_id type"],
  ["itemList", first("items", setMember("rev_no", 1)), "body.items[*].rev_no type"],
  ["itemList", (body) => body.items.reverse(), "body.items order"],
  ["itemList", first("items", setMember("created_at", "2026-02-09T10:00:00Z")), "body.items[*].created_at value"],
  ["itemList", setMember("totalItems", 4), "body.totalItems value"],
  [
    "getItemDetails",
    (body) => setMember("value", "")(body.field_values.Title, {} as never),
    "body.field_values.Title.value value",
  ],
  ["getItemDetails", setMember("created_at", "2026-02-09T09:00:00Z"), "body.created_at value"],
  ["createItem", setMember("error", []), "body.error type"],
  ["createItem", (body) => setMember("i_id", body.history_id)(body.item, {} as never), "body.item.i_id value"],
  ["updateItem", (body) => setMember("rev_no", 3)(body.rev_no, {} as never), "body.rev_no.rev_no value"],
  ["getPasswordPolicy", setMember("min_length", 8), "body.min_length value"],
  ["downloadActionScript", addLine, "body length"],
]

describe("each planted deviation is found and named at its place", () => {
  test.each(DEVIATIONS.map(([name, plant, ...expected], at) => ({ at, name, plant, expected })))(
    "$at: $name $expected",
    async ({ name, plant, expected }) => {
      const entries = await recordExample(await demoWorld(), name)
      const entry = entries.at(-1) as HarEntry
      const { content } = entry.response
      const isJson = content.mimeType.includes("json")
      const body: unknown = isJson ? JSON.parse(content.text ?? "null") : undefined
      plant(body, entry)
      if (isJson) content.text = JSON.stringify(body)
      const { differences } = await compareRecording(entries, demo)
      expect(differences.map(({ path, kind }) => `${path} ${kind}`).toSorted()).toEqual(expected.toSorted())
      for (const { operation } of differences) expect(operation).toBe(operationOf(name))
    },
  )
})
