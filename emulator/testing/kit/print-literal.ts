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
