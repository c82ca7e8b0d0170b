import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { checkFixtures } from "../../emulator/cli/commands/documents/check.ts"
import { importWorld } from "../../emulator/cli/commands/documents/transfer.ts"
import { serve } from "../../emulator/cli/serve/serve.ts"

const FAULTY_FIXTURE = `version: 1
users:
  - email: ada@acme.test
workspaces:
  - name: Acme
    admins: [ada@acme.tset]
    group: { group_id: ALL, name: All }
    applications:
      - application_id: SHOP
        name: Shop
        datastores:
          - datastore_id: ORDERS
            name: Orders
            statuses: { New: { name: New } }
            fields:
              Title: { dataType: text, name: Title }
            items:
              - { status: Nwe, values: { Titel: x } }
            colour: red
`

let folder = ""
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hexarium-"))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const quiet = { waiting: () => 0, stopWaiting: () => {}, out: () => {}, err: () => {}, env: {} }

async function check(text: string, name = "world.yaml", json = false, strict = false) {
  let out = ""
  let err = ""
  const file = join(folder, name)
  await writeFile(file, text)
  const io = {
    ...quiet,
    out: (told: string) => {
      out += told
    },
    err: (told: string) => {
      err += told
    },
  }
  const code = await checkFixtures(io, [file], { ...(json && { json }), ...(strict && { strict }) })
  return { code, out, err: err.replaceAll(`${folder}/`, "") }
}

test("each mistake has line and column, names for positions, its path, and what was meant", async () => {
  const { code, out, err } = await check(FAULTY_FIXTURE)
  expect([code, out]).toEqual([1, ""])
  const at = "workspaces[Acme].applications[SHOP].datastores[ORDERS]"
  const path = "workspaces[0].applications[0].datastores[0]"
  expect(err).toContain(`  world.yaml:19:13: ${at}.colour: unknown property [${path}.colour]\n`)
  expect(err).toContain("unknown user: ada@acme.tset; did you mean ada@acme.test? [workspaces[0].admins[0]]\n")
  expect(err).toMatch(/world\.yaml:6:14: workspaces\[Acme\]\.admins\[0\]: /)
  expect(err).toMatch(/world\.yaml:18:\d+: .*unknown status: Nwe; did you mean New\?/)
  expect(err).toMatch(/world\.yaml:18:\d+: .*unknown field: Titel; did you mean Title\?/)
})

test("check suggests a known word for an unknown one", async () => {
  const mistyped = FAULTY_FIXTURE.replace("colour: red", "default_serach: {}").replace(
    "Title: { dataType: text",
    "Title: { dataType: txt",
  )
  const { err } = await check(mistyped.replace("name: Title }", "name: Title, uniqe: true }"))
  expect(err).toMatch(/world\.yaml:16:24: \S+\.dataType: expected one of text, .*; did you mean text\?/)
  expect(err).toMatch(/world\.yaml:16:\d+: \S+\.uniqe: unknown property; did you mean unique\?/)
  expect(err).toMatch(/world\.yaml:19:13: \S+\.default_serach: unknown property; did you mean default_search\?/)
})

test("start and import report the same mistakes in the same words", async () => {
  const { err } = await check(FAULTY_FIXTURE)
  const file = join(folder, "world.yaml")
  const told = expect.objectContaining({ message: err.replaceAll("world.yaml", file).trimEnd() })
  await expect(serve([file], {})).rejects.toEqual(told)
  await expect(importWorld(quiet, [file], {})).rejects.toEqual(told)
})

test("--json prints them as data", async () => {
  const { code, out, err } = await check(FAULTY_FIXTURE, "world.yaml", true)
  expect([code, err]).toEqual([1, ""])
  const { ok, mistakes } = JSON.parse(out)
  expect(ok).toBe(false)
  expect(mistakes).toContainEqual({
    file: join(folder, "world.yaml"),
    line: 6,
    column: 14,
    path: "workspaces[0].admins[0]",
    names: "workspaces[Acme].admins[0]",
    message: "unknown user: ada@acme.tset",
    did_you_mean: "ada@acme.test",
  })
  const good = await check(`{ "version": 1, "users": [], "workspaces": [] }`, "good.json", true)
  expect([good.code, JSON.parse(good.out)]).toEqual([0, { ok: true, mistakes: [], warnings: [] }])
})

test("JSON has positions too, and a broken text that of the break", async () => {
  const json = await check(`{\n  "version": 1,\n  "users": [],\n  "workspaces": [],\n  "extra": 1\n}`, "world.json")
  expect(json.err).toContain("world.json:5:3: extra: unknown property\n")
  expect((await check("version: 1\nusers: [\n", "broken.yaml")).err).toMatch(
    /broken\.yaml:\d+:\d+: the document is not valid YAML/,
  )
})

const QUESTIONABLE_FIXTURE = `version: 1
users: [{ email: ada@acme.test }, { email: bob@acme.test }]
workspaces:
  - name: Acme
    admins: [ada@acme.test]
    group: { group_id: ALL, name: All, members: [ada@acme.test, bob@acme.test] }
    applications:
      - application_id: SHOP
        name: Shop
        roles: [{ role_id: ADMIN, name: a, users: [ada@acme.test] }, { role_id: AGENT, name: b, users: [bob@acme.test] }]
        datastores:
          - datastore_id: Products
            name: Products
            fields: { Title: { dataType: text } }
            actions:
              Create: { crud_type: "1", default: true, post_script: "function main() {}" }
              Update: { crud_type: "2", default: true }
            items: [{ values: {} }, { values: {} }]
`

test("warnings have their places, and leave the exit code", async () => {
  const { code, out, err } = await check(QUESTIONABLE_FIXTURE)
  expect([code, out]).toEqual([0, expect.stringMatching(/world\.yaml: no mistakes\n$/)])
  const at = "workspaces[Acme].applications[SHOP].datastores[Products]"
  expect(err.split("\n")).toEqual([
    "the fixture has 2 warnings:",
    expect.stringContaining(`  world.yaml:15:13: ${at}.actions: Products: no default delete action, so DeleteItem`),
    expect.stringContaining(`  world.yaml:12:13: ${at}: Products: 2 items that only ada sees; to show them to bob, `),
    "",
  ])
  const json = JSON.parse((await check(QUESTIONABLE_FIXTURE, "world.yaml", true)).out)
  expect(json).toMatchObject({ ok: true, mistakes: [], warnings: [{ line: 15, did_you_mean: null }, { line: 12 }] })
})

test("a script without main is a mistake at its place", async () => {
  const { code, out, err } = await check(QUESTIONABLE_FIXTURE.replace("function main()", "function mian()"))
  expect([code, out]).toEqual([1, ""])
  expect(err).toMatch(
    /^the fixture has a mistake:\n {2}world\.yaml:16:\d+: \S+\.actions\.Create\.post_script: the script must define a function main\(data\)/,
  )
})

test("--strict makes the exit code 1 for warnings, and leaves it 0 without them", async () => {
  const strict = await check(QUESTIONABLE_FIXTURE, "world.yaml", false, true)
  expect(strict).toEqual({ ...(await check(QUESTIONABLE_FIXTURE)), code: 1 })
  expect(JSON.parse((await check(QUESTIONABLE_FIXTURE, "world.yaml", true, true)).out)).toMatchObject({ ok: true })
  expect((await check(`{ "version": 1, "users": [], "workspaces": [] }`, "good.json", false, true)).code).toBe(0)
})
