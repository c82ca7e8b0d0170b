import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { fixtureOf } from "../sample-worlds/fixture-builder.ts"
import { Built } from "./built.ts"

/** Creates an item with an unknown key, and prints the status and the header of the response. */
const CREATE = `
const { HEXARIUM_URL: url, HEXARIUM_TOKEN: token } = process.env
const { status, headers } = await fetch(url + "/api/v0/applications/APP/datastores/Notes/items/new", {
  method: "POST",
  headers: { authorization: "Bearer " + token, "content-type": "application/json" },
  body: JSON.stringify({ item: { Name: "x", Nme: 1 } }),
})
console.log(status, headers.get("x-hexarium-ignored"))`

let builtCommand: Built

beforeAll(async () => {
  builtCommand = new Built(await mkdtemp(join(tmpdir(), "hexarium-ignored-")))
  const fixture = fixtureOf({ datastores: { Notes: { fields: { Name: { dataType: "text", as_title: true } } } } })
  await writeFile(join(builtCommand.folder, "world.json"), JSON.stringify(fixture))
  await writeFile(join(builtCommand.folder, "create.mjs"), CREATE)
})
afterAll(async () => {
  builtCommand.end()
  await rm(builtCommand.folder, { recursive: true, force: true })
})

/** Starts the built command. `create` creates an item over HTTP. `end` ends the command and returns its standard error. */
async function startServer(...flags: string[]) {
  const { url, child, ended } = await builtCommand.start("world.json", ...flags)
  const create = (item: object) =>
    fetch(`${url}/api/v0/applications/APP/datastores/Notes/items/new`, {
      method: "POST",
      headers: { authorization: "Bearer ada-token", "content-type": "application/json" },
      body: JSON.stringify({ item }),
    })
  const end = async () => {
    child.kill("SIGINT")
    return (await ended).err
  }
  return { create, end }
}

test("start prints an ignored key once to standard error, and sends it in a header that browsers can read", async () => {
  const { create, end } = await startServer()
  const first = await create({ Name: "x", "Nme\n": 1 })
  expect([first.status, first.headers.get("x-hexarium-ignored")]).toEqual([200, "item.Nme%0A"])
  expect(first.headers.get("access-control-expose-headers")?.toLowerCase()).toContain("x-hexarium-ignored")
  expect((await create({ Name: "y", "Nme\n": 2 })).status).toBe(200)
  const lines = (await end()).split("\n").filter((line) => line.includes("ignored"))
  expect(lines).toEqual([
    expect.stringMatching(/^hexarium: CreateItem ignored item\.Nme.*: unknown field; did you mean Name\?$/),
  ])
})

test("start --strict refuses the key and prints nothing", async () => {
  const { create, end } = await startServer("--strict")
  const { status, headers } = await create({ Name: "x", Nme: 1 })
  expect([status, headers.get("x-hexarium-ignored")]).toEqual([400, null])
  expect(await end()).not.toContain("ignored")
})

test("exec prints the key, and follows --strict", async () => {
  const exec = (...flags: string[]) =>
    builtCommand.run("exec", ...flags, "world.json", "--", process.execPath, "create.mjs")
  const line = "hexarium: CreateItem ignored item.Nme: unknown field; did you mean Name?\n"
  expect(await exec()).toMatchObject({ code: 0, out: "200 item.Nme\n", err: line })
  expect(await exec("--strict")).toMatchObject({ code: 0, out: "400 null\n", err: "" })
})
