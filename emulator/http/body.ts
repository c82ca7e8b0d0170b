import { invalidParams } from "../../src/index.ts"

const MAX_NESTING = 64

/** Parses a JSON body (api.md section 0: malformed JSON, invalid UTF-8, nesting over 64 and the key `__proto__` are refused). */
export function parseJson(bytes: Uint8Array): unknown {
  let text: string
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    throw invalidParams("the body is not valid UTF-8")
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw invalidParams(`the body is not valid JSON: ${(error as Error).message}`)
  }
  checkNesting(value, 1)
  return value
}

function checkNesting(value: unknown, depth: number): void {
  if (value === null || typeof value !== "object") return
  if (depth > MAX_NESTING) throw invalidParams(`the body is nested deeper than ${MAX_NESTING}`)
  for (const key in value) {
    if (key === "__proto__") throw invalidParams("the body has a key __proto__, which is not allowed")
    checkNesting((value as Record<string, unknown>)[key], depth + 1)
  }
}
