import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { serverPorts } from "../../emulator/adapters/index.ts"
import { createApp } from "../../emulator/index.ts"
import { replayCapsule } from "../../emulator/insight/index.ts"
import { type Capsule, packCapsule, readCapsule } from "../../src/insight/capsule/index.ts"
import { createWorld } from "../../src/world/index.ts"
import { fixtureOf } from "../sample-worlds/fixture-builder.ts"

const HEADERS = { authorization: "Bearer ada-token", "content-type": "application/json" }
const CONTROL = { "x-hexarium": "1", "content-type": "application/json" }
const ITEMS = "/api/v0/applications/APP/datastores/D/items"

/** A world whose texts are given: the name of the workspace and of its user, and the values of an item. */
async function worldOf(texts: Readonly<Record<"workspace" | "user" | "value" | "note", string>>) {
  const fixture = fixtureOf({
    datastores: {
      D: {
        fields: {
          T: { dataType: "text" },
          Note: { dataType: "textarea" },
          Day: { dataType: "date" },
          File: { dataType: "file" },
        },
        actions: {
          New: { crud_type: "1", default: true },
          Edit: { crud_type: "2", default: true },
          Drop: { crud_type: "3", default: true },
        },
        items: [{ values: { T: texts.value, Note: texts.note, Day: "2026-03-01" } }],
      },
    },
  })
  const [workspace] = fixture.workspaces
  const named = {
    ...fixture,
    users: fixture.users.map((user) => ({ ...user, username: texts.user })),
    workspaces: [{ ...workspace, name: texts.workspace }],
  }
  const world = await createWorld({
    fixture: named as never,
    clock: { mode: "frozen", now: "2026-03-01T09:00:00Z" },
    history: 1000,
  })
  const app = createApp({ world, history: 0 })
  // biome-ignore lint/suspicious/noExplicitAny: bodies of several operations
  const send = async (method: string, path: string, body?: unknown, headers: object = HEADERS): Promise<any> => {
    const init = { method, headers: { ...headers }, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    const text = await (await app.fetch(path, init)).text()
    return text === "" ? null : JSON.parse(text)
  }
  return { world, send, capsule: () => world.capsule({ anonymise: true }) }
}

const replay = async (capsule: Capsule) =>
  replayCapsule(capsule, await serverPorts(), (world, strict) => createApp({ world, strict }))

async function expectEqualReplay(capsule: Capsule): Promise<void> {
  const { differences, hash } = await replay(readCapsule(packCapsule(capsule)))
  expect([differences, hash]).toEqual([[], capsule.hash])
}

const TEXTS = { workspace: "Hikari Foods", user: "Mina Sato", value: "Secret recipe", note: "Two spoons\nof salt" }
const HIDDEN = ["Hikari", "Foods", "Mina", "Sato", "Secret recipe", "spoons", "ada@acme.test", "pumpkin", "Broken lamp"]

const missing = (capsule: Capsule, texts: readonly string[]) => {
  const json = JSON.stringify(capsule)
  return texts.filter((text) => json.includes(text) || json.includes(encodeURIComponent(text)))
}

describe("anonymised capsules (insight.md section 4)", () => {
  test("contain none of the world's texts, and replay to equal responses", async () => {
    const { send, capsule, world } = await worldOf(TEXTS)
    const { item_id: id } = await send("POST", `${ITEMS}/new`, { item: { T: "Broken lamp", Day: "2026-04-01" } })
    const edit = { item: { Note: "a pumpkin" }, rev_no: 1, history: { comment: "for Mina Sato" } }
    await send("POST", `${ITEMS}/edit/${id}`, edit)
    await send("POST", "/_hexarium/worlds/main/clock", { advance: "2d" }, CONTROL)
    const condition = { id: "T", search_value: ["Broken lamp"], exact_match: true }
    await send("POST", `${ITEMS}/search`, { page: 1, per_page: 10, conditions: [condition] })
    await send("GET", `${ITEMS}/details/${id}?use_display_id=true`)
    await send("GET", "/api/v0/userinfo")
    await send("POST", "/api/v0/login", { email: "ada@acme.test", password: "Broken lamp" }, CONTROL)
    await send("POST", "/graphql", { query: "{ workspaces { current_workspace_id } }" })
    const written = await capsule()
    expect(missing(written, HIDDEN)).toEqual([])
    expect(written.requests.map(({ response }) => response.status)).toEqual([200, 200, 200, 200, 200, 401, 200])
    const [created, , found] = written.requests.map(({ response }) => JSON.parse(response.body ?? "null"))
    expect([found.totalItems ?? found.total_items, created.item_id === id]).toEqual([1, false])
    expect(written.state.scalars.random).not.toEqual([...world.at(0).state.scalars.random])
    await expectEqualReplay(written)
  })

  test("replace the contents and names of files, and comments and mails", async () => {
    const { world, send, capsule } = await worldOf(TEXTS)
    const file = { name: "Mina Sato.txt", contentType: "text/plain", bytes: new TextEncoder().encode("a pumpkin") }
    const { fileId } = await world.as("ada@acme.test").uploadFileDetached({ file })
    const item = { T: "Broken lamp", File: [fileId] }
    await world.as("ada@acme.test").createItem({ application: "APP", datastore: "D", item })
    await send("POST", "/api/v0/users/password/forgot", { email: "ada@acme.test" }, CONTROL)
    const written = await capsule()
    expect(missing(written, [...HIDDEN, btoa("a pumpkin")])).toEqual([])
    await expectEqualReplay(written)
  })

  test("contain no texts in process, and replay to the same hash", async () => {
    const { world } = await worldOf(TEXTS)
    const alone = world.fork()
    const item = { T: "Broken lamp", Note: "a pumpkin" }
    await alone.as("ada@acme.test").createItem({ application: "APP", datastore: "D", item })
    const capsule = await alone.capsule({ anonymise: true })
    expect(capsule.changes.map(({ operation }) => operation)).toEqual(["CreateItem"])
    expect(missing(capsule, HIDDEN)).toEqual([])
    await expectEqualReplay(capsule)
  })

  test("contain none of random texts", { timeout: 3_600_000 }, async () => {
    const word = fc.array(
      fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCXYZäöüéß日本語テキスト한글 0123456789-_.,"'),
      {
        minLength: 14,
        maxLength: 24,
      },
    )
    // Fourteen letters do not occur by chance, and a text of digits and signs alone could be a time.
    const text = word.map((letters) => `Q${letters.join("")}z`.replaceAll(/\s+/g, " "))
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 8, maxLength: 8 }), async (given) => {
        const [workspace = "", user = "", value = "", note = "", one = "", two = "", three = "", four = ""] = given
        const { send, capsule } = await worldOf({ workspace, user, value, note })
        const { item_id: id } = await send("POST", `${ITEMS}/new`, { item: { T: one, Note: two } })
        await send("POST", `${ITEMS}/edit/${id}`, { item: { T: three }, rev_no: 1, comment: four })
        await send("POST", `${ITEMS}/search`, { page: 1, per_page: 5, conditions: [{ id: "T", search_value: [one] }] })
        await send("GET", `/api/v0/applications/APP/datastores/D/items/details/${id}?note=${encodeURIComponent(four)}`)
        const written = await capsule()
        expect(
          missing(
            written,
            given.map((one) => JSON.stringify(one).slice(1, -1)),
          ),
        ).toEqual([])
        await expectEqualReplay(written)
      }),
      { seed: 54, numRuns: Number(process.env.HEXARIUM_CAPSULE_RUNS ?? 3) },
    )
  })
})
