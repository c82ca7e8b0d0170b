import { readFile, stat } from "node:fs/promises"
import { linkAliases } from "./link-aliases.ts"
import { findRepeatedKey } from "./repeated-key.ts"

export class FileProblem extends Error {
  /** Line in the file, from 1; undefined if the position is unknown. */
  readonly line: number | undefined
  readonly column: number | undefined

  constructor(message: string, before?: string) {
    super(message)
    this.line = before === undefined ? undefined : lineOf(before)
    this.column = before === undefined ? undefined : before.length - before.lastIndexOf("\n")
  }
}

/** Maximum size in bytes of a file, and of a document after its aliases are expanded. Imports have the same limit. */
const MAX_BYTES = 500 * 1_048_576
const MAX_NESTING = 80
const MAX_VALUES = 20_000_000

/** Maximum number of nodes to which aliases may expand. Protects against alias bombs, which expand exponentially. */
const MAX_ALIASES = 10_000

/** Reads a UTF-8 file and removes its byte order mark. */
export async function readText(path: string): Promise<string> {
  return decodeUtf8(await readFileBytes(path))
}

export async function readFileBytes(path: string): Promise<Uint8Array> {
  try {
    await requireRegular(path)
    const { buffer, byteOffset, length } = await readFile(path)
    return new Uint8Array(buffer, byteOffset, length)
  } catch (error) {
    throw fileProblem(error, path)
  }
}

/** Throws for directories, devices, pipes, sockets, and files larger than `maxBytes`. */
export async function requireRegular(path: string, maxBytes = MAX_BYTES): Promise<void> {
  const found = await stat(path)
  if (found.isDirectory()) throw new FileProblem(`expected a file, found a directory: ${path}`)
  if (!found.isFile()) throw new FileProblem(`expected a regular file: ${path}`)
  if (found.size > maxBytes) throw new FileProblem(`the file is larger than ${maxBytes / 1_048_576} MiB: ${path}`)
}

export function fileProblem(error: unknown, path: string): FileProblem {
  const code = error instanceof Error && "code" in error ? error.code : undefined
  if (code === "ENOENT") return new FileProblem(`the file does not exist: ${path}`)
  if (code === "EISDIR") return new FileProblem(`expected a file, found a directory: ${path}`)
  if (code === "EACCES") return new FileProblem(`no permission to read the file: ${path}`)
  return error instanceof FileProblem
    ? error
    : new FileProblem(`${path}: ${error instanceof Error ? error.message : error}`)
}

export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    throw new FileProblem("expected UTF-8 text")
  }
}

/** Parses JSON or YAML. If the file extension is unknown, text that begins like JSON is parsed as JSON. */
export async function parseText(text: string, path: string): Promise<unknown> {
  if (text.trim() === "") throw new FileProblem("the file is empty")
  const isJson = /\.json$/i.test(path) || (!/\.ya?ml$/i.test(path) && /^\s*[{[]/.test(text))
  const value = isJson ? parseJson(text) : await parseYaml(text)
  requireBounded(value)
  return value
}

const tooDeep = () => new FileProblem("the document is nested too deeply or contains itself")

/** Throws if a document has too many values or is nested too deeply. Each use of an alias counts all values of its target. */
function requireBounded(whole: unknown): void {
  let room = MAX_VALUES
  const visit = (value: unknown, depth: number): void => {
    room -= 1
    if (room < 0) throw new FileProblem(`the document has more than ${MAX_VALUES} values, counting each alias`)
    if (value === null || typeof value !== "object") return
    if (depth >= MAX_NESTING) throw tooDeep()
    for (const inner of Object.values(value)) visit(inner, depth + 1)
  }
  visit(whole, 0)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const position = /position (\d+)/.exec(message)?.[1]
    const before = position === undefined ? text : text.slice(0, Number(position))
    throw new FileProblem(
      `the document is not valid JSON: ${message.replace(/\s*\(line \d+ column \d+\)/, "")} (line ${lineOf(before)})`,
      before,
    )
  }
}

const lineOf = (before: string): number => before.split("\n").length

async function parseYaml(text: string): Promise<unknown> {
  const yaml = await import("yaml")
  try {
    const document = yaml.parseDocument(text, { prettyErrors: false, merge: true, uniqueKeys: false })
    const [error] = document.errors
    // The parser reports an overflow of its own stack as a syntax error.
    if (error?.message.startsWith("Maximum call stack")) throw tooDeep()
    if (error !== undefined) {
      const before = text.slice(0, error.pos[0])
      throw new FileProblem(`the document is not valid YAML: ${error.message} (line ${lineOf(before)})`, before)
    }
    const twice = findRepeatedKey(yaml, document)
    if (twice !== undefined) {
      const before = text.slice(0, twice)
      throw new FileProblem(`the document is not valid YAML: Map keys must be unique (line ${lineOf(before)})`, before)
    }
    linkAliases(yaml, document)
    return document.toJS({ maxAliasCount: MAX_ALIASES })
  } catch (cause) {
    if (cause instanceof FileProblem) throw cause
    if (cause instanceof RangeError) throw tooDeep()
    throw new FileProblem(`the document is not valid YAML: ${cause instanceof Error ? cause.message : cause}`)
  }
}
