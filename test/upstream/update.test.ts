import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import fc from "fast-check"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { parse, stringify } from "yaml"
import { createApp } from "../../emulator/index.ts"
import { createWorldFromFiles } from "../../emulator/node/index.ts"
import { smallFixture } from "../../emulator/testing/kit/arbitraries/fixtures.ts"
import { pullToFiles, updateFiles } from "../../emulator/upstream/index.ts"
import type { Disk } from "../../emulator/upstream/pull/pull-files.ts"
import { DISK } from "../../emulator/upstream/pull/pull-files.ts"
import type { Fixture } from "../../src/fixtures/index.ts"
import { createWorld, dumpFixture, type World } from "../../src/world/index.ts"
import { demoWorld } from "../contract/examples/demo.ts"
import { tokenOf } from "./read-side.ts"

let folder: string
let file: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "hexarium-"))
  file = join(folder, "my.yaml")
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function sourceOf(world: World, user: string) {
  const app = createApp({ world })
  const token = await tokenOf(app, user)
  return { baseUrl: world.baseUrl, token, fetch: async (request: Request) => app.fetch(request) }
}

const read = (path = file) => readFile(path, "utf8")

/** A change of a fixture at a place that no other edit of the fixture touches. */
type Edit = (fixture: Fixture) => void
type Plain = Record<string, unknown>

/** Returns all edits of a fixture. Elements are found by their IDs, so that an edit fits every copy of the fixture. */
function editsOf(fixture: Fixture): { readonly name: string; readonly isLocal: boolean; readonly edit: Edit }[] {
  const edits: { name: string; isLocal: boolean; edit: Edit }[] = []
  const add = (name: string, edit: Edit, isLocal = false) => edits.push({ name, isLocal, edit })
  const text = JSON.stringify(fixture)
  for (const { u_id: uId, email } of fixture.users) {
    const user = (one: Fixture) => one.users.find((found) => found.u_id === uId) as unknown as Plain
    add(`rename ${email}`, (one) => Object.assign(user(one), { username: `New ${email}` }))
    add(`password of ${email}`, (one) => Object.assign(user(one), { password: "secret" }), true)
  }
  for (const [w, workspace] of fixture.workspaces.entries()) {
    for (const [a, application] of (workspace.applications ?? []).entries()) {
      add(`rename application ${w} ${a}`, (one) =>
        Object.assign(one.workspaces[w]?.applications?.[a] as object, { name: `Application ${a}` }),
      )
      for (const { d_id: dId, fields, items = [], actions = {} } of application.datastores ?? []) {
        const datastore = (one: Fixture) =>
          one.workspaces[w]?.applications?.[a]?.datastores?.find((found) => found.d_id === dId) as unknown as {
            items?: Plain[]
            fields: Record<string, Plain>
            actions: Record<string, Plain>
          }
        add(`rename ${dId}`, (one) => Object.assign(datastore(one), { name: `Datastore ${dId}` }))
        for (const field of Object.keys(fields)) {
          add(`rename ${dId}.${field}`, (one) =>
            Object.assign(datastore(one).fields[field] as object, { name: `Field ${field}` }),
          )
        }
        for (const action of Object.keys(actions)) {
          add(`describe ${dId}.${action}`, (one) =>
            Object.assign(datastore(one).actions[action] as object, { description: `About ${action}` }),
          )
        }
        const newId = `${dId?.slice(0, -4)}${String(edits.length).padStart(4, "0")}`
        const added = { ...items[0], i_id: newId, values: {}, links: undefined, created_at: "2026-01-05T09:00:00.000Z" }
        if (items.length > 0) {
          add(`add to ${dId}`, (one) => {
            const whole = datastore(one)
            whole.items = [...(whole.items ?? []), added as never]
          })
        }
        for (const { i_id: iId, values } of items) {
          const item = (one: Fixture) =>
            datastore(one).items?.find((found) => found.i_id === iId) as unknown as {
              values: Record<string, unknown>
            }
          const texts = Object.keys(values).filter((field) =>
            ["text", "textarea"].includes(fields[field]?.dataType ?? ""),
          )
          for (const field of texts) {
            add(`edit ${iId}.${field}`, (one) => {
              item(one).values[field] = `Edited ${field}`
            })
          }
          if (texts.length === 0 && text.split(String(iId)).length === 2) {
            add(`remove ${iId}`, (one) => {
              const whole = datastore(one)
              whole.items = whole.items?.filter((found) => found.i_id !== iId) ?? []
              if (whole.items.length === 0) delete whole.items
            })
          }
        }
      }
    }
  }
  return edits
}

const applyEdits = (fixture: Fixture, edits: readonly { readonly edit: Edit }[]): Fixture => {
  const copy = structuredClone(fixture)
  for (const { edit } of edits) edit(copy)
  return JSON.parse(JSON.stringify(copy))
}

describe("a merge", () => {
  test("applies upstream and local edits of different places; without one side, it is the other side", async () => {
    let [upstreamEdits, localEdits] = [0, 0]
    await fc.assert(
      fc.asyncProperty(
        smallFixture(),
        fc.infiniteStream(fc.constantFrom("upstream", "local", "upstream", "local", "none")),
        fc.constantFrom("both", "both", "both", "upstream", "local"),
        async (fixture, sides, which) => {
          await rm(folder, { recursive: true, force: true })
          const user = fixture.users[0]?.email ?? ""
          const begin = await sourceOf(await createWorld({ fixture }), user)
          await mkdir(folder)
          await pullToFiles(file, { ...begin, files: true })
          // The first pull decides once what the API does not return, so that the second one is equal.
          const first = parse(await read()) as Fixture
          const source = await sourceOf(await createWorld({ fixture: await inMemory(file) }), user)
          await pullToFiles(file, { ...source, files: true })
          const base = parse(await read()) as Fixture
          expect(base).toEqual(first)

          const chosen = editsOf(base).map((edit) => ({ ...edit, side: edit.isLocal ? "local" : sides.next().value }))
          const there = which === "local" ? [] : chosen.filter(({ side }) => side === "upstream")
          const here = which === "upstream" ? [] : chosen.filter(({ side }) => side === "local")
          upstreamEdits += there.length
          localEdits += here.length
          const upstreamFile = join(folder, "upstream.yaml")
          await writeFile(upstreamFile, stringify(applyEdits(base, there)))
          const other = await sourceOf(await createWorld({ fixture: await inMemory(upstreamFile) }), user)
          const freshFile = join(folder, "fresh.yaml")
          await pullToFiles(freshFile, { ...other, files: true })
          const freshText = (await read(freshFile)).replaceAll("fresh.files/", "my.files/")
          const fresh = parse(freshText) as Fixture

          const local = here.length === 0 ? await read() : `# mine\n\n${stringify(applyEdits(base, here))}`
          await writeFile(file, local)
          const { changes } = await updateFiles(file, { ...other, files: true, write: true })
          expect(changes.filter(({ kind }) => kind === "conflict")).toEqual([])
          if (there.length === 0) expect(await read()).toBe(local)
          if (here.length === 0) expect(await read()).toBe(freshText)
          expect(parse(await read())).toEqual(applyEdits(fresh, here))
          if (here.length > 0) expect(await read()).toMatch(/^# mine\n/)
          const again = await updateFiles(file, { ...other, files: true, write: true })
          expect(again.changes).toEqual([])
        },
      ),
      { numRuns: 14, seed: 36 },
    )
    expect(upstreamEdits).toBeGreaterThan(100)
    expect(localEdits).toBeGreaterThan(100)
  })
})

/** Reads a fixture file without the files that it names. */
const inMemory = async (path: string): Promise<Fixture> => dumpFixture(await createWorldFromFiles([path]))

const MINA = "mina@hikari.example"
/** Few items, so that a pull is fast, but enough for NDJSON files. */
const DEMO = { files: true, items: 55 } as const

/** Pulls the demo of a company, and returns the source of the demo after an edit upstream. */
async function pullDemo(edit: (fixture: Fixture) => void) {
  await pullToFiles(file, { ...(await sourceOf(await demoWorld(), MINA)), ...DEMO })
  return editedSource(edit)
}

async function editedSource(edit: (fixture: Fixture) => void, path = file) {
  const fixture = structuredClone(await inMemory(path))
  edit(fixture)
  return { ...(await sourceOf(await createWorld({ fixture }), MINA)), ...DEMO }
}

type Items = { i_id: string; values: Record<string, unknown>; links?: unknown }[]

const itemsOf = ({ workspaces }: Fixture, displayId: string): Items =>
  workspaces[0]?.applications
    ?.flatMap(({ datastores = [] }) => datastores)
    .find(({ datastore_id: id }) => id === displayId)?.items as unknown as Items

const ORDERS = () => join(folder, "my.items", "ORDERS.Orders.ndjson")
const linesOf = async (path: string) => (await read(path)).trimEnd().split("\n")
const orderOf = (line = "{}") => JSON.parse(line) as Items[number]

async function replaceIn(path: string, old: string, text: string) {
  const whole = await read(path)
  expect(whole).toContain(old)
  await writeFile(path, whole.replace(old, text))
}

describe("an update of the demo", () => {
  test("merges NDJSON lines by item, and keeps all other lines as they are", async () => {
    let ids: string[] = []
    const source = await pullDemo((fixture) => {
      const orders = itemsOf(fixture, "Orders")
      ids = orders.map(({ i_id: iId }) => iId)
      Object.assign(orders[4]?.values ?? {}, { Remarks: "Upstream." })
    })
    const before = await linesOf(ORDERS())
    const own = { ...orderOf(before[2]), values: { ...orderOf(before[2]).values, Remarks: "Mine." } }
    const spaced = (before[3] ?? "").replace(',"values":', ', "values": ')
    const added = '{"i_id":"aaaaaaaaaaaaaaaaaaaaaaaa","values":{"Remarks":"Added."},"unchecked":true}'
    const local = before.with(2, JSON.stringify(own)).with(3, spaced)
    await writeFile(ORDERS(), `${[...local, added].join("\n")}\n`)
    const text = await read()
    const { changes } = await updateFiles(file, { ...source, write: true })
    expect(changes).toEqual([
      {
        path: `workspaces[Hikari Coffee].applications[ORDERS].datastores[Orders].items[${ids[4]}].values.Remarks`,
        kind: expect.stringMatching(/changed|added/),
        here: orderOf(before[4]).values.Remarks,
        there: "Upstream.",
      },
    ])
    const merged = await linesOf(ORDERS())
    expect(orderOf(merged[4]).values.Remarks).toBe("Upstream.")
    expect(merged.with(4, "")).toEqual([...local, added].with(4, ""))
    expect(parse(await read())).toEqual(parse(text))
    await createWorldFromFiles([file])
  })

  test("adds and removes attachments with their items", async () => {
    const source = await pullDemo((fixture) => {
      const products = itemsOf(fixture, "Products")
      const withFile = products.find(({ values }) => JSON.stringify(values).includes(".csv"))
      if (withFile === undefined) throw new Error("expected a product with a file")
      for (const [field, value] of Object.entries(withFile.values)) {
        if (JSON.stringify(value).includes(".csv")) {
          withFile.values[field] = [
            { file: "data:text/plain;base64,aGVsbG8=", name: "new.txt", file_id: "f".repeat(24) },
          ]
        }
      }
    })
    const old = (await readdir(join(folder, "my.files"))).toSorted()
    await writeFile(join(folder, "my.files", "mine.txt"), "mine")
    await updateFiles(file, { ...source, write: true })
    const csv = old.filter((name) => name.endsWith(".csv"))
    const expected = [...old.filter((name) => !csv.includes(name)), `${"f".repeat(24)}.txt`, "mine.txt"].toSorted()
    expect(csv).toHaveLength(1)
    expect((await readdir(join(folder, "my.files"))).toSorted()).toEqual(expected)
    await createWorldFromFiles([file])
  })

  test("keeps comments, blank lines and the order of the user's own entries", async () => {
    const source = await pullDemo((fixture) => {
      Object.assign(fixture.users[1] ?? {}, { username: "Jonas Bergmann" })
    })
    await replaceIn(
      file,
      "    username: Mina Sato\n",
      "    # the boss\n    username: Mina Sato # since 2020\n    password: mine\n\n",
    )
    await replaceIn(file, "username: Jonas Berg\n", "username: Jonas Berg # sales\n")
    const local = await read()
    await updateFiles(file, { ...source, write: true })
    expect(await read()).toBe(local.replace("username: Jonas Berg #", "username: Jonas Bergmann #"))
  })

  test("keeps the file's side of a conflict, reports it once, and keeps an edited item that upstream removed", async () => {
    let removed = ""
    const source = await pullDemo((fixture) => {
      Object.assign(fixture.users[1] ?? {}, { username: "Upstream" })
      const lines = itemsOf(fixture, "OrderLines")
      removed = lines.at(-1)?.i_id ?? ""
      lines.pop()
    })
    const lines = join(folder, "my.items", "ORDERS.OrderLines.ndjson")
    const before = await linesOf(lines)
    const own = before.map((line) => (line.includes(removed) ? line.replace('"Quantity":', '"Quantity":7') : line))
    await writeFile(lines, `${own.join("\n")}\n`)
    await replaceIn(file, "username: Jonas Berg\n", "username: Local\n")
    const local = await read()
    const { changes } = await updateFiles(file, { ...source, write: true })
    expect(changes).toMatchObject([
      { path: "users[jonas@hikari.example].username", kind: "conflict", here: "Local", there: "Upstream" },
      { path: expect.stringContaining(`[${removed}]`), kind: "conflict", here: { i_id: removed }, there: undefined },
    ])
    expect(await read()).toBe(local)
    expect(await linesOf(lines)).toEqual(own)
    expect((await updateFiles(file, { ...source, write: true })).changes).toEqual([])
  })

  test("keeps the file's side of a conflict when another change is merged", async () => {
    const source = await pullDemo((fixture) => {
      Object.assign(fixture.users[1] ?? {}, { username: "Upstream" })
      Object.assign(fixture.users[0] ?? {}, { username: "Merged" })
    })
    await replaceIn(file, "username: Jonas Berg\n", "username: Local\n")
    const { changes } = await updateFiles(file, { ...source, write: true })
    expect(changes.map(({ kind }) => kind).sort()).toEqual(["changed", "conflict"])
    expect(await read()).toContain("username: Local\n")
    expect(await read()).toContain("username: Merged\n")
    expect(await read()).not.toContain("username: Upstream")
  })

  test("moves fields as upstream does, and keeps a local field", async () => {
    const move = ({ workspaces }: Fixture) => {
      const datastore = workspaces[0]?.applications?.[0]?.datastores?.[0]
      if (datastore === undefined) return
      const [first, ...others] = Object.entries(datastore.fields)
      Object.assign(datastore, { fields: Object.fromEntries([...others, ...(first === undefined ? [] : [first])]) })
    }
    const source = await pullDemo(move)
    const fieldsOf = (text: string) =>
      Object.keys((parse(text) as Fixture).workspaces[0]?.applications?.[0]?.datastores?.[0]?.fields ?? {})
    const [first = "", second = "", ...others] = fieldsOf(await read())
    const place = `              ${second}:\n`
    await replaceIn(file, place, `              Mine:\n                dataType: text\n${place}`)
    const { changes } = await updateFiles(file, { ...source, write: true })
    expect(changes.filter(({ path }) => !path.includes(".layout."))).toMatchObject([
      { kind: "moved", here: [first, "Mine", second, ...others] },
    ])
    expect(fieldsOf(await read()).filter((field) => field !== "Mine")).toEqual([second, ...others, first])
    expect(fieldsOf(await read())).toContain("Mine")
  })

  test("leaves everything as it is if a write fails", async () => {
    const source = await pullDemo((fixture) => {
      Object.assign(fixture.users[1] ?? {}, { username: "Upstream" })
      Object.assign(itemsOf(fixture, "Orders")[0]?.values ?? {}, { Remarks: "Upstream." })
    })
    const old = await contentsOf(folder)
    let done = 0
    for (const name of ["writeFile", "rename"] as const) {
      for (let at = 1; ; at += 1) {
        let calls = 0
        const failing = {
          ...DISK,
          [name]: async (...args: [never, never]) => {
            calls += 1
            if (calls === at) throw Object.assign(new Error("full"), { code: "ENOSPC", syscall: "write" })
            return (DISK[name] as (...given: [never, never]) => Promise<void>)(...args)
          },
        } as Disk
        const result = await updateFiles(file, { ...source, write: true }, failing).catch((error: Error) => error)
        if (!(result instanceof Error)) break
        expect(result.message).toBe(
          result.message.includes(".update")
            ? `${join(`${file}.update`, "my.yaml")} can't be written: the disk is full`
            : `${file} can't be written: the disk is full`,
        )
        expect(await contentsOf(folder)).toEqual(old)
        done += 1
      }
      await rm(`${file}.update`, { recursive: true, force: true })
      expect(await contentsOf(folder)).not.toEqual(old)
      for (const [path, text] of Object.entries(old)) await writeFile(path, text)
    }
    expect(done).toBeGreaterThan(8)
  })
})

/** Names and contents of all files in a folder, except those of an unfinished pull. */
async function contentsOf(path: string): Promise<Record<string, string>> {
  const entries = await readdir(path, { withFileTypes: true, recursive: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const finished = files.filter((one) => !one.includes(".update")).toSorted()
  return Object.fromEntries(await Promise.all(finished.map(async (one) => [one, await readFile(one, "utf8")])))
}
