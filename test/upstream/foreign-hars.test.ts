import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { createClient } from "../../emulator/client/index.ts"
import { readDemo } from "../../emulator/demo.ts"
import { createApp } from "../../emulator/index.ts"
import type { HarEntry } from "../../emulator/upstream/har/read-har.ts"
import { compareRecording, readHar } from "../../emulator/upstream/index.ts"
import { createWorld } from "../../src/world/index.ts"
import { BEN } from "../contract/examples/requests.ts"
import { HarRecorder } from "./har-recorder.ts"

/** HAR files in the forms that other programs write, of the same requests: reads, writes, an upload, a refusal. */

const BEN_ADDRESS = "ben@nord.example"
const SITE = "https://app.example.com"

let folder: string
let entries: HarEntry[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hexarium-"))
  const world = await createWorld(await readDemo())
  const recorder = new HarRecorder(createApp({ world }))
  const ben = createClient({ app: recorder.app, token: BEN })
  const params = { "app-id": "TASKS", "datastore-id": "Tasks" }
  await ben.getUserInfo()
  const { item_id: iId } = await ben.createItem({ params, body: { item: { Title: "Zürich 東京" } } })
  const item = { ...params, "item-id": iId }
  await ben.getItemDetails({ params: item })
  await ben.itemList({ params, body: { conditions: [], page: 1, per_page: 5 } })
  await ben.getItemDetails({ params: { ...params, "item-id": "0".repeat(24) } }).catch(() => undefined)
  await ben.deleteItem({ params: item, body: {} })
  entries = recorder.entries
})
afterAll(() => rm(folder, { recursive: true, force: true }))

type Plain = Record<string, unknown>

const timings = {
  blocked: 1.2,
  dns: -1,
  ssl: -1,
  connect: -1,
  send: 0.1,
  wait: 12.5,
  receive: 0.8,
  _blocked_queueing: 0.6,
}
const httpDate = (index: number) => new Date(Date.parse("2026-01-05T09:00:00Z") + index).toISOString()

function base(entry: HarEntry) {
  const { request, response } = entry
  return {
    ...entry,
    request: { ...request, cookies: [], queryString: [], headersSize: -1, bodySize: -1 },
    response: { ...response, statusText: "", cookies: [], redirectURL: "", headersSize: -1, bodySize: -1 },
    cache: {},
    timings,
  }
}

/** Chromium's developer tools: HTTP/2, pseudo headers, private members, base64 bodies, preflights, pages. */
function chromium(all: readonly HarEntry[], { sanitised = false } = {}): unknown[] {
  return all.flatMap((entry) => {
    const whole = base(entry)
    const { pathname, search } = new URL(whole.request.url)
    const pseudo = {
      ":authority": "app.example.com",
      ":method": whole.request.method,
      ":path": pathname + search,
      ":scheme": "https",
    }
    const browser = {
      "sec-ch-ua": '"Chromium";v="140"',
      origin: "https://shop.example.com",
      "if-none-match": 'W/"old"',
    }
    const headers = [...Object.entries({ ...pseudo, ...browser })].map(([name, value]) => ({ name, value }))
    const own = whole.request.headers.filter(({ name }) => !(sanitised && name === "authorization"))
    const { text = "", encoding } = whole.response.content
    const content = {
      ...whole.response.content,
      text: encoding === "base64" ? text : Buffer.from(text).toString("base64"),
      encoding: "base64",
    }
    const { postData, ...request } = whole.request
    const common = {
      ...whole,
      _connectionId: "4711",
      _initiator: { type: "script", stack: { callFrames: [] } },
      _priority: "High",
      _resourceType: "fetch",
      connection: "443",
      pageref: "page_1",
      serverIPAddress: "192.0.2.1",
    }
    const preflight = {
      ...common,
      _resourceType: "preflight",
      request: { ...request, method: "OPTIONS", httpVersion: "h2", headers },
      response: {
        ...whole.response,
        status: 204,
        httpVersion: "h2",
        headers: [],
        content: { size: 0, mimeType: "x-unknown" },
      },
    }
    const main = {
      ...common,
      request: { ...request, httpVersion: "h2", headers: [...headers, ...own], ...(postData && { postData }) },
      response: { ...whole.response, httpVersion: "h2", content, _transferSize: 120, _error: null },
    }
    return [preflight, main]
  })
}

/** Firefox's developer tools: empty values instead of missing members, and bodies as text. */
const firefox = (all: readonly HarEntry[]): unknown[] =>
  all.map((entry) => {
    const whole = base(entry)
    return {
      ...whole,
      startedDateTime: whole.startedDateTime.replace("Z", "+00:00"),
      pageref: "page_1",
      _securityState: "secure",
      serverIPAddress: "192.0.2.1",
      connection: "443",
      request: {
        ...whole.request,
        httpVersion: "HTTP/2",
        ...(whole.request.postData && { postData: { ...whole.request.postData, params: [] } }),
      },
      response: { ...whole.response, httpVersion: "HTTP/2" },
    }
  })

/** mitmproxy's `save.har`: offsets, compression, and an empty list of parameters. */
const mitmproxy = (all: readonly HarEntry[]): unknown[] =>
  all.map((entry) => {
    const whole = base(entry)
    const { postData, ...request } = whole.request
    return {
      ...whole,
      startedDateTime: whole.startedDateTime.replace("Z", "000+00:00"),
      request: {
        ...request,
        httpVersion: "HTTP/2.0",
        ...(postData && { postData: { mimeType: postData.mimeType, text: postData.text, params: [] } }),
      },
      response: {
        ...whole.response,
        httpVersion: "HTTP/2.0",
        content: { ...whole.response.content, compression: 10 },
      },
      serverIPAddress: "192.0.2.1",
      timings: { connect: -1, ssl: -1, send: 0.3, receive: 1.1, wait: 9 },
    }
  })

async function compareHar(name: string, creator: string, all: readonly unknown[], as?: string) {
  const file = join(folder, name)
  const pages = [{ startedDateTime: httpDate(0), id: "page_1", title: SITE, pageTimings: { onLoad: 1 } }]
  await writeFile(
    file,
    JSON.stringify({ log: { version: "1.2", creator: { name: creator, version: "1" }, pages, entries: all } }),
  )
  const { entries: read, others, unread } = await readHar(file)
  const { compared, skipped, bodiless, differences } = await compareRecording(read, await readDemo(), { as })
  return {
    compared,
    skipped: skipped + others + [...unread.values()].reduce((sum, count) => sum + count, 0),
    bodiless,
    differences: differences.map(({ operation, path, kind }) => `${operation} ${path} ${kind}`),
  }
}

/** Replaces a text in the bodies of the responses. */
const plantText = (all: readonly HarEntry[]): HarEntry[] =>
  all.map((entry) => ({
    ...entry,
    response: {
      ...entry.response,
      content: { ...entry.response.content, text: entry.response.content.text?.replaceAll('"Ben Lund"', '"Benn"') },
    },
  }))

describe.each([
  ["WebInspector", chromium, 1],
  ["Firefox", firefox, 0],
  ["mitmproxy", mitmproxy, 0],
] as const)("a recording of %s", (creator, written, preflights) => {
  test("equals the world that it was recorded from", async () => {
    expect(await compareHar(`${creator}.har`, creator, written(entries))).toEqual({
      compared: entries.length,
      skipped: entries.length * preflights,
      bodiless: 0,
      differences: [],
    })
  })

  test("shows a planted deviation", async () => {
    const { differences } = await compareHar(`${creator}-other.har`, creator, written(plantText(entries)))
    expect(differences).toContain("GetUserInfo body.username value")
  })
})

test("cached, unchanged and cut-off responses of a browser are skipped, and missing bodies are not compared", async () => {
  const all = chromium(entries) as { response: Plain & { content: Plain }; _resourceType: string }[]
  const [info] = all.filter(({ _resourceType: kind }) => kind === "fetch")
  if (info === undefined) throw new Error("expected a request")
  const stale = { size: 2, mimeType: "application/json", text: '{"username":"stale"}' }
  const odd = [
    { ...info, _fromCache: "disk", response: { ...info.response, content: stale } },
    { ...info, response: { ...info.response, status: 304, content: { size: 0, mimeType: "" } } },
    {
      ...info,
      response: {
        ...info.response,
        status: 0,
        content: { size: 0, mimeType: "x-unknown" },
        _error: "net::ERR_ABORTED",
      },
    },
    { ...info, _resourceType: "websocket", request: { method: "GET", url: "wss://app.example.com/hub", headers: [] } },
  ]
  const without = { ...info, response: { ...info.response, content: { size: 900, mimeType: "application/json" } } }
  expect(await compareHar("odd.har", "WebInspector", [...all, ...odd, without])).toEqual({
    compared: entries.length,
    skipped: entries.length + odd.length,
    bodiless: 1,
    differences: [],
  })
})

test("a recording without Authorization headers needs --as, and then equals its world", async () => {
  const all = chromium(entries, { sanitised: true })
  await expect(compareHar("sanitised.har", "WebInspector", all)).rejects.toThrow(
    "the recording has no Authorization header, which GetUserInfo needs; export it with sensitive data, or pass --as",
  )
  expect(await compareHar("sanitised.har", "WebInspector", all, BEN_ADDRESS)).toMatchObject({ differences: [] })
})
