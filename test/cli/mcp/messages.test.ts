import { PassThrough } from "node:stream"
import { expect, test } from "vitest"
import { StdioTransport } from "../../../emulator/cli/serve/stdio-transport.ts"

const PING = { jsonrpc: "2.0", id: 1, method: "ping" } as const

/** Returns the messages that a server reads from its input, and the refusals that it sends. */
async function readFrom(...parts: readonly (string | Buffer)[]) {
  const input = new PassThrough()
  const messages: unknown[] = []
  const refusals: string[] = []
  const transport = new StdioTransport({
    input,
    out: (text) => refusals.push((JSON.parse(text) as { error: { message: string } }).error.message),
    readMessage: (json) => json as never,
  })
  transport.onmessage = (message) => messages.push(message)
  await transport.start()
  for (const part of parts) input.write(part)
  input.end()
  await new Promise((resolve) => input.on("end", resolve))
  return { messages, refusals }
}

const line = `${JSON.stringify(PING)}\n`

test.each<[string, (string | Buffer)[], number]>([
  ["before the first message", [`\uFEFF${line}`, line], 2],
  ["before each message", [`\uFEFF${line}\uFEFF${line}`], 2],
  ["cut into its bytes", [Buffer.from([0xef]), Buffer.from([0xbb]), Buffer.from([0xbf]), line], 1],
  ["in a line of its own", [`\uFEFF\n${line}`], 1],
  ["before a message that ends in CRLF", [`\uFEFF${line.trimEnd()}\r\n`], 1],
])("the server reads messages with a byte order mark %s", async (_, parts, count) => {
  expect(await readFrom(...parts)).toEqual({ messages: Array.from({ length: count }, () => PING), refusals: [] })
})

test("the server keeps a byte order mark inside a message", async () => {
  const message = { ...PING, method: "\uFEFFping" }
  expect((await readFrom(`${JSON.stringify(message)}\n`)).messages).toEqual([message])
})

test("the server refuses two byte order marks, and names UTF-16", async () => {
  expect(await readFrom(`\uFEFF\uFEFF${line}`)).toEqual({
    messages: [],
    refusals: ["expected JSON, received other text"],
  })
  const utf16 = Buffer.from(`\uFEFF${line}`, "utf16le")
  expect((await readFrom(utf16)).refusals[0]).toBe("expected JSON in UTF-8, received UTF-16 or binary data")
})
