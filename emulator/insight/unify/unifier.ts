/** Generated values in texts: JWTs, UUIDs, long hexadecimal IDs, generated display IDs and placeholders of secrets. */
const GENERATED_VALUE =
  /\beyJ[\w-]+\.[\w-]+\.[\w-]+|\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b[0-9a-f]{24,64}\b|\b(?:Fld|Grp)-[A-Za-z0-9]{8}\b|\bRedacted-(?:token|password|confirmation|cookie)-\d+\b/g

const INSTANT = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/g

const REDACTED_PREFIX = "Redacted-"

const NEVER_INSTANT = /^0001-01-01T/

/**
 * Decides which values of a recording and of the world correspond. Generated values are bound when they first occur: the first new i_id in
 * the recording corresponds to the first new i_id in the world. IDs of the fixture are bound to themselves from the start.
 */
export class Unifier {
  readonly #here = new Map<string, string>()
  readonly #there = new Map<string, string>()
  readonly #fixed: ReadonlySet<string>
  /** Milliseconds by which the recorded clock is ahead of the world's clock; undefined until an instant differs. */
  #aheadMs: number | undefined

  readonly #mostAheadMs: number

  /**
   * `fixed` contains the IDs that the world has before the first request. `mostAheadMs` limits the distance between
   * the recorded clock and the world's clock.
   */
  constructor(fixed: ReadonlySet<string>, mostAheadMs: number) {
    this.#fixed = fixed
    this.#mostAheadMs = mostAheadMs
  }

  /** Replaces the generated values of a recorded text with the corresponding values of the world. */
  translate(text: string): string {
    return text.replace(GENERATED_VALUE, (value) => this.#here.get(value) ?? value)
  }

  /** Like `translate`, but leaves placeholders of secrets. */
  translateIds(text: string): string {
    return text.replace(GENERATED_VALUE, (value) =>
      value.startsWith(REDACTED_PREFIX) ? value : (this.#here.get(value) ?? value),
    )
  }

  /** Replaces the secrets of the world with the placeholders to which they correspond. */
  conceal(text: string): string {
    const secrets = [...this.#here].filter(([there, here]) => there.startsWith(REDACTED_PREFIX) && there !== here)
    return secrets.reduce((concealed, [there, here]) => concealed.replaceAll(here, there), text)
  }

  hereOf(there: string): string | undefined {
    return this.#here.get(there) ?? (this.#fixed.has(there) ? there : undefined)
  }

  isBoundHere(here: string): boolean {
    return this.#there.has(here)
  }

  /** Binds two generated values. Returns false if one of them is bound to another value. */
  bind(there: string, here: string): boolean {
    const known = this.#here.get(there)
    if (known !== undefined) return known === here
    if (this.#there.has(here)) return false
    if (there !== here && (this.#fixed.has(there) || this.#fixed.has(here))) return false
    this.#here.set(there, here)
    this.#there.set(here, there)
    return true
  }

  /** Returns whether two texts are equal except for generated values and instants that correspond. */
  matches(there: string, here: string, toleranceMs: number): boolean {
    if (there === here) return idsIn(there).every((id) => this.bind(id, id))
    const parts = partsOf(there)
    const found = new RegExp(`^${parts.map(patternOf).join("")}$`, "s").exec(here)
    if (found === null) return false
    const variable = parts.filter(({ kind }) => kind !== "text")
    return variable.every(({ kind, text }, at) => {
      const own = found[at + 1] ?? ""
      if (kind === "instant") return this.#instants(text, own, toleranceMs)
      return (text.startsWith(REDACTED_PREFIX) || formOf(text) === formOf(own)) && this.bind(text, own)
    })
  }

  /** Returns whether two instants correspond: they must be equal, or differ by as much as earlier instants did. */
  #instants(there: string, here: string, toleranceMs: number): boolean {
    if (there === here) return true
    if (formOfInstant(there) !== formOfInstant(here) || NEVER_INSTANT.test(there) || NEVER_INSTANT.test(here))
      return false
    const aheadMs = Date.parse(there) - Date.parse(here)
    if (Math.abs(aheadMs) > this.#mostAheadMs) return false
    this.#aheadMs ??= aheadMs
    return Math.abs(aheadMs - this.#aheadMs) <= toleranceMs
  }

  /** Returns a text that is equal for values that correspond, without binding anything. */
  outline(value: unknown, isThere: boolean): string {
    const text = JSON.stringify(value) ?? "null"
    return text
      .replace(GENERATED_VALUE, (found) => {
        if (isThere) return this.hereOf(found) ?? "<new>"
        return this.isBoundHere(found) || this.#fixed.has(found) ? found : "<new>"
      })
      .replace(INSTANT, (found) => (NEVER_INSTANT.test(found) ? found : `<${formOfInstant(found)}>`))
  }
}

/** Returns whether a text, such as a property name, is a single generated value. */
export function isGenerated(text: string): boolean {
  GENERATED_VALUE.lastIndex = 0
  const found = GENERATED_VALUE.exec(text)
  GENERATED_VALUE.lastIndex = 0
  return found !== null && found[0] === text
}

/** All IDs in a text. */
export const idsIn = (text: string): string[] => text.match(GENERATED_VALUE) ?? []

interface Part {
  readonly kind: "text" | "instant" | "generated"
  readonly text: string
}

const GENERATED_OR_INSTANT = new RegExp(`(?:${INSTANT.source})|(?:${GENERATED_VALUE.source})`, "g")

function partsOf(text: string): Part[] {
  const parts: Part[] = []
  let at = 0
  for (const { 0: found, index } of text.matchAll(GENERATED_OR_INSTANT)) {
    if (index > at) parts.push({ kind: "text", text: text.slice(at, index) })
    const isInstant = /^\d{4}-\d\d-\d\dT/.test(found)
    parts.push({ kind: isInstant ? "instant" : "generated", text: found })
    at = index + found.length
  }
  if (at < text.length || parts.length === 0) parts.push({ kind: "text", text: text.slice(at) })
  return parts
}

const formOf = (value: string): string =>
  value.startsWith("eyJ") ? "jwt" : value.replace(/^(Fld|Grp)-.*/, "$1").replaceAll(/[0-9a-f]/g, "0")

/** Returns the pattern of the texts that correspond to a part of a recorded text. A secret corresponds to any text. */
function patternOf({ kind, text }: Part): string {
  if (kind === "text") return text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, "\\$&")
  if (kind === "instant") return `(${INSTANT.source})`
  return text.startsWith(REDACTED_PREFIX) ? "([^\\s\"'/?&=<>]+)" : `(${GENERATED_VALUE.source})`
}

/** Returns the number of decimals and the kind of offset. */
const formOfInstant = (instant: string): string => instant.replace(/^.*?T\d\d:\d\d:\d\d/, "").replaceAll(/\d/g, "0")
