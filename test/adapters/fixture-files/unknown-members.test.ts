import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { checkFixtures } from "../../../emulator/cli/commands/documents/check.ts"
import { serve } from "../../../emulator/cli/serve/serve.ts"
import { createApp } from "../../../emulator/index.ts"
import { createWorld } from "../../../src/world/index.ts"
import { costOf, leastCostOf } from "../../processor-time.ts"

const MILLION = 1_000_000
/** Numbers of unknown properties in one object, and of objects with one unknown property each. Only one test has a million, except in long runs. */
const [MANY_IN_ONE, MANY_OBJECTS] =
  process.env.HEXARIUM_PROPERTY_RUNS === undefined ? [150_000, 50_000] : [MILLION, MILLION]
/** Maximum number of mistakes that one load reports. */
const MAX_MISTAKES = 1001
/** Limit for the processor time of counting a body's values, with a margin for a busy machine. */
const COUNTED_MS = 1500

let folder = ""
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "unknown-members-"))
})
afterAll(() => rm(folder, { recursive: true }))

const members = (count: number, write: (at: number) => string, separator = ","): string =>
  Array.from({ length: count }, (_, at) => write(at)).join(separator)

const withDatastore = (more: string): string =>
  `{"version":1,"users":[{"email":"ada@acme.test"}],"workspaces":[{"name":"W","admins":["ada@acme.test"],"group":{"group_id":"G","name":"G"},
  "applications":[{"application_id":"A","name":"A","datastores":[{"datastore_id":"D","name":"D",${more}}]}]}]}`

const FIELDS = '"fields":{"T":{"dataType":"text","name":"T"}}'

const IN_ONE: Readonly<Record<string, (count: number) => string>> = {
  "the document": (count) => `{"version":1,"users":[],"workspaces":[],${members(count, (at) => `"k${at}":1`)}}`,
  "a field": (count) => withDatastore(`"fields":{"T":{"dataType":"text",${members(count, (at) => `"k${at}":1`)}}}`),
  "the values of an item": (count) =>
    withDatastore(`${FIELDS},"items":[{"values":{${members(count, (at) => `"k${at}":1`)}}}]`),
}

const IN_MANY: Readonly<Record<string, (count: number) => string>> = {
  users: (count) => `{"version":1,"users":[${members(count, (at) => `{"email":"u${at}@b","x":1}`)}],"workspaces":[]}`,
  items: (count) => withDatastore(`${FIELDS},"items":[${members(count, (at) => `{"values":{},"k${at}":1}`)}]`),
  "values of items": (count) =>
    withDatastore(`${FIELDS},"items":[${members(count, (at) => `{"values":{"k${at}":1}}`)}]`),
}

async function file(name: string, text: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}

async function check(path: string) {
  let err = ""
  const io = {
    out: () => {},
    err: (text: string) => {
      err += text
    },
    waiting: () => 0,
    stopWaiting: () => {},
    env: {},
  }
  const { result: code, ms } = await costOf(() => checkFixtures(io, [path]))
  return { code, ms, lines: err.trimEnd().split("\n") }
}

/** Imports a text. Repeats the import while it takes more than `most` ms. */
async function importOverHttp(text: string, most: number) {
  const app = createApp({ world: await createWorld({}) })
  const { result, ms } = await leastCostOf(most, async () => {
    const answer = await app.request("http://localhost/_hexarium/worlds/main/import", {
      method: "POST",
      headers: { "content-type": "application/json", "x-hexarium": "1" },
      body: text,
    })
    return { status: answer.status, body: (await answer.json()) as { errors?: readonly { path: string }[] } }
  })
  return { ...result, ms }
}

describe("a fixture with a million unknown members (control.md section 4)", () => {
  test.each(Object.keys(IN_ONE))("in %s: by check, start and over HTTP", async (place) => {
    const text = IN_ONE[place]?.(place === "the document" ? MILLION : MANY_IN_ONE) ?? ""
    const path = await file("one.json", text)
    const { code, ms, lines } = await check(path)
    expect([code, lines.length, lines[0]]).toEqual([1, MAX_MISTAKES + 1, `the fixture has ${MAX_MISTAKES} mistakes:`])
    expect(lines.at(-1)).toMatch(/and at least 100 more mistakes$/)
    // Takes about 4 s, of which one is for parsing the JSON. Quadratic work would take hours.
    expect(ms).toBeLessThan(20_000)
    const sent = await importOverHttp(text, COUNTED_MS)
    // The values are counted before anything is parsed.
    expect([sent.status, sent.ms < COUNTED_MS]).toEqual([413, true])
    if (place === "the document") return
    const started = await serve([path], { port: 0, log: "silent" }).catch((error: Error) => error.message)
    expect(started).toContain(`the fixture has ${MAX_MISTAKES} mistakes:`)
    expect(String(started).split("\n").length).toBe(MAX_MISTAKES + 1)
  })

  test.each(Object.keys(IN_MANY))("one in each of very many %s", async (place) => {
    const text = IN_MANY[place]?.(MANY_OBJECTS) ?? ""
    const { code, ms, lines } = await check(await file("many.json", text))
    expect([code, lines.length]).toEqual([1, MAX_MISTAKES + 1])
    expect(ms).toBeLessThan(20_000)
    const sent = await importOverHttp(text, 20_000)
    // A hundred errors, and a line that says that there are more.
    expect([sent.status, sent.body.errors?.length]).toEqual([400, 101])
    expect(sent.ms).toBeLessThan(20_000)
  })

  test("the reader's time grows with the members in YAML, also with positions", async () => {
    const text = `version: 1\nusers: []\nworkspaces: []\n${members(50_000, (at) => `k${at}: 1`, "\n")}\n`
    const { code, ms, lines } = await check(await file("some.yaml", text))
    expect([code, lines.length]).toEqual([1, MAX_MISTAKES + 1])
    expect(lines[2]).toMatch(/some\.yaml:5:1: k1: unknown property$/)
    // Takes about 2 s. The library's own check for duplicate keys took 50 s.
    expect(ms).toBeLessThan(12_000)
  })

  test("a key that is there twice is found, also in a large map", async () => {
    const text = `version: 1\nusers: []\nworkspaces: []\n${members(20_000, (at) => `k${at}: 1`, "\n")}\nk7: 2\n`
    const { code, lines } = await check(await file("twice.yaml", text))
    expect([code, lines.length]).toEqual([1, 2])
    expect(lines[1]).toMatch(
      /twice\.yaml:20004:1: the document is not valid YAML: Map keys must be unique \(line 20004\)$/,
    )
  })
})
