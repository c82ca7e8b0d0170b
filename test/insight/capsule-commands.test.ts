import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync, strToU8 } from "fflate"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { COMMANDS, run } from "../../emulator/cli/index.ts"
import { type RunningServer, replayCapsuleFile, startServer } from "../../emulator/node/index.ts"
import { REPLACEMENT_PASSWORD, readCapsule } from "../../src/insight/capsule/index.ts"
import { createWorld } from "../../src/world/index.ts"
import { runCommand } from "../cli/run-command.ts"
import { DESK } from "../control/desk.ts"

let server: RunningServer
let folder = ""
const file = (name: string) => join(folder, name)
const BUG = "bug.capsule.json.gz"

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hexarium-capsules-"))
  server = await startServer({ world: await createWorld({ fixture: DESK }), port: 0 })
  const headers = { authorization: "Bearer ada-fixed-token-1", "content-type": "application/json" }
  const path = "/api/v0/applications/DESK/datastores/TICKETS/items/new"
  for (const body of ['{"item":{"Subject":"A"}}', '{"item":{"Nothing":1},"action_id":"Nope"}'])
    await fetch(server.url + path, { method: "POST", headers, body })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

test("capsule writes a file for its owner alone, and replay finds it equal", async () => {
  const wrote = await runCommand(["capsule", "--url", server.url, "-o", file(BUG)])
  expect([wrote.code, wrote.out]).toEqual([0, `wrote 2 requests and 0 other changes to ${file(BUG)}\n`])
  expect(wrote.err).toContain("random stream, which foretells later tokens and IDs")
  expect((await stat(file(BUG))).mode & 0o777).toBe(0o600)
  const replayed = await runCommand(["replay", file(BUG)])
  expect([replayed.code, replayed.out]).toEqual([
    0,
    expect.stringMatching(/^replayed 2 requests of Hexarium .*: equal\n$/),
  ])
})

test("replay exits with 2 and prints the first difference", async () => {
  await runCommand(["capsule", "--url", server.url, "--request", "2", "-o", file("other.capsule.json.gz")])
  const capsule = readCapsule(await readFile(file("other.capsule.json.gz")))
  for (const { response } of capsule.requests) response.status = 200
  await writeFile(file("changed.json"), JSON.stringify(capsule))
  const { code, out } = await runCommand(["replay", file("changed.json")])
  expect(code).toBe(2)
  expect(out).toContain("differs in status\n  recorded 200\n  replayed 400\n")
  const json = JSON.parse((await runCommand(["replay", file("changed.json"), "--json"])).out)
  expect(json).toMatchObject({ requests: 1, has_same_hash: true, differences: [{ path: "status" }] })
})

test("replay prints a test that expects the recorded response, and the function that the test calls responds so", async () => {
  await runCommand(["capsule", "--url", server.url, "-o", file(BUG)])
  const { code, out } = await runCommand(["replay", file(BUG), "--as-test"])
  expect(code).toBe(0)
  expect(out).toContain('test("CreateItem returns 400"')
  expect(out).toContain(`new URL("./${BUG}", import.meta.url)`)
  const { responses, differences, hasSameHash, close } = await replayCapsuleFile(file(BUG))
  close()
  expect([responses.at(-1)?.status, differences, hasSameHash]).toEqual([400, [], true])
})

test.each([
  ["a missing file", undefined, "can't be read: the file does not exist"],
  ["a text", strToU8("hello"), "it is neither gzip nor JSON"],
  ["a file that was cut", gzipSync(strToU8("{}")).slice(0, 15), "the file is incomplete or damaged"],
  ["a newer format", gzipSync(strToU8('{"format":9}')), "its format is 9"],
])("replay refuses %s in one line with exit code 1", async (_, bytes, why) => {
  if (bytes !== undefined) await writeFile(file("bad"), bytes)
  else await rm(file("bad"), { force: true })
  const { code, out, err } = await runCommand(["replay", file("bad")])
  expect([code, out]).toEqual([1, ""])
  expect(err).toContain(why)
  expect(err.trimEnd().split("\n")).toHaveLength(1)
})

test.each([
  [[], 1],
  [["--after"], 2],
])("replay --serve %j serves the world with %i tickets until it is stopped", async (flags, tickets) => {
  await runCommand(["capsule", "--url", server.url, "-o", file(BUG)])
  let stop = () => {}
  vi.spyOn(process, "on").mockImplementation((event, listener) => {
    if (event === "SIGTERM") stop = listener
    return process
  })
  let out = ""
  const waiting = { waiting: () => 0, stopWaiting: () => {}, err: () => {}, env: {} }
  let code: Promise<number> | undefined
  await new Promise<void>((started) => {
    const print = (text: string) => {
      out += text
    }
    const io = { ...waiting, started, out: print }
    code = run(["replay", file(BUG), "--serve", "--port", "0", ...flags], io, COMMANDS)
  })
  const [, url] = /^serving the world (?:before|after) the requests at (\S+)$/m.exec(out) ?? []
  const post = async (path: string, body: object, token = "") => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${token}` }
    return (await fetch(`${url}/api/v0${path}`, { method: "POST", headers, body: JSON.stringify(body) })).json()
  }
  const { token } = (await post("/login", { email: "bob@acme.test", password: REPLACEMENT_PASSWORD })) as {
    token: string
  }
  const found = await post("/applications/DESK/datastores/TICKETS/items/search", { page: 1, per_page: 9 }, token)
  expect(found).toMatchObject({ totalItems: tickets })
  stop()
  expect(await code).toBe(0)
  vi.restoreAllMocks()
})

test("capsule and replay refuse flags without effect", async () => {
  expect((await runCommand(["capsule", "--url", server.url])).err).toContain("capsule needs -o")
  expect((await runCommand(["replay", file(BUG), "--after"])).err).toContain("--after has an effect only with --serve")
  expect((await runCommand(["replay", file(BUG), "--serve", "--as-test"])).err).toContain("received both")
})
