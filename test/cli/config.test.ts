import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { readConfig } from "../../emulator/cli/config/config-file.ts"
import { Built } from "./built.ts"

const FIXTURE = `version: 1
users: [{ email: ada@acme.test, token: ada-token-1 }]
workspaces: [{ name: Acme, admins: [ada@acme.test], group: { group_id: ALL, name: All } }]
`

let root = ""
let madeFolders = 0

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "hexarium-"))
})
afterAll(() => rm(root, { recursive: true, force: true }))

/** A new folder with the given files. */
async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  madeFolders += 1
  const folder = join(root, String(madeFolders))
  await mkdir(join(folder, "inner"), { recursive: true })
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return folder
}

const problemOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "",
    (error: Error) => error.message,
  )

describe("the config file (control.md section 1, config)", () => {
  test("is found from the folder upward, and its paths lead from where it is", async () => {
    const folder = await folderWith({
      "hexarium.config.json": `{ "fixtures": "a.yaml", "port": 8080, "allowFiles": "files", "watch": false, "data": "postgres://x/y" }`,
    })
    const config = await readConfig(undefined, join(folder, "inner"))
    expect(config?.fixtures).toEqual([join(folder, "a.yaml")])
    expect([...(config?.values ?? [])]).toEqual([
      ["port", 8080],
      ["allowFiles", [join(folder, "files")]],
      ["watch", undefined],
      ["data", "postgres://x/y"],
    ])
  })

  test("may be a program, typed or not, that exports an object or makes one", async () => {
    const typed = await folderWith({
      "hexarium.config.ts": "const port: number = 8081\nexport default async (): Promise<object> => ({ port })\n",
    })
    // If Node does not strip types itself, the project's own esbuild does.
    await mkdir(join(typed, "node_modules/esbuild"), { recursive: true })
    await writeFile(
      join(typed, "node_modules/esbuild/index.js"),
      "exports.transformSync = (code) => ({ code: code.replace(': number', '').replace(': Promise<object>', '') })",
    )
    expect((await readConfig(undefined, typed))?.values.get("port")).toBe(8081)
    const plain = await folderWith({ "mine.mjs": "export default { seed: 7 }\n" })
    expect((await readConfig("mine.mjs", plain))?.values.get("seed")).toBe(7)
  })

  test.each([
    [
      "hexarium.config.json",
      `{\n  "port": 1,\n  "prot": 2\n}`,
      /^hexarium\.config\.json:3:3: prot: Hexarium has no setting of this name; did you mean port\?$/,
    ],
    [
      "hexarium.config.json",
      `{ "server": { "port": 2 } }`,
      /^hexarium\.config\.json:1:3: server: Hexarium has no setting of this name; write port beside it, not in server\.$/,
    ],
    ["hexarium.config.json", `{ "": 2 }`, /: "": Hexarium has no setting of this name/],
    [
      "hexarium.config.json",
      `{ "port": 99999 }`,
      /^hexarium\.config\.json:1:3: port: Expected a port from 0 to 65535\.$/,
    ],
    ["hexarium.config.json", `{ "port": "80" }`, /:1:3: port: Expected a number\.$/],
    ["hexarium.config.json", `{ "watch": "yes" }`, /:1:3: watch: Expected true or false\.$/],
    ["hexarium.config.json", `{ "clock": "frosen" }`, /:1:3: clock: .*did you mean frozen/],
    ["hexarium.config.json", `{\n  "port": 1,,\n}`, /^hexarium\.config\.json:2:13: the document is not valid JSON/],
    ["hexarium.config.json", "[]", /^hexarium\.config\.json: expected an object/],
    [
      "hexarium.config.mjs",
      "export default {\n  prot: 2,\n}\n",
      /^hexarium\.config\.mjs:2:3: prot: .*did you mean port/,
    ],
    ["hexarium.config.mjs", "export const port = 2\n", /^hexarium\.config\.mjs: expected a default export/],
    ["hexarium.config.mjs", "throw new Error('no luck')\n", /^hexarium\.config\.mjs: no luck$/],
  ])("%s with a mistake is told with its place and the way out", async (name, text, message) => {
    expect(await problemOf(readConfig(undefined, await folderWith({ [name]: text })))).toMatch(message)
  })

  test("all its mistakes are reported at once", async () => {
    const folder = await folderWith({ "hexarium.config.json": `{ "prot": 1,\n  "clock": "frosen", "seed": 7 }` })
    expect((await problemOf(readConfig(undefined, folder))).split("\n")).toEqual([
      "the config file has 2 mistakes:",
      expect.stringMatching(/^ {2}hexarium\.config\.json:1:3: prot: .*did you mean port\?$/),
      expect.stringMatching(/^ {2}hexarium\.config\.json:2:3: clock: .*did you mean frozen\?$/),
    ])
  })

  test("commands for a running server report a mistake in it, and do their work", async () => {
    const folder = await folderWith({ "world.yaml": FIXTURE })
    const built = new Built(folder)
    await built.start("world.yaml", "--control-token", "s3cret-token")
    const config = join(folder, "hexarium.config.json")
    await writeFile(config, `{ "prot": 8080, "controlToken": "s3cret-token" }`)
    const typo = expect.stringMatching(/^hexarium: warning: hexarium\.config\.json:1:3: prot: .*did you mean port\?\n$/)
    expect(await built.run("status")).toMatchObject({ code: 0, err: typo })
    expect(await built.run("start", "world.yaml")).toMatchObject({ code: 1, out: "" })
    expect(await built.run("status", "--config", "hexarium.config.json")).toMatchObject({ code: 1, out: "" })
    await writeFile(config, "{ nothing")
    const unread = expect.stringMatching(/^hexarium: warning: hexarium\.config\.json:1:\d+: .*\n$/)
    expect(await built.run("stop")).toMatchObject({ code: 0, err: unread })
    built.end()
  })

  test("the command refuses two files beside each other, and a missing file", async () => {
    const folder = await folderWith({ "hexarium.config.json": "{}", "hexarium.config.mjs": "export default {}" })
    expect(await problemOf(readConfig(undefined, folder))).toMatch(/remove one file/)
    expect(await problemOf(readConfig("gone.json", folder))).toMatch(/^gone\.json: /)
    expect(await problemOf(readConfig(".", folder))).toBe(`the config file ${folder} is a directory`)
  })

  test("stands behind flags and variables, and names the fixtures of start and check", async () => {
    const folder = await folderWith({
      "hexarium.config.json": `{ "fixtures": "world.yaml", "now": "2026-01-05T09:00:00Z", "seed": 1, "log": "silent" }`,
      "world.yaml": FIXTURE,
    })
    const built = new Built(folder, { HEXARIUM_NOW: "2026-02-02T00:00:00Z" })
    const { url } = await built.start()
    const clock = await fetch(`${url}/_hexarium/worlds/main/clock`).then((answer) => answer.json())
    expect(clock).toEqual({ now: "2026-02-02T00:00:00.000Z", mode: "frozen" })
    expect((await fetch(`${url}/api/v0/userinfo`, { headers: { authorization: "Bearer ada-token-1" } })).status).toBe(
      200,
    )
    expect(await built.run("check")).toMatchObject({ code: 0, out: expect.stringContaining("no mistakes") })
    built.end()
  })

  test("is read by every command it concerns, and a server that runs is found without an address", async () => {
    const folder = await folderWith({
      "hexarium.config.json": `{ "fixtures": "world.yaml", "controlToken": "s3cret-token", "log": "silent" }`,
      "world.yaml": FIXTURE,
    })
    const built = new Built(folder)
    await built.start("--control-token", "s3cret-token")
    expect(await built.run("types")).toMatchObject({ code: 0, out: expect.stringContaining("type Group"), err: "" })
    expect(await built.run("export")).toMatchObject({ code: 0, out: expect.stringContaining("ada@acme.test"), err: "" })
    expect(await built.run("import")).toEqual({
      code: 0,
      out: "imported the fixture into the world main; the world has 0 items\n",
      err: "",
    })
    built.end()
  })
})
