import type { EntryPath, IgnoredKey, IgnoredKeys, OwnItem } from "../../../src/engine/index.ts"
import { type Reply, type RequestHeaders, withHeaders } from "../../wire/index.ts"
import { RequestEntry } from "../../worlds/index.ts"
import { isOwnValue } from "../presenters/items/own-values.ts"

/** Maximum number of names in the header and in the log. */
const MAX_NAMES = 20
/** Maximum length in bytes of the header. */
const MAX_HEADER_BYTES = 2048
/** Length in bytes that is reserved for the number of all keys. */
const COUNT_BYTES = 16
/** Maximum length in code points of a key. */
const MAX_KEY_POINTS = 64
/** Maximum number of system keys that are compared in a request. Further ones count as equal, because a comparison may be slow. */
const MAX_COMPARISONS = 100

/** Returns whether item writes of a request ignore keys of unknown fields (control.md section 1, "strict"). */
export const ignoresUnknownFields = (headers: RequestHeaders, isStrict: boolean): boolean =>
  !isStrict && headers.get("x-hexarium-unknown-fields") !== "refuse"

/**
 * Collects the keys that a request's writes ignore. Adds them to the response as the header X-Hexarium-Ignored, and to the request log
 * (api.md section 6.1, "ignored keys").
 */
export class IgnoredKeyList implements IgnoredKeys {
  /** Keys by root and by the object that contains them. Several roots may share an object. */
  readonly #seen = new Map<string | undefined, Map<object, Set<string>>>()
  readonly #names: string[] = []
  readonly #lines: { readonly key: string; readonly text: string }[] = []
  #count = 0
  #bytes = COUNT_BYTES
  #isFull = false
  #comparisons = 0

  addUnknown(one: IgnoredKey, entry: EntryPath | undefined, suggest: () => string | undefined, root?: string): void {
    this.#add(one, entry, root, () => {
      const meant = suggest()
      return `unknown field${meant === undefined ? "" : `; did you mean ${meant}?`}`
    })
  }

  addSystem(one: IgnoredKey, entry: EntryPath | undefined, own: OwnItem, root?: string): void {
    if (this.#comparisons >= MAX_COMPARISONS) return
    this.#comparisons += 1
    if (isOwnValue(one.key, one.value, own)) return
    this.#add(one, entry, root, () => "system property; a write does not change it")
  }

  /** Returns a collector whose keys begin with the response name of a GraphQL root. */
  within(root: string): IgnoredKeys {
    return {
      addUnknown: (one, entry, suggest) => this.addUnknown(one, entry, suggest, root),
      addSystem: (one, entry, own) => this.addSystem(one, entry, own, root),
    }
  }

  #add(one: IgnoredKey, entry: EntryPath | undefined, root: string | undefined, reason: () => string): void {
    const { owner, key } = one
    const ofRoot = this.#seen.get(root) ?? new Map<object, Set<string>>()
    this.#seen.set(root, ofRoot)
    const seen = ofRoot.get(owner) ?? new Set()
    if (seen.has(key)) return
    ofRoot.set(owner, seen.add(key))
    this.#count += 1
    if (this.#isFull || this.#names.length >= MAX_NAMES) return
    const name = pathOf(one, entry, root, encodeURIComponent)
    this.#bytes += name.length + 1
    this.#isFull = this.#bytes > MAX_HEADER_BYTES
    if (this.#isFull) return
    this.#names.push(name)
    const path = pathOf(one, entry, root, (part) => part)
    this.#lines.push({ key: path.replaceAll(/\[\d+\]/g, "[]"), text: `ignored ${path}: ${reason()}` })
  }

  /** Returns the reply with the header, and adds the keys to the log entry of the request. Without ignored keys, nothing changes. */
  mark(reply: Reply, entry: unknown): Reply {
    if (this.#count === 0) return reply
    const omitted = this.#count - this.#names.length
    if (entry instanceof RequestEntry) entry.ignored = { lines: this.#lines, omitted }
    const names = this.#names.join(",")
    return withHeaders(reply, { "x-hexarium-ignored": omitted === 0 ? names : `${names};count=${this.#count}` })
  }
}

function pathOf(
  { property, key }: IgnoredKey,
  entry: EntryPath | undefined,
  root: string | undefined,
  encode: (part: string) => string,
): string {
  const part = (text: string): string => encode(shortenKey(text))
  let path = `${property}.${part(key)}`
  for (let at = entry; at !== undefined; at = at.outer)
    path = `related_ds_items.${part(at.datastore)}[${at.at}].${path}`
  return root === undefined ? path : `${part(root)}.${path}`
}

/** Cuts a key that is too long. Replaces lone surrogates, which can't be percent-encoded. */
function shortenKey(key: string): string {
  const points = Array.from(key.slice(0, 2 * MAX_KEY_POINTS + 2))
  const text = points.length > MAX_KEY_POINTS ? `${points.slice(0, MAX_KEY_POINTS).join("")}…` : key
  return text.replaceAll(/\p{Surrogate}/gu, "\ufffd")
}
