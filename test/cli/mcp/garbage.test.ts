import { PassThrough } from "node:stream"
import { gzipSync } from "node:zlib"
import { JSONRPCMessageSchema } from "@modelcontextprotocol/sdk/types.js"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createClient, createControl, makeMcpServer } from "../../../emulator/cli/mcp/index.ts"
import { StdioTransport } from "../../../emulator/cli/serve/stdio-transport.ts"
import { createApp } from "../../../emulator/index.ts"
import type { World } from "../../../src/world/index.ts"
import { demoWorld } from "../../contract/examples/demo.ts"

/** Garbage on the standard input of `hexarium mcp` is refused, and the next request is answered (docs/mcp.md). */

interface Answer {
  readonly id: unknown
  readonly result?: {
    readonly isError?: boolean
    readonly content?: { readonly text?: string }[]
    readonly tools?: Tool[]
  }
  readonly error?: { readonly code: number; readonly message: string }
}
interface Tool {
  readonly name: string
}

const input = new PassThrough()
const errors: string[] = []
const answers: Answer[] = []
let world: World
let close: () => Promise<void>

beforeAll(async () => {
  world = (await demoWorld()).fork()
  const app = createApp({ world })
  const { server } = await makeMcpServer(
    { control: createControl({ app }), client: createClient({ app }), world: "main" },
    { instructions: "" },
  )
  server.onerror = ({ message }) => errors.push(message)
  const out = (text: string) => {
    for (const line of text.trimEnd().split("\n")) {
      const answer = JSON.parse(line) as Answer
      answers.push(answer)
      waitingRequests.get(answer.id)?.(answer)
    }
  }
  const readMessage = (json: unknown) => JSONRPCMessageSchema.parse(json)
  await server.connect(new StdioTransport({ input, out, readMessage }))
  close = () => server.close()
})
afterAll(() => close())

const waitingRequests = new Map<unknown, (answer: Answer) => void>()
let askedRequests = 0

/** Sends a request and returns the response. */
async function ask(method: string, params?: unknown): Promise<Answer> {
  askedRequests += 1
  const id = `r${askedRequests}`
  const answered = new Promise<Answer>((resolve) => waitingRequests.set(id, resolve))
  input.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, ...(params === undefined ? {} : { params }) })}\n`)
  return answered
}

const UNREADABLE_TEXT = /\n\s+at |node:internal|\[object|\.ts:\d+/

const LINES: Readonly<Record<string, string | Buffer>> = {
  "random bytes": Buffer.from([0, 255, 254, 1, 2, 3, 137, 80, 13, 27, 91]),
  "packed bytes": gzipSync("{}").subarray(0, 9),
  "invalid UTF-8 in a string": Buffer.from([...Buffer.from('{"jsonrpc":"2.0","id":"u","method":"'), 0xff, 0x22, 0x7d]),
  "JSON that is no message": "null",
  "a number": "1e999",
  "a batch": '[{"jsonrpc":"2.0","id":"b","method":"ping"}]',
  "deep JSON": "[".repeat(100_000),
  "a deep message": `{"jsonrpc":"2.0","id":"d","method":"ping","params":${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}}`,
  "another version": '{"jsonrpc":"1.0","id":1,"method":"ping"}',
  "no version": '{"id":1,"method":"ping"}',
  "an ID that is an object": '{"jsonrpc":"2.0","id":{},"method":"ping"}',
  "a method that is a number": '{"jsonrpc":"2.0","id":1,"method":7}',
  "an unknown method": '{"jsonrpc":"2.0","id":"m","method":"__proto__"}',
  "params that are a list": '{"jsonrpc":"2.0","id":"p","method":"tools/call","params":[1]}',
  "a response to no request": '{"jsonrpc":"2.0","id":"x","result":{}}',
  "an error without code": '{"jsonrpc":"2.0","id":"x","error":{}}',
  "an unknown notification": '{"jsonrpc":"2.0","method":"notifications/nothing"}',
  "a cancellation of no request": '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"q"}}',
  "a broken cancellation": '{"jsonrpc":"2.0","method":"notifications/cancelled","params":7}',
  __proto__: '{"jsonrpc":"2.0","id":"o","method":"tools/call","params":{"__proto__":{"name":"x"},"name":"__proto__"}}',
  "a stack of braces": "}".repeat(1000),
}

test.each(Object.entries(LINES))("%s changes nothing, and the next request is answered", async (_, line) => {
  const before = world.hash()
  input.write(Buffer.concat([Buffer.from(line), Buffer.from("\n")]))
  expect(await ask("ping")).toMatchObject({ result: {} })
  expect(JSON.stringify(answers)).not.toMatch(UNREADABLE_TEXT)
  expect(errors.join("\n")).not.toMatch(UNREADABLE_TEXT)
  expect(world.hash()).toBe(before)
})

const ARGUMENTS: unknown[] = [
  { world: 7 },
  { world: "%zz\u0000" },
  { nothing: true, constructor: 1 },
  { operation: {}, name: [], id: -1, snapshot: null, advance: "x", fixture: [[]], user: {} },
  { operation: "__proto__", name: "../..", id: "\u001b[2J", snapshot: "", fixture: "x", body: [], params: 1 },
]

test("each tool refuses arguments of the wrong form with a result, and changes nothing", async () => {
  const { tools = [] } = (await ask("tools/list")).result ?? {}
  expect(tools.length).toBeGreaterThan(30)
  for (const { name } of tools) {
    for (const given of [...ARGUMENTS, "text", [1], 7, null]) {
      const before = world.hash()
      const { result, error } = await ask("tools/call", { name, arguments: given })
      const text = result?.content?.map((part) => part.text).join("\n") ?? error?.message ?? ""
      expect([name, given, result?.isError === true || error !== undefined]).toEqual([name, given, true])
      expect(text).not.toMatch(UNREADABLE_TEXT)
      expect(text).not.toBe("")
      expect(world.hash()).toBe(before)
    }
  }
}, 300_000)

test.each(["hexarium://operations/%zz", "hexarium://worlds/%ff/schema", "", "x", "file:///etc/passwd", 7, {}])(
  "the resource %j is unknown",
  async (uri) => {
    const { error } = await ask("resources/read", { uri })
    expect(error?.message).toMatch(/unknown resource|expected|Invalid/i)
    expect(error?.message).not.toMatch(/URI malformed/)
  },
)

const FILES: Readonly<Record<string, Buffer>> = {
  empty: Buffer.alloc(0),
  text: Buffer.from("hello"),
  binary: Buffer.from([0, 255, 254, 1, 2, 3, 137, 80]),
  packed: gzipSync("Title\nx\n"),
  "a cut archive": Buffer.from("504b0304140000000800", "hex"),
  "an archive of nothing": Buffer.from("504b0506000000000000000000000000000000000000", "hex"),
  "an open quote": Buffer.from('Title,Nothing\n"a\n'),
  "a row that is too long": Buffer.from("Title\na,b,c\n"),
  UTF16: Buffer.from("\ufeffTitle\nx\n", "utf16le"),
  "a header twice": Buffer.from("Title,Title\na,b\n"),
}

test.each(Object.entries(FILES))("the archive and the CSV file with %s are refused with a reason", async (_, bytes) => {
  const file = { name: "a.bin", base64: bytes.toString("base64") }
  const user = "ben@nord.example"
  for (const call of [
    { operation: "UploadTemplate", form: { name: "x" }, file },
    {
      operation: "ImportItems",
      params: { "app-id": "TASKS", "datastore-id": "TASKS" },
      form: { filename: "a.csv" },
      file,
    },
  ]) {
    const before = world.hash()
    const { result } = await ask("tools/call", { name: "callOperation", arguments: { user, ...call } })
    const [text = ""] = result?.content?.map((part) => part.text ?? "") ?? []
    expect([call.operation, result?.isError, text]).toEqual([call.operation, true, expect.stringMatching(/: 40\d /)])
    expect(text).not.toMatch(UNREADABLE_TEXT)
    expect(world.hash()).toBe(before)
  }
})
