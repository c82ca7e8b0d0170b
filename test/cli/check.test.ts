import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { checkFixtures } from "../../emulator/cli/documents/check.ts"

const FAULTY = `version: 1
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

async function check(text: string, name = "world.yaml", json = false) {
  let out = ""
  let err = ""
  const file = join(folder, name)
  await writeFile(file, text)
  const io = {
    waiting: () => 0,
    toldToEnd: () => {},
    out: (told: string) => {
      out += told
    },
    err: (told: string) => {
      err += told
    },
    env: {},
  }
  const code = await checkFixtures(io, [file], json ? { json } : {})
  return { code, out, err: err.replaceAll(`${folder}/`, "") }
}

test("each mistake has line and column, names for positions, its path, and what was meant", async () => {
  const { code, out, err } = await check(FAULTY)
  expect([code, out]).toEqual([1, ""])
  const at = "workspaces[Acme].applications[SHOP].datastores[ORDERS]"
  const path = "workspaces[0].applications[0].datastores[0]"
  expect(err).toContain(`  world.yaml:19:13: ${at}.colour: unknown property [${path}.colour]\n`)
  expect(err).toContain("unknown user: ada@acme.tset; did you mean ada@acme.test? [workspaces[0].admins[0]]\n")
  expect(err).toMatch(/world\.yaml:6:14: workspaces\[Acme\]\.admins\[0\]: /)
  expect(err).toMatch(/world\.yaml:18:\d+: .*unknown status: Nwe; did you mean New\?/)
  expect(err).toMatch(/world\.yaml:18:\d+: .*unknown field: Titel; did you mean Title\?/)
})

test("--json prints them as data", async () => {
  const { code, out, err } = await check(FAULTY, "world.yaml", true)
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
  expect([good.code, JSON.parse(good.out)]).toEqual([0, { ok: true, mistakes: [] }])
})

test("JSON has positions too, and a broken text that of the break", async () => {
  const json = await check(`{\n  "version": 1,\n  "users": [],\n  "workspaces": [],\n  "extra": 1\n}`, "world.json")
  expect(json.err).toContain("world.json:5:3: extra: unknown property\n")
  expect((await check("version: 1\nusers: [\n", "broken.yaml")).err).toMatch(/broken\.yaml:\d+:\d+: not valid YAML/)
})
