import type { HonoRequest } from "hono"
import { invalidParams } from "../../src/inside.ts"

/** A whole number ≥ 0 in a query; undefined when absent. */
export function queryCount(request: HonoRequest, name: string): number | undefined {
  const text = request.query(name)
  if (text === undefined) return undefined
  if (!/^\d{1,15}$/.test(text)) throw invalidParams(`${name}: expected a whole number, not ${JSON.stringify(text)}`)
  return Number(text)
}
