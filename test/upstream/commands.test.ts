import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createApp } from "../../emulator/index.ts"
import { runCommand } from "../cli/run-command.ts"
import { apiClient } from "../conformance.ts"
import { demoWorld } from "../contract/examples/demo.ts"
import { BEN } from "../contract/examples/requests.ts"
import { HarRecorder } from "./har-recorder.ts"

let folder: string
const at = (name: string) => join(folder, name)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hexarium-"))
  const recorder = new HarRecorder(createApp({ world: await demoWorld() }))
  const ben = apiClient(recorder.app, BEN)
  await ben.getUserInfo()
  await ben.getWorkspaces()
  const har = (entries: unknown) => JSON.stringify({ log: { version: "1.2", entries } })
  const { entries } = recorder
  await writeFile(at("equal.har"), har(entries))
  const text = har(entries)
  await writeFile(at("other.har"), text.replace("Ben Lund", "Ben Lundt"))
  await writeFile(at("cut.har"), text.slice(0, -40))
  await writeFile(at("site.har"), text.replaceAll("http://hexarium/api/v0", "https://example.com"))
  await writeFile(at("text.har"), "hello")
  await writeFile(at("shape.har"), '{"log":{"entries":[{}]}}')
  await writeFile(
    at("unknown-user.har"),
    text
      .replaceAll("demo-ben", "somebody-else")
      .replace(
        /,"request":\{"method":"GET","url":"[^"]*userinfo"/,
        ',"request":{"method":"GET","url":"http://hexarium/api/v0/grouptree"',
      ),
  )
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const hexarium = (...argv: string[]) => runCommand(argv)

test("compare exits with 0 without differences and with 2 with differences", async () => {
  expect(await hexarium("compare", at("equal.har"))).toEqual({
    code: 0,
    out: "compared 2 requests: no differences\n",
    err: "",
  })
  const { code, out, err } = await hexarium("compare", at("other.har"))
  expect([code, err]).toEqual([2, ""])
  expect(out).toBe(
    'compared 2 requests: 1 difference\n  GetUserInfo body.username  another value\n    there "Ben Lundt"\n    here  "Ben Lund"\n',
  )
  const json = await hexarium("compare", at("other.har"), "--json")
  expect([json.code, JSON.parse(json.out)]).toMatchObject([
    2,
    { compared: 2, differences: [{ operation: "GetUserInfo", path: "body.username", kind: "value", count: 1 }] },
  ])
})

test.each([
  ["body.username", 0],
  ["body.*", 0],
  ["**", 0],
  ["GetUserInfo:body.username", 0],
  ["GetWorkspaces:body.username", 2],
  ["body.user_roles[*].username", 2],
])("--ignore %s exits with %i", async (path, code) => {
  expect(await hexarium("compare", at("other.har"), "--ignore", path)).toMatchObject({ code })
})

test("a baseline accepts known differences, and fails on new ones and on ones that vanished", async () => {
  const baseline = at("known.json")
  const missing = await hexarium("compare", at("other.har"), "--baseline", baseline)
  expect([missing.code, missing.err]).toEqual([
    1,
    expect.stringContaining(`create it with --baseline ${baseline} --write`),
  ])
  expect(await hexarium("compare", at("other.har"), "--baseline", baseline, "--write")).toMatchObject({ code: 0 })
  expect(JSON.parse(await readFile(baseline, "utf8"))).toEqual({
    differences: [{ operation: "GetUserInfo", path: "body.username", kind: "value" }],
  })
  expect(await hexarium("compare", at("other.har"), "--baseline", baseline)).toMatchObject({ code: 0 })
  const vanished = await hexarium("compare", at("equal.har"), "--baseline", baseline)
  expect([vanished.code, vanished.out]).toEqual([
    2,
    expect.stringContaining("GetUserInfo body.username  no longer differs"),
  ])
  await writeFile(baseline, '{"differences":[]}')
  expect(await hexarium("compare", at("other.har"), "--baseline", baseline)).toMatchObject({ code: 2 })
})

test.each([
  ["gone.har", "does not exist"],
  ["cut.har", "is cut off"],
  ["text.har", "is not JSON"],
  ["shape.har", "is not a HAR 1.2 file: log.entries[0].startedDateTime"],
  ["site.har", "recording of another site, https://example.com"],
  ["unknown-user.har", "pass --as"],
])("%s is refused in one line that says why", async (file, reason) => {
  const { code, out, err } = await hexarium("compare", at(file))
  expect([code, out]).toEqual([1, ""])
  expect(err).toMatch(/^hexarium: [^\n]+\n$/)
  expect(err).toContain(reason)
})
