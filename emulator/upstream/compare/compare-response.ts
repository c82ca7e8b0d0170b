import { type Difference, type Unifier, ValueComparison } from "../../insight/index.ts"
import type { HarEntry } from "../har/read-har.ts"
import { lacksResponseBody } from "./missing-bodies.ts"

/** Headers that clients depend on. */
const HEADERS = ["content-type", "content-disposition", "location", "retry-after"]

/** The world's response to a recorded request. */
export interface ReplayedResponse {
  readonly status: number
  readonly headers: Headers
  readonly body: Uint8Array
}

/** Compares status, headers and body of a recorded response with the world's response. */
export function compareResponse(
  unifier: Unifier,
  entry: HarEntry,
  replayed: ReplayedResponse,
  toleranceMs: number,
  report: (found: Pick<Difference, "path" | "kind" | "there" | "here">) => void,
): void {
  const { response: recorded } = entry
  const values = new ValueComparison(unifier, toleranceMs, report)
  if (recorded.status !== replayed.status) {
    report({ path: "status", kind: "status", there: recorded.status, here: replayed.status })
  }
  for (const name of HEADERS) {
    const there = recorded.headers.find((header) => header.name.toLowerCase() === name)?.value
    const here = replayed.headers.get(name) ?? undefined
    const isEqual =
      there !== undefined && here !== undefined
        ? unifier.matches(plainHeader(name, there), plainHeader(name, here), toleranceMs)
        : there === here
    if (!isEqual) report({ path: `headers.${name}`, kind: "header", there, here })
  }
  if (!lacksResponseBody(entry)) compareBodies(recorded.content, replayed, values, report)
}

function compareBodies(
  content: HarEntry["response"]["content"],
  { body, headers }: ReplayedResponse,
  values: ValueComparison,
  report: (found: Pick<Difference, "path" | "kind" | "there" | "here">) => void,
): void {
  const isBase64 = content.encoding === "base64"
  const there = Buffer.from(content.text ?? "", isBase64 ? "base64" : "utf8")
  const here = Buffer.from(body)
  const isJson = (type: string) => /\bjson\b/i.test(type)
  if (isJson(content.mimeType) && isJson(headers.get("content-type") ?? "")) {
    const [left, right] = [parseJson(there.toString()), parseJson(here.toString())]
    if (left !== undefined && right !== undefined) {
      values.compare(left.value, right.value, "body")
      return
    }
  }
  if (isBase64) {
    if (!there.equals(here)) {
      report({ path: "body", kind: "value", there: `${there.length} bytes`, here: `${here.length} bytes` })
    }
    return
  }
  compareTexts(there.toString(), here.toString(), values)
}

/** Compares texts such as CSV line by line, so that a difference shows the line. */
function compareTexts(there: string, here: string, values: ValueComparison): void {
  values.compare(there === "" ? "" : there.split("\n"), here === "" ? "" : here.split("\n"), "body")
}

/** Removes differences of spelling without meaning. */
const plainHeader = (name: string, value: string): string =>
  name === "content-type" ? value.toLowerCase().replaceAll(/\s*;\s*/g, "; ") : value

function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}
