import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { TypesFlags } from "../../../emulator/cli/commands/types/declare.ts"
import { writeSchema } from "../../../emulator/cli/commands/types/run.ts"
import { endOf } from "../../../emulator/cli/io.ts"
import { describeWorld, writeTypes } from "../../../emulator/client/index.ts"
import { type RunningServer, startServer } from "../../../emulator/node/index.ts"
import { createWorld } from "../../../src/world/index.ts"
import { shopFixture } from "./shop.ts"

let folder = ""
let server: RunningServer
const expectedTypes = async () => writeTypes(describeWorld((await createWorld({ fixture: shopFixture })).view()))

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hexarium-types-"))
  await writeFile(join(folder, "shop.json"), JSON.stringify(shopFixture))
  server = await startServer({ world: await createWorld({ fixture: shopFixture }), port: 0 })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const at = (name: string) => join(folder, name)

async function hexariumTypes(sources: string | string[], flags: TypesFlags = {}, env: Record<string, string> = {}) {
  let out = ""
  let err = ""
  const io = {
    out: (text: string) => {
      out += text
    },
    err: (text: string) => {
      err += text
    },
    waiting: () => 0,
    stopWaiting: () => {},
    env,
  }
  const code = await endOf(io, () => writeSchema(io, [sources].flat(), flags))
  return { code, out, err }
}

describe("hexarium types (control.md section 1)", () => {
  test("-o names a folder, which is made, for schema.d.ts in it", async () => {
    for (const output of [at("some/where/"), at("some/where")]) {
      expect(await hexariumTypes(at("shop.json"), { output })).toEqual({ code: 0, out: "", err: "" })
      expect(await readFile(at("some/where/schema.d.ts"), "utf8")).toBe(await expectedTypes())
      expect((await hexariumTypes(at("shop.json"), { output, check: true })).code).toBe(0)
    }
    const below = at("shop.json/types/")
    expect(await hexariumTypes(at("shop.json"), { output: below })).toMatchObject({
      code: 1,
      err: expect.stringContaining("schema.d.ts can't be written"),
    })
  })

  test("--email reads as whoever logs in, by the password of HEXARIUM_PASSWORD", async () => {
    const email = "ada@shop.test"
    const asAda = await hexariumTypes(server.url, { email }, { HEXARIUM_PASSWORD: "ada" })
    expect(asAda).toEqual(await hexariumTypes(server.url, { token: "ada-token" }))
    expect(asAda.code).toBe(0)
    const wrong = await hexariumTypes(server.url, { email }, { HEXARIUM_PASSWORD: "s3cret" })
    expect(wrong).toEqual({
      code: 1,
      out: "",
      err: expect.stringContaining(`refused the login of ${email}: wrong address or password`),
    })
    expect(wrong.err).not.toContain("s3cret")
    expect((await hexariumTypes(server.url, { email })).err).toContain("set HEXARIUM_PASSWORD")
    expect((await hexariumTypes(server.url, { email, token: "ada-token" })).code).toBe(2)
    expect((await hexariumTypes(at("shop.json"), { email })).err).toContain("--email has no effect on fixture files")
  })

  test("writes the types of a fixture to a file, or to standard output", async () => {
    const output = at("schema.d.ts")
    expect(await hexariumTypes(at("shop.json"), { output })).toEqual({ code: 0, out: "", err: "" })
    expect(await readFile(output, "utf8")).toBe(await expectedTypes())
    expect(await hexariumTypes(at("shop.json"))).toEqual({ code: 0, out: await expectedTypes(), err: "" })
    expect((await readdir(folder)).filter((name) => name.endsWith(".tmp"))).toEqual([])
  })

  test("a server's are those of its fixture", async () => {
    expect(await hexariumTypes(server.url)).toEqual({ code: 0, out: await expectedTypes(), err: "" })
    expect((await hexariumTypes(`${server.url}/w/nowhere`)).err).toContain("/w/nowhere does not respond")
  })

  test("the types read from an API alone have the same fields, options, actions, roles, groups and lists", async () => {
    const { code, out, err } = await hexariumTypes(server.url, { token: "ada-token" })
    expect([code, err]).toEqual([0, ""])
    const bare = (text: string) =>
      text
        .replaceAll(/ {2}readonly (?:related|relationsElsewhere): \{[^}]*\}\n/g, "")
        .split("\n")
        .filter((line) => /^(?:export| {2,4}readonly (?!relations))/.test(line))
    expect(bare(out)).toEqual(bare(await expectedTypes()))
    expect(out).toContain('readonly relations: "Orders" | "Lines"')
  })

  test("--check is content with what would be written, whatever the line ends", async () => {
    const output = at("checked.d.ts")
    await writeFile(output, (await expectedTypes()).replaceAll("\n", "\r\n"))
    expect(await hexariumTypes(at("shop.json"), { output, check: true })).toEqual({
      code: 0,
      out: `${output} is up to date\n`,
      err: "",
    })
  })

  test("--check of a stale file fails, says where and what to do, and writes nothing", async () => {
    const output = at("stale.d.ts")
    const old = (await expectedTypes()).replace("readonly Title: string", "readonly Name: string")
    await writeFile(output, old)
    const { code, err } = await hexariumTypes(at("shop.json"), { output, check: true })
    expect(code).toBe(1)
    expect(err).toContain(`${output} is out of date; expected line `)
    expect(err).toContain('to be "readonly Title: string"; to update it, run hexarium types ')
    expect(await readFile(output, "utf8")).toBe(old)
  })

  test("bad input is one line, and nothing is written", async () => {
    const line = async (sources: string | string[], flags: TypesFlags = {}) => {
      const { code, out, err } = await hexariumTypes(sources, flags)
      expect(out).toBe("")
      expect(err).toMatch(/^hexarium: [^\n]+\n$/)
      return [code, err]
    }
    const told = (code: number, text: string) => [code, expect.stringContaining(text)]
    await mkdir(at("a-folder"))
    const page = createServer((_, answer) => answer.setHeader("content-type", "text/html").end("<p>Hello"))
    await new Promise<void>((resolve) => page.listen(0, "127.0.0.1", resolve))
    const { port } = page.address() as { port: number }
    const foreign = `http://127.0.0.1:${port}`

    expect(await line(at("nowhere.yaml"))).toEqual(told(1, "nowhere.yaml"))
    expect(await line(at("a-folder"))).toEqual(told(1, "a-folder"))
    expect(await line(at("shop.json"), { output: at("no/such/folder/schema.d.ts") })).toEqual(
      told(1, "schema.d.ts can't be written: "),
    )
    expect(await line(at("shop.json"), { output: at("none.d.ts"), check: true })).toEqual(
      told(1, "does not exist; to update it, run"),
    )
    expect(await line(at("shop.json"), { check: true })).toEqual(told(2, "--check needs the flag -o"))
    expect(await line(at("shop.json"), { workspace: "Elsewhere" })).toEqual(
      told(1, 'the world has no workspace "Elsewhere"; the workspaces are "Shop"'),
    )
    expect(await line("http://127.0.0.1:1")).toEqual(told(1, "no server responds at http://127.0.0.1:1"))
    expect(await line(foreign)).toEqual(told(1, `the server at ${foreign} is not a Hexabase API`))
    expect(await line(foreign, { token: "t0p-secret" })).toEqual(
      told(1, `the server at ${foreign} is not a Hexabase API`),
    )
    const [code, err] = await line(server.url, { token: "t0p-secret" })
    expect([code, err]).toEqual(told(1, "refused --token: "))
    expect(err).not.toContain("t0p-secret")
    expect(await line([server.url, at("shop.json")])).toEqual(
      told(2, "expected one server URL or fixture files, received both"),
    )
    page.close()
  })

  test("two applications with the same name are reported", async () => {
    const [first] = shopFixture.workspaces
    if (first === undefined) throw new Error("no workspace")
    const second = { ...first, name: "Second" }
    const both = { ...shopFixture, workspaces: [first, second] }
    await writeFile(at("both.json"), JSON.stringify(both))
    const { code, err } = await hexariumTypes(at("both.json"))
    expect([code, err]).toEqual([1, expect.stringContaining("choose a workspace with --workspace")])
    expect(await hexariumTypes(at("both.json"), { workspace: "Shop" })).toMatchObject({
      code: 0,
      out: await expectedTypes(),
    })
  })
})
