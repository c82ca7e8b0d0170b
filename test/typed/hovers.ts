import { spawn } from "node:child_process"
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { controlDocument } from "../../emulator/control/openapi.ts"
import { openApiDocument } from "../../emulator/http/openapi/document.ts"
import { sources } from "../../scripts/entries.mjs"
import { explained, meaningsOf } from "../../scripts/explain-declarations.mjs"

const root = fileURLToPath(new URL("../..", import.meta.url))

/** In front of a name that is to be hovered over. */
const MARK = "/*?*/"

/**
 * What TypeScript's language service says below the types of a file's marked names, in order, in a project that has the package's declarations as
 * they are packed.
 */
export async function hovers(text: string): Promise<string[]> {
  await mkdir(`${root}dist/typed`, { recursive: true })
  const folder = await mkdtemp(`${root}dist/typed/hovers-`)
  try {
    await cp(`${root}dist/types`, join(folder, "types"), { recursive: true })
    await explainAll(join(folder, "types"))
    const names = Object.entries(sources).map(([name, source]): [string, string[]] => [
      name === "index" ? "hexarium" : `hexarium/${name}`,
      [`./types/${source.replace(/\.ts$/, ".d.ts")}`],
    ])
    const compilerOptions = {
      module: "nodenext",
      target: "es2023",
      strict: true,
      types: [],
      paths: Object.fromEntries(names),
    }
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["main.ts"] }))
    await writeFile(join(folder, "package.json"), '{ "type": "module" }')
    await writeFile(join(folder, "main.ts"), text)
    return await askService(folder, text)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function explainAll(types: string): Promise<void> {
  const meanings = meaningsOf({ api: openApiDocument({ version: "" }), control: controlDocument({ version: "" }) })
  const files = await readdir(types, { recursive: true })
  for (const file of files) {
    if (
      !file.endsWith(".d.ts") ||
      !/^(?:emulator\/(?:contract|control|client|flat|kit|wire)|src\/(?:operations|items|access|typed))/.test(file)
    )
      continue
    const before = await readFile(join(types, file), "utf8")
    const after = explained(file, before, meanings)
    if (after !== before) await writeFile(join(types, file), after)
  }
}

interface Message {
  readonly id?: number
  readonly method?: string
  readonly result?: { readonly contents?: { readonly value?: string } } | null
}

async function askService(folder: string, text: string): Promise<string[]> {
  const service = spawn(process.execPath, [`${root}node_modules/typescript/bin/tsc`, "--lsp", "--stdio"], {
    cwd: folder,
  })
  const waiting = new Map<number, (message: Message) => void>()
  const send = (message: object) => {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message })
    service.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
  }
  let nextId = 1
  const ask = (method: string, params: object) =>
    new Promise<Message>((resolve) => {
      const id = nextId++
      waiting.set(id, resolve)
      send({ id, method, params })
    })
  let rest = Buffer.alloc(0)
  service.stdout.on("data", (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const head = rest.indexOf("\r\n\r\n")
      const length = Number(/Content-Length: (\d+)/i.exec(rest.toString("latin1", 0, Math.max(head, 0)))?.[1])
      if (head < 0 || rest.length < head + 4 + length) return
      const message: Message = JSON.parse(rest.toString("utf8", head + 4, head + 4 + length))
      rest = rest.subarray(head + 4 + length)
      if (message.id !== undefined && message.method !== undefined) send({ id: message.id, result: null })
      else if (message.id !== undefined) waiting.get(message.id)?.(message)
    }
  })
  try {
    const uri = pathToFileURL(join(folder, "main.ts")).href
    await ask("initialize", {
      processId: process.pid,
      rootUri: pathToFileURL(folder).href,
      capabilities: { textDocument: { hover: { contentFormat: ["markdown"] } } },
    })
    send({ method: "initialized", params: {} })
    send({
      method: "textDocument/didOpen",
      params: { textDocument: { uri, languageId: "typescript", version: 1, text } },
    })
    const shown: string[] = []
    for (const position of marksIn(text)) {
      const { result } = await ask("textDocument/hover", { textDocument: { uri }, position })
      shown.push(result?.contents?.value?.replace(/^```t\w+\n[\s\S]*?\n```\n/, "") ?? "")
    }
    return shown
  } finally {
    service.kill()
  }
}

const marksIn = (text: string): { line: number; character: number }[] =>
  text
    .split("\n")
    .flatMap((words, line) =>
      [...words.matchAll(/\/\*\?\*\//g)].map(({ index }) => ({ line, character: index + MARK.length })),
    )
