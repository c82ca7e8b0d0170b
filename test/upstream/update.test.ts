import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import fc from "fast-check"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { parse } from "yaml"
import { createApp } from "../../emulator/index.ts"
import { createWorldFromFiles } from "../../emulator/node/index.ts"
import { smallFixture } from "../../emulator/testing/kit/arbitraries/fixtures.ts"
import { pullToFiles, updateFiles } from "../../emulator/upstream/index.ts"
import type { Disk } from "../../emulator/upstream/pull/pull-files.ts"
import { DISK } from "../../emulator/upstream/pull/pull-files.ts"
import { dumpFixture, type Fixture } from "../../src/fixtures/index.ts"
import { createWorld, type World } from "../../src/world/index.ts"
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
type Plain = Record<string, unknown> & { [name: string]: never }

/** Returns all edits of a fixture. Elements are found by their IDs, so that an edit fits every copy of the fixture. */
function editsOf(fixture: Fixture): { readonly name: string; readonly isLocal: boolean; readonly edit: Edit }[] {
  const edits: { name: string; isLocal: boolean; edit: Edit }[] = []
  const add = (name: string, edit: Edit, isLocal = false) => edits.push({ name, isLocal, edit })
  const text = JSON.stringify(fixture)
  for (const { u_id: uId, email } of fixture.users) {
    const user = (one: Fixture) => one.users.find((found) => found.u_id === uId) as Plain
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
        add(`add to ${dId}`, (one) => {
          const whole = datastore(one)
          const [first] = whole.items ?? []
          if (first === undefined) return
          whole.items?.push({ ...first, i_id: newId, values: {}, links: undefined, created_at: "2026-01-05T09:00:00.000Z" } as never)
        })
        for (const { i_id: iId, values } of items) {
          const item = (one: Fixture) => datastore(one).items?.find((found) => found.i_id === iId) as unknown as {
            values: Record<string, unknown>
          }
          const texts = Object.keys(values).filter((field) => fields[field]?.dataType === "textarea")
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

const edited = (fixture: Fixture, edits: readonly { readonly edit: Edit }[]): Fixture => {
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
        fc.infiniteStream(fc.constantFrom("upstream", "local", "none")),
        fc.constantFrom("both", "upstream", "local"),
        async (fixture, sides, which) => {
          await rm(folder, { recursive: true, force: true })
          const user = fixture.users[0]?.email ?? ""
          const begin = await sourceOf(await createWorld({ fixture }), user)
          const { mkdir } = await import("node:fs/promises")
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
          const { stringify } = await import("yaml")
          const upstreamFile = join(folder, "upstream.yaml")
          await writeFile(upstreamFile, stringify(edited(base, there)))
          const other = await sourceOf(await createWorld({ fixture: await inMemory(upstreamFile) }), user)
          const freshFile = join(folder, "fresh.yaml")
          await pullToFiles(freshFile, { ...other, files: true })
          const freshText = (await read(freshFile)).replaceAll("fresh.files/", "my.files/")
          const fresh = parse(freshText) as Fixture

          const local = here.length === 0 ? await read() : `# mine\n\n${stringify(edited(base, here))}`
          await writeFile(file, local)
          const { changes } = await updateFiles(file, { ...other, files: true, write: true })
          expect(changes.filter(({ kind }) => kind === "conflict")).toEqual([])
          if (there.length === 0) expect(await read()).toBe(local)
          if (here.length === 0) expect(await read()).toBe(freshText)
          expect(parse(await read())).toEqual(edited(fresh, here))
          if (here.length > 0) expect(await read()).toMatch(/^# mine\n/)
          const again = await updateFiles(file, { ...other, files: true, write: true })
          expect(again.changes).toEqual([])
        },
      ),
      { numRuns: 20, seed: 36 },
    )
    expect(upstreamEdits).toBeGreaterThan(50)
    expect(localEdits).toBeGreaterThan(50)
  })
})

/** Reads a fixture file without the files that it names. */
const inMemory = async (path: string): Promise<Fixture> => dumpFixture(await createWorldFromFiles([path]))
