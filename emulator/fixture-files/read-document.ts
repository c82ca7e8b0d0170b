import { readFile } from "node:fs/promises"
import { parseDocument } from "yaml"

/** Why a file can't be read, in one line. */
export class FileProblem extends Error {}

/** The most nodes that aliases may expand to; a document that goes beyond is a bomb. */
const MAX_ALIASES = 10_000

/** The whole text of a UTF-8 file, without a byte order mark. */
export async function readText(path: string): Promise<string> {
  return decodeUtf8(await readFileBytes(path))
}

export async function readFileBytes(path: string): Promise<Uint8Array> {
  try {
    const { buffer, byteOffset, length } = await readFile(path)
    return new Uint8Array(buffer, byteOffset, length)
  } catch (error) {
    throw fileProblem(error, path)
  }
}

/** What the file system said about a path, in words. */
export function fileProblem(error: unknown, path: string): FileProblem {
  const code = error instanceof Error && "code" in error ? error.code : undefined
  if (code === "ENOENT") return new FileProblem(`no such file: ${path}`)
  if (code === "EISDIR") return new FileProblem(`a directory, not a file: ${path}`)
  if (code === "EACCES") return new FileProblem(`the file may not be read: ${path}`)
  return error instanceof FileProblem
    ? error
    : new FileProblem(`${path}: ${error instanceof Error ? error.message : error}`)
}

export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    throw new FileProblem("not valid UTF-8")
  }
}

/** A JSON or YAML document; a file whose name says neither is JSON when it begins like it. */
export function parseText(text: string, path: string): unknown {
  if (text.trim() === "") throw new FileProblem("the file is empty")
  const isJson = /\.json$/i.test(path) || (!/\.ya?ml$/i.test(path) && /^\s*[{[]/.test(text))
  return isJson ? parseJson(text) : parseYaml(text)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const position = /position (\d+)/.exec(message)?.[1]
    const before = position === undefined ? text : text.slice(0, Number(position))
    throw new FileProblem(
      `not valid JSON: ${message.replace(/\s*\(line \d+ column \d+\)/, "")} (line ${lineOf(before)})`,
    )
  }
}

const lineOf = (before: string): number => before.split("\n").length

function parseYaml(text: string): unknown {
  const document = parseDocument(text, { prettyErrors: false, merge: true })
  const [error] = document.errors
  if (error !== undefined) {
    throw new FileProblem(`not valid YAML: ${error.message} (line ${lineOf(text.slice(0, error.pos[0]))})`)
  }
  try {
    return document.toJS({ maxAliasCount: MAX_ALIASES })
  } catch (cause) {
    throw new FileProblem(`not valid YAML: ${cause instanceof Error ? cause.message : cause}`)
  }
}
