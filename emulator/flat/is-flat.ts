/** What a request has: a call of nothing else is in the API's own form. */
const PARTS: readonly string[] = ["params", "query", "body", "form", "file", "json", "headers", "signal"]

/** Whether a call is in flat words: it names something that is no part of a request, or nothing at all. */
export function isFlat(input: unknown): boolean {
  if (typeof input !== "object" || input === null) return true
  const names = Object.keys(input)
  const isFile = "file" in input && !(input.file instanceof Blob)
  return names.length === 0 || isFile || names.some((name) => !PARTS.includes(name))
}
