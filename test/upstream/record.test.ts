import { mkdtemp, readFile, rm } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { Ajv } from "ajv"
import draft06 from "ajv/dist/refs/json-schema-draft-06.json" with { type: "json" }
import type { Har } from "har-format"
import harSchemas from "har-schema"
import { afterEach, beforeEach, expect, test } from "vitest"
import { createClient } from "../../emulator/client/index.ts"
import { readDemo } from "../../emulator/demo.ts"
import { type RunningServer, startServer } from "../../emulator/node/index.ts"
import { compareRecording, readHar, startRecording } from "../../emulator/upstream/index.ts"
import { createWorld } from "../../src/world/index.ts"
import { demoWorld } from "../contract/examples/demo.ts"

let folder: string
let output: string
let server: RunningServer | undefined

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "hexarium-"))
  output = join(folder, "traffic.har")
})
afterEach(async () => {
  await server?.close()
  server = undefined
  await rm(folder, { recursive: true, force: true })
})

const readJson = async (): Promise<Har> => JSON.parse(await readFile(output, "utf8"))

/** The errors of a file by the published JSON Schema of HAR 1.2. */
function harErrors(har: Har): unknown {
  const ajv = new Ajv({ strict: false, validateFormats: false })
  ajv.addMetaSchema(draft06)
  for (const schema of Object.values(harSchemas)) ajv.addSchema(schema)
  ajv.validate("har.json#", har)
  return ajv.errors
}

test("a recorded session is a HAR without secrets, and equals the world that it was recorded from", async () => {
  const world = await createWorld(await readDemo())
  server = await startServer({ world, port: 0 })
  const proxy = await startRecording({ upstream: server.url, port: 0, output })
  const client = createClient({ baseUrl: proxy.url })
  const { token } = await client.login({ body: { email: "ben@nord.example", password: "ben-pass" } })
  const ben = client.with({ token })
  const tasks = { "app-id": "TASKS", "datastore-id": "Tasks" }
  const { item_id } = await ben.createItem({ params: tasks, body: { item: { Title: "Recorded" } } })
  expect(await ben.getItemDetails({ params: { ...tasks, "item-id": item_id } })).toMatchObject({ title: "Recorded" })
  await expect(ben.getItemDetails({ params: { ...tasks, "item-id": "0".repeat(24) } })).rejects.toThrow("404")
  const { confirmation_id: id = "" } = await ben.updateUserEmailRequest({
    body: { email: "new@nord.example", no_confirm_email: true },
  })
  await client.updateUserEmail({ body: { confirmation_id: id } })
  await ben.setPassword({
    body: { old_password: "ben-pass", new_password: "next-pass-9", confirm_password: "next-pass-9" },
  })
  const csv =
    "Email,UserName,Password,GroupDisplayIDs,RoleDisplayIDs,IsDelete\nnils@nord.example,Nils,nils-pass,NORD,,\n"
  const { workspace_id } = await ben.getCurrentWorkspace()
  await ben.userImport({
    form: { current_workspace_id: workspace_id, filename: "users.csv" },
    file: new File([csv], "users.csv", { type: "text/csv" }),
  })
  // A fixed token says nothing about its user, so the proxy asks the server once.
  await client
    .with({ token: "demo-ben" })
    .getUserInfo()
    .catch(() => undefined)
  await client
    .with({ token: "demo-sofia" })
    .getWorkspaces()
    .catch(() => undefined)
  await proxy.close()

  expect(harErrors(await readJson())).toBeNull()
  const text = await readFile(output, "utf8")
  for (const secret of [token, "ben-pass", "next-pass-9", "nils-pass", id, "demo-ben", "demo-sofia"]) {
    expect(text).not.toContain(secret)
  }
  const { compared, differences } = await compareRecording((await readHar(output)).entries, await readDemo())
  expect([compared, differences]).toEqual([11, []])
})

test("a session of an application that sends the token alone is recorded and compared as any other", async () => {
  server = await startServer({ world: await createWorld(await readDemo()), port: 0 })
  const proxy = await startRecording({ upstream: server.url, port: 0, output })
  const ask = (path: string, authorization?: string, body?: object) =>
    fetch(`${proxy.url}${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { ...(authorization && { authorization }), "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    })
  const login = await ask("/api/v0/login", undefined, { email: "ben@nord.example", password: "ben-pass" })
  const { token } = (await login.json()) as { token: string }
  for (const one of [token, "demo-sofia"]) expect((await ask("/api/v0/userinfo", one)).status).toBe(200)
  const { status } = await ask("/api/v0/applications/TASKS/datastores/Tasks/items/search", "demo-sofia", {})
  expect(status).toBe(200)
  expect((await ask("/api/v0/userinfo", "nobodys-token")).status).toBe(401)
  await proxy.close()
  const text = await readFile(output, "utf8")
  for (const secret of [token, "ben-pass", "demo-sofia", "nobodys-token"]) expect(text).not.toContain(secret)
  const { compared, differences } = await compareRecording((await readHar(output)).entries, await readDemo())
  expect([compared, differences]).toEqual([5, []])
})

test("the file is complete after each request, and an existing file is never overwritten", async () => {
  server = await startServer({ world: await demoWorld(), port: 0 })
  const done: number[] = []
  const proxy = await startRecording({
    upstream: server.url,
    port: 0,
    output,
    onRecorded: () => done.push(0),
  })
  const { getWorkspaces } = createClient({ baseUrl: proxy.url, token: "demo-ben" })
  for (let count = 1; count <= 5; count += 1) {
    await getWorkspaces()
    await expect.poll(() => done.length).toBe(count)
    expect((await readJson()).log.entries).toHaveLength(count)
  }
  await proxy.close()
  await expect(startRecording({ upstream: server.url, port: 0, output })).rejects.toThrow("exists already")
})

test("bodies, headers and statuses pass through unchanged, also compressed and binary ones", async () => {
  const bytes = Buffer.from([0, 255, 128, 7])
  const upstream = createServer((request, response) => {
    if (request.url === "/zip") {
      response.writeHead(203, { "content-encoding": "gzip", "content-type": "application/json", "x-own": "1" })
      response.end(gzipSync('{"a":1}'))
    } else {
      const chunks: Buffer[] = []
      request.on("data", (chunk: Buffer) => chunks.push(chunk))
      request.on("end", () => response.end(Buffer.concat(chunks)))
    }
  })
  await new Promise<void>((resolve) => upstream.listen(0, "127.0.0.1", resolve))
  const { port } = upstream.address() as AddressInfo
  const proxy = await startRecording({ upstream: `http://127.0.0.1:${port}`, port: 0, output })
  const zipped = await fetch(`${proxy.url}/zip`)
  expect([zipped.status, zipped.headers.get("x-own"), await zipped.json()]).toEqual([203, "1", { a: 1 }])
  const echoed = await fetch(`${proxy.url}/echo`, { method: "POST", body: bytes })
  expect(Buffer.from(await echoed.arrayBuffer())).toEqual(bytes)
  await proxy.close()
  await new Promise((resolve) => upstream.close(resolve))
  const { entries } = (await readJson()).log
  expect(entries.map(({ response }) => response.content)).toMatchObject([
    { text: '{"a":1}' },
    { text: bytes.toString("base64"), encoding: "base64" },
  ])
})

test("an upstream server that is gone gives status 502", async () => {
  const proxy = await startRecording({ upstream: "http://127.0.0.1:1", port: 0, output })
  const response = await fetch(`${proxy.url}/api/v0/userinfo`)
  expect([response.status, await response.json()]).toEqual([
    502,
    { error: "no server responds at http://127.0.0.1:1", error_code: "SYSTEM_ERROR" },
  ])
  await proxy.close()
})
