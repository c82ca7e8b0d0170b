import type { Random } from "./random.ts"
import type { Sampler } from "./sample.ts"

type Container = Record<string, unknown> | unknown[]

/** Changes one place of a JSON value: deletes it, changes its type, or makes it huge, deeply nested or malicious. */
export function mutate(value: unknown, random: Random, sampler: Sampler): unknown {
  const places = placesOf(value)
  if (places.length === 0) return sampler.any()
  const { container, key } = random.pick(places)
  const members = container as Record<string | number, unknown>
  switch (random.below(10)) {
    case 0:
      if (Array.isArray(container)) container.splice(Number(key), 1)
      else delete members[key]
      break
    case 1:
      members[key] = null
      break
    case 2:
      members[key] = ""
      break
    case 3:
      members[key] = sampler.number()
      break
    case 4:
      members[key] = [members[key]]
      break
    case 5:
      members[key] = { value: members[key] }
      break
    case 6:
      members[key] = Array.from({ length: 150 }, () => members[key])
      break
    case 7:
      members[key] = sampler.garbage()
      break
    case 8:
      if (!Array.isArray(container))
        Object.defineProperty(container, random.pick(POISON), { ...PLAIN_PROPERTY, value: {} })
      break
    default:
      members[key] = sampler.any()
  }
  return value
}

const POISON = ["__proto__", "constructor", "prototype", "hasOwnProperty", "toJSON", "then"]
const PLAIN_PROPERTY = { enumerable: true, configurable: true, writable: true }

function placesOf(value: unknown, found: { container: Container; key: string }[] = []) {
  if (value === null || typeof value !== "object" || found.length > 300) return found
  for (const key of Object.keys(value)) {
    found.push({ container: value as Container, key })
    placesOf((value as Record<string, unknown>)[key], found)
  }
  return found
}

/** Damages the bytes or the type of a body. */
export function spoil(text: string, random: Random): { body: string | Uint8Array<ArrayBuffer>; type: string | null } {
  const json = "application/json"
  switch (random.below(8)) {
    case 0:
      return { body: text.slice(0, random.below(text.length + 1)), type: json }
    case 1:
      return { body: new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]), type: json }
    case 2:
      return {
        body: text,
        type: random.pick(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]),
      }
    case 3:
      return { body: `${"[".repeat(70)}${"]".repeat(70)}`, type: json }
    case 4:
      return { body: text.replace("{", '{"__proto__":{"polluted":true},'), type: json }
    case 5:
      return { body: text, type: null }
    case 6:
      return { body: random.pick(["[]", "null", "1", '"x"', "", " ", "{}{}"]), type: json }
    default:
      return { body: `${text}\u0000`, type: json }
  }
}
