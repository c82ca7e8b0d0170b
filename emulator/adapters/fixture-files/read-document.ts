import { readFile, stat } from "node:fs/promises"
import { plainScalars, readScalars, SourceScalar, scanJson, withSources } from "../../../src/fixtures/index.ts"
import { notUtf8 } from "../../../src/model/index.ts"
import { linkAliases } from "./link-aliases.ts"
import { findRepeatedKey } from "./repeated-key.ts"
import { findTag, findUnreadable, keepSources } from "./yaml-sources.ts"

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
  if (code === "ENOENT" || code === "ENOTDIR" || code === "ENAMETOOLONG")
    return new FileProblem(`the file does not exist: ${path}`)
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
    throw new FileProblem(notUtf8(bytes))
  }
}

/** Parses a JSON or YAML document that is no fixture. */
export const parseText = async (text: string, path: string): Promise<unknown> =>
  plainScalars(await parseSource(text, path))

export interface ParsedFixture {
  readonly content: unknown
  /** Numbers in a JSON document that would lose characters as a text. */
  readonly mistakes: ReturnType<typeof readScalars>["mistakes"]
}

/** Parses a fixture document. Where the fixture format expects a string, a bare scalar in YAML is the text of its source. */
export async function parseFixture(text: string, path: string): Promise<ParsedFixture> {
  const { value, mistakes } = readScalars(await parseSource(text, path))
  return { content: value, mistakes }
}

/** Parses JSON or YAML. If the file extension is unknown, text that begins like JSON is parsed as JSON. */
async function parseSource(text: string, path: string): Promise<unknown> {
  if (text.trim() === "") throw new FileProblem("the file is empty")
  const isJson = /\.json[c5]?$/i.test(path) || (!/\.ya?ml$/i.test(path) && /^\s*[{[]/.test(text))
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
    if (value === null || typeof value !== "object" || value instanceof SourceScalar) return
    if (depth >= MAX_NESTING) throw tooDeep()
    for (const inner of Object.values(value)) visit(inner, depth + 1)
  }
  visit(whole, 0)
}

function parseJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const position = /position (\d+)/.exec(message)?.[1]
    const before = position === undefined ? text : text.slice(0, Number(position))
    throw new FileProblem(
      `the document is not valid JSON: ${message.replace(/\s*\(line \d+ column \d+\)/, "")} (line ${lineOf(before)})`,
      before,
    )
  }
  const { repeated, inexact } = scanJson(text)
  if (repeated === undefined) return withSources(value, inexact)
  const before = text.slice(0, repeated.offset)
  throw new FileProblem(`${keyTwice(repeated.key)} (line ${lineOf(before)})`, before)
}

/** Message for a key that an object has twice. `JSON.parse` ignores the first value. */
export const keyTwice = (key: string): string =>
  `the document is not valid JSON: the key ${JSON.stringify(key)} occurs twice in an object; remove one`

const lineOf = (before: string): number => before.split("\n").length

async function parseYaml(text: string): Promise<unknown> {
  const yaml = await import("yaml")
  try {
    const document = yaml.parseDocument(text, { prettyErrors: false, merge: true, uniqueKeys: false })
    const [error] = document.errors
    // The parser reports an overflow of its own stack as a syntax error.
    if (error?.message.startsWith("Maximum call stack")) throw tooDeep()
    const fail = (reason: string, offset: number): FileProblem => {
      const before = text.slice(0, offset)
      return new FileProblem(`the document is not valid YAML: ${reason} (line ${lineOf(before)})`, before)
    }
    if (error?.code === "MULTIPLE_DOCS")
      throw fail("a second document begins here; put each document into a file of its own", error.pos[0])
    if (error !== undefined) throw fail(error.message, error.pos[0])
    const tagged = findTag(yaml, document)
    if (tagged !== undefined) throw fail(`tags are not supported; remove the tag ${tagged.tag}`, tagged.offset)
    keepSources(yaml, document)
    const twice = findRepeatedKey(yaml, document)
    if (twice !== undefined) throw fail("Map keys must be unique", twice)
    linkAliases(yaml, document)
    const unreadable = findUnreadable(yaml, document)
    if (unreadable !== undefined) throw fail(unreadable.reason, unreadable.offset)
    return document.toJS({ maxAliasCount: MAX_ALIASES })
  } catch (cause) {
    if (cause instanceof FileProblem) throw cause
    if (cause instanceof RangeError) throw tooDeep()
    throw new FileProblem(`the document is not valid YAML: ${cause instanceof Error ? cause.message : cause}`)
  }
}
