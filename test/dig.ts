/** Value at a path in JSON. Undefined if the path ends early. */
export function dig<T = unknown>(value: unknown, ...path: readonly (string | number)[]): T {
  let here = value
  for (const step of path) here = (here as Record<string | number, unknown> | null | undefined)?.[step]
  return here as T
}
