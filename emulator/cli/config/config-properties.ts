import { attributeOf, type Flag } from "../flags/flag.ts"
import { CONFIG_FLAG, START_FLAGS } from "../flags/serve-flags.ts"
import { BadValue } from "../flags/values.ts"

export const FIXTURES = "fixtures"

/** Flags that a config file may set, by property name. */
export const CONFIG_FLAGS: ReadonlyMap<string, Flag> = new Map(
  START_FLAGS.filter((flag) => flag !== CONFIG_FLAG).map((flag) => [attributeOf(flag), flag]),
)

export function readProperty(flag: Flag, value: unknown): unknown {
  if (flag.value === undefined) {
    if (typeof value !== "boolean") throw new BadValue("Expected true or false.")
    return value || undefined
  }
  if (!flag.isRepeatable) return readOne(flag, value)
  return (Array.isArray(value) ? value : [value]).map((one: unknown) => readOne(flag, one))
}

function readOne(flag: Flag, value: unknown): unknown {
  if (typeof value !== "string" && typeof value !== "number") throw new BadValue("Expected a string or a number.")
  const read = flag.read(String(value))
  if (typeof read !== typeof value) throw new BadValue(`Expected a ${typeof read === "number" ? "number" : "string"}.`)
  return read
}
