import { createReadStream } from "node:fs"
import { SourceItem, scanJson, Unreadable, withSources } from "../../../src/fixtures/index.ts"
import { notUtf8 } from "../../../src/model/index.ts"
import { FileProblem, fileProblem, keyTwice, requireRegular } from "./read-document.ts"

/** Yields the elements of an NDJSON file one by one, so that a large file needs little memory. */
export async function* readNdjson(path: string): AsyncGenerator<unknown> {
  const decoder = new TextDecoder("utf-8", { fatal: true })
  let rest = ""
  let bytes = new Uint8Array()
  try {
    await requireRegular(path, Number.POSITIVE_INFINITY)
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 16 })) {
      bytes = chunk as Uint8Array<ArrayBuffer>
      const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n")
      rest = lines.pop() ?? ""
      for (const line of lines) yield parseLine(line)
    }
    rest += decoder.decode()
  } catch (error) {
    throw error instanceof TypeError ? new FileProblem(`${notUtf8(bytes)}: ${path}`) : fileProblem(error, path)
  }
  if (rest !== "") yield parseLine(rest)
}

function parseLine(line: string): unknown {
  if (line.trim() === "") return undefined
  let item: unknown
  try {
    item = JSON.parse(line)
  } catch (error) {
    return new Unreadable(`the line is not valid JSON: ${error instanceof Error ? error.message : error}`)
  }
  const { repeated, inexact } = scanJson(line)
  if (repeated !== undefined) return new Unreadable(keyTwice(repeated.key).replace("the document", "the line"))
  return inexact.length === 0 ? item : new SourceItem(withSources(item, inexact))
}
