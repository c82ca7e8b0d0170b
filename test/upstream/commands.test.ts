import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import type { Entry } from "har-format"
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
  await writeFile(at("array.har"), JSON.stringify(entries))
  await writeFile(at("other.json"), '{"openapi":"3.1.0"}')
  await writeFile(at("null.har"), "null")
  await writeFile(at("empty.har"), " \n\0\0")
  await writeFile(at("zip.har"), Buffer.from("PK\x03\x04rest"))
  await writeFile(at("bad-gzip.har"), gzipSync(text).subarray(0, -20))
  await writeFile(at("binary.har"), Buffer.from([0x7b, 0xff, 0xfe, 0xfd]))
  await writeFile(at("junk.har"), `${text}<html>`)
  await writeFile(at("cut-in-string.har"), text.slice(0, text.lastIndexOf("Ben") + 2))
  await writeFile(at("cut-after-brace.har"), text.slice(0, -1))
  const withEach = (change: (entry: Entry) => object) =>
    har(entries.map((entry) => change(structuredClone(entry) as never)))
  const withContent = (content: object) => withEach((entry) => ({ ...entry, response: { ...entry.response, content } }))
  await writeFile(at("no-bodies.har"), withContent({ size: 12, mimeType: "application/json" }))
  await writeFile(
    at("wrong-encoding.har"),
    withContent({ size: 2, mimeType: "application/json", text: "{}", encoding: "gzip" }),
  )
  const dropped = [{ status: 0 }, null]
  await writeFile(
    at("dropped.har"),
    withEach((entry) => ({ ...entry, response: dropped.pop() })),
  )
  const odd = [
    { request: { url: "https://other.test/" }, time: null },
    null,
    { ...entries[0], response: undefined },
    { ...entries[0], startedDateTime: "yesterday" },
    { ...entries[0], response: { ...entries[0]?.response, status: -1 } },
  ]
  const bare = withEach((entry) => ({
    ...entry,
    time: null,
    request: { ...entry.request, headers: [{ name: "x-odd" }, { value: "y" }, null, ...entry.request.headers] },
  }))
  await writeFile(at("odd.har"), JSON.stringify({ log: { entries: [...odd, ...JSON.parse(bare).log.entries] } }))
  await writeFile(at("packed.har"), gzipSync(text))
  await writeFile(at("padded.har"), `${text}\n${"\0".repeat(4096)}`)
  await writeFile(at("utf16.har"), Buffer.from(`\uFEFF${text}`, "utf16le"))
  const form = (content: string) =>
    `--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n${content}\r\n--b--\r\n`
  const upload = (postData: object | undefined, length: number) => ({
    ...entries[0],
    request: {
      method: "POST",
      url: "http://hexarium/api/v0/applications/TASKS/datastores/Tasks/items/x/fields/y/attachments",
      headers: [{ name: "content-length", value: String(length) }],
      ...(postData && { postData }),
    },
  })
  const type = { mimeType: "multipart/form-data; boundary=b" }
  await writeFile(
    at("uploads.har"),
    har([
      ...entries,
      upload({ ...type, text: form("") }, 4000),
      upload({ ...type, text: form("\uFFFDPNG") }, 4000),
      upload({ ...type, params: [{ name: "file", fileName: "a.png" }] }, 4000),
      upload(undefined, 4000),
      upload({ ...type, text: "", comment: "the body is too large to be recorded" }, 0),
    ]),
  )
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
  ["packed.har", "compared 2 requests: no differences\n"],
  ["padded.har", "compared 2 requests: no differences\n"],
  ["utf16.har", "compared 2 requests: no differences\n"],
  [
    "odd.har",
    "compared 2 requests; skipped 2 (other sites, preflights, cached or without a response), 2 without a response, 1 with an invalid startedDateTime: no differences\n",
  ],
  ["uploads.har", "compared 2 requests; skipped 5 whose bytes the recording lacks: no differences\n"],
])("%s is read", async (file, out) => {
  expect(await hexarium("compare", at(file))).toEqual({ code: 0, out, err: "" })
})

test("a recording of which nothing can be compared is no baseline", async () => {
  const baseline = at("nothing.json")
  expect(await hexarium("compare", at("no-bodies.har"), "--baseline", baseline, "--write")).toMatchObject({ code: 1 })
  await expect(readFile(baseline)).rejects.toThrow("ENOENT")
})

test.each([
  ["gone.har", "does not exist"],
  ["cut.har", "is cut off"],
  ["text.har", "is not JSON"],
  ["shape.har", "contains no requests"],
  ["array.har", "is a JSON array; a HAR file is an object with log.entries"],
  ["other.json", "expected an object with the list log.entries"],
  ["null.har", "expected an object with the list log.entries"],
  ["empty.har", "is empty"],
  ["zip.har", "is a ZIP archive; unpack it"],
  ["bad-gzip.har", "is a damaged gzip file"],
  ["binary.har", "is not a text"],
  ["junk.har", "has other data after the end of its JSON"],
  ["cut-in-string.har", "is cut off"],
  ["cut-after-brace.har", "is cut off"],
  ["dropped.har", "no response could be compared; skipped 2 without a response"],
  ["no-bodies.har", "no response could be compared; skipped 2 whose response body the recording lacks"],
  ["wrong-encoding.har", "skipped 2 whose response body the recording lacks"],
  ["site.har", "recording of another site, https://example.com"],
  ["unknown-user.har", "pass --as"],
])("%s is refused in one line that says why", async (file, reason) => {
  const { code, out, err } = await hexarium("compare", at(file))
  expect([code, out]).toEqual([1, ""])
  expect(err).toMatch(/^hexarium: [^\n]+\n$/)
  expect(err).toContain(reason)
})
