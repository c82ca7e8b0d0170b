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

const NUMBERS = new Set(["port", "seed", "slowTasks"])

export function configSchema(): Record<string, unknown> {
  const properties = [...CONFIG_FLAGS].map(([name, flag]) => [
    name,
    { description: flag.description, ...shapeOf(name, flag) },
  ])
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "hexarium.config.json",
    description: "Settings of hexarium start and exec; flags and environment variables take precedence",
    type: "object",
    additionalProperties: false,
    properties: {
      $schema: { type: "string" },
      [FIXTURES]: { description: "Fixture files for commands that are called without fixture arguments", ...LIST },
      ...Object.fromEntries(properties),
    },
  }
}

const LIST = { anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }] }

function shapeOf(name: string, flag: Flag): object {
  if (flag.value === undefined) return { type: "boolean" }
  if (flag.isRepeatable) return LIST
  if (typeof flag.offers === "object") return { enum: flag.offers }
  return { type: NUMBERS.has(name) ? "number" : "string" }
}
