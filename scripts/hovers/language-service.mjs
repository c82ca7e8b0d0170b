/** Asks TypeScript 7's language service, as editors do, what it shows of places in a file. */

import { spawn } from "node:child_process"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { pathToFileURL } from "node:url"

/**
 * What is shown below the types of names in a file of a project, which stand at `positions` (line and character, from 0), in their order;
 * "" where it is nothing. `tsc` is the compiler's `bin/tsc`.
 */
export async function textsShown({ tsc, folder, file, positions }) {
  const service = spawn(process.execPath, [tsc, "--lsp", "--stdio"], { cwd: folder })
  const failed = new Promise((_, reject) => {
    service.on("error", reject)
    service.on("exit", (code) => reject(new Error(`the language service ended with ${code}`)))
  })
  failed.catch(() => {})
  try {
    return await Promise.race([failed, ask(service, { folder, file, positions })])
  } finally {
    service.kill()
  }
}

async function ask(service, { folder, file, positions }) {
  const { request, notify } = connect(service)
  const uri = pathToFileURL(join(folder, file)).href
  await request("initialize", {
    processId: process.pid,
    rootUri: pathToFileURL(folder).href,
    capabilities: { textDocument: { hover: { contentFormat: ["markdown"] } } },
  })
  notify("initialized", {})
  const text = await readFile(join(folder, file), "utf8")
  notify("textDocument/didOpen", { textDocument: { uri, languageId: "typescript", version: 1, text } })
  return Promise.all(
    positions.map(async (position) => {
      const { result } = await request("textDocument/hover", { textDocument: { uri }, position })
      return (result?.contents?.value ?? "").replace(/^```t\w+\n[\s\S]*?\n```\n/, "").trim()
    }),
  )
}

/** Messages of JSON-RPC over a process's standard streams. */
function connect({ stdin, stdout }) {
  const waiting = new Map()
  let nextId = 1
  const send = (message) => {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message })
    stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
  }
  const receive = (message) => {
    if (message.id === undefined) return
    // What it asks of an editor has no answer here.
    if (message.method !== undefined) send({ id: message.id, result: null })
    else waiting.get(message.id)?.(message)
  }
  let rest = Buffer.alloc(0)
  stdout.on("data", (chunk) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const head = rest.indexOf("\r\n\r\n")
      const length = Number(/Content-Length: (\d+)/i.exec(rest.toString("latin1", 0, Math.max(head, 0)))?.[1])
      if (head < 0 || rest.length < head + 4 + length) return
      receive(JSON.parse(rest.toString("utf8", head + 4, head + 4 + length)))
      rest = rest.subarray(head + 4 + length)
    }
  })
  const request = (method, params) =>
    new Promise((resolve) => {
      const id = nextId++
      waiting.set(id, resolve)
      send({ id, method, params })
    })
  return { request, notify: (method, params) => send({ method, params }) }
}
