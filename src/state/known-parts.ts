/**
 * Returns a value that was parsed from JSON, with the parts of `known` that are equal instead of copies of them; `known` itself if the whole
 * value is equal. A record that was read again therefore takes no more memory than the record that the write made.
 */
export function withKnownParts(parsed: unknown, known: unknown): unknown {
  if (typeof parsed !== "object" || parsed === null) return parsed === known ? known : parsed
  // A frozen value was not parsed but written in this process, and shares already.
  if (typeof known !== "object" || known === null || Object.isFrozen(parsed)) return parsed
  if (Array.isArray(parsed) !== Array.isArray(known)) return parsed
  const target = parsed as Record<string, unknown>
  const source = known as Record<string, unknown>
  const keys = Object.keys(target)
  const names = Object.keys(source)
  let isEqual = keys.length === names.length
  for (const [at, key] of keys.entries()) {
    isEqual &&= names[at] === key
    if (!Object.hasOwn(source, key)) continue
    const value = withKnownParts(target[key], source[key])
    isEqual &&= value === source[key]
    target[key] = value
  }
  return isEqual ? known : parsed
}
