import { attributeOf, type Flag } from "../flags/flag.ts"
import { CONFIG_FLAG, START_FLAGS } from "../flags/serve-flags.ts"
import { BadValue } from "../flags/values.ts"

/** What a config file may say beside the flags. */
export const FIXTURES = "fixtures"

/** The flags that a config file may set, by the names they have there. */
export const CONFIG_FLAGS: ReadonlyMap<string, Flag> = new Map(
  START_FLAGS.filter((flag) => flag !== CONFIG_FLAG).map((flag) => [attributeOf(flag), flag]),
)

/** The value that a config file gives a flag; throws a `BadValue`. */
export function readMember(flag: Flag, value: unknown): unknown {
  if (flag.value === undefined) {
    if (typeof value !== "boolean") throw new BadValue("Expected true or false.")
    return value || undefined
  }
  if (!flag.isRepeatable) return readOne(flag, value)
  return (Array.isArray(value) ? value : [value]).map((one: unknown) => readOne(flag, one))
}

function readOne(flag: Flag, value: unknown): unknown {
  if (typeof value !== "string" && typeof value !== "number") throw new BadValue("Expected a text or a number.")
  const read = flag.read(String(value))
  if (typeof read !== typeof value) throw new BadValue(`Expected a ${typeof read === "number" ? "number" : "text"}.`)
  return read
}

const NUMBERS = new Set(["port", "seed", "slowTasks"])

/** The JSON Schema of `hexarium.config.json`. */
export function configSchema(): Record<string, unknown> {
  const properties = [...CONFIG_FLAGS].map(([name, flag]) => [
    name,
    { description: flag.description, ...shapeOf(name, flag) },
  ])
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "hexarium.config.json",
    description: "What hexarium start and exec do unless a flag or a variable says otherwise",
    type: "object",
    additionalProperties: false,
    properties: {
      $schema: { type: "string" },
      [FIXTURES]: { description: "Fixture files that are loaded where none is named", ...LIST },
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
