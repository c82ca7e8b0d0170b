const PLAIN_KEY = /^[a-z_$][\w$]*$/i

/** Prints a JSON value as TypeScript on one line. */
export function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  const properties = Object.entries(value).flatMap(([key, one]) =>
    one === undefined ? [] : [`${PLAIN_KEY.test(key) ? key : JSON.stringify(key)}: ${literal(one)}`],
  )
  return properties.length === 0 ? "{}" : `{ ${properties.join(", ")} }`
}

const MAX_LITERAL = 120

/** Prints a JSON value as TypeScript, with a line for each property of a long object. */
export function spread(value: unknown, indent = ""): string {
  const short = literal(value)
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value)
  if (!isObject || short.length <= MAX_LITERAL) return short
  const inner = `${indent}  `
  const lines = Object.entries(value).flatMap(([key, one]) =>
    one === undefined ? [] : [`${inner}${PLAIN_KEY.test(key) ? key : JSON.stringify(key)}: ${spread(one, inner)},`],
  )
  return ["{", ...lines, `${indent}}`].join("\n")
}
