import { badArchive } from "./archive.ts"

/** As for bodies of requests (api.md section 0). */
const MAX_DEPTH = 64

/** Reads JSON of an archive; `place` is where it stands. Refuses what requests may not hold either. */
export function readJson(place: string, text: string): unknown {
  const value = parse(place, text)
  check(place, value, 0)
  return value
}

function parse(place: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw badArchive(`${place} is no JSON`)
  }
}

function check(place: string, value: unknown, depth: number): void {
  if (typeof value !== "object" || value === null) return
  if (depth >= MAX_DEPTH) throw badArchive(`${place} is nested deeper than ${MAX_DEPTH}`)
  if (Object.hasOwn(value, "__proto__")) throw badArchive(`${place} has a key __proto__`)
  for (const inner of Object.values(value)) check(place, inner, depth + 1)
}
