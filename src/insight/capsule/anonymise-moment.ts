import { sha256 } from "@noble/hashes/sha2.js"
import { utf8ToBytes } from "@noble/hashes/utils.js"
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus"
import { decodeBase64, encodeBase64 } from "../../model/index.ts"
import { memoryBlobs } from "../../ports/index.ts"
import { hiddenBytes } from "../secrets/hidden-text.ts"
import type { Capsule } from "./capsule-form.ts"
import { HiddenRecords } from "./hide-records.ts"
import type { PackedMoment } from "./pack-moment.ts"
import { TextHider } from "./text-hider.ts"

/** Longest text of a record that a request may contain as a word of the application. */
const MAX_WORD_CHARACTERS = 200

interface Body {
  readonly patches?: readonly { readonly table: string; readonly put?: object }[]
  readonly scalars?: Readonly<Record<string, unknown>>
}

/**
 * Replaces the texts that people wrote in a version and its changes, the files, the seed and the random stream. Returns also the hider, which
 * replaces the same texts in requests.
 */
export function anonymiseMoment(moment: PackedMoment): { readonly packed: PackedMoment; readonly hider: TextHider } {
  const hider = new TextHider()
  const { keys, files } = hideFiles(moment.state.blobs)
  const hidden = new HiddenRecords(hider, keys)
  const { tables, scalars } = moment.state
  const bodies = moment.changes.map(({ body }) => JSON.parse(body) as Body)
  for (const { name, records } of tables) for (const record of records) hidden.learn(name, record)
  for (const { patches = [] } of bodies)
    for (const { table, put } of patches) if (put !== undefined) hidden.learn(table, put)
  const state = tables.map(({ name, records }) => ({
    name,
    records: records.map((record) => hidden.record(name, record) as Record<string, unknown>),
  }))
  const changes = bodies.map((body) => hideBody(body, hidden))
  hider.addWords(wordsIn(state))
  hider.addWords(wordsIn(changes))
  const packed: PackedMoment = {
    ...moment,
    state: { scalars: { ...scalars, ...streamOf(state) }, tables: state, blobs: files },
    changes: moment.changes.map((change, at) => ({ ...change, body: JSON.stringify(changes[at]) })),
  }
  return { packed, hider }
}

/** Replaces the contents of files. Returns the new keys by the old ones. */
function hideFiles(contents: readonly string[]): { keys: ReadonlyMap<string, string>; files: string[] } {
  const blobs = memoryBlobs()
  const keys = new Map<string, string>()
  const files = contents.map((content) => {
    const bytes = decodeBase64(content) ?? new Uint8Array()
    const hidden = hiddenBytes(bytes)
    keys.set(blobs.put(bytes), blobs.put(hidden))
    return encodeBase64(hidden)
  })
  return { keys, files }
}

/** Hides the records of a change, and leaves out the random stream after it. */
function hideBody({ patches = [], scalars = {}, ...rest }: Body, hidden: HiddenRecords): Body {
  const { seed: _, random: __, ...others } = scalars
  const hide = (patch: NonNullable<Body["patches"]>[number]) =>
    patch.put === undefined ? patch : { ...patch, put: hidden.record(patch.table, patch.put) }
  return { ...rest, patches: patches.map(hide), scalars: others }
}

/** Returns a seed and a random stream that depend on the hidden records alone. */
function streamOf(state: unknown): Pick<Capsule["state"]["scalars"], "seed" | "random"> {
  const digest = sha256(utf8ToBytes(JSON.stringify(state)))
  const seed = new DataView(digest.buffer).getInt32(0)
  return { seed, random: [...xoroshiro128plus(seed).getState()] }
}

/** Returns the short texts in a value, also the names of members. */
function wordsIn(value: unknown, words: Set<string> = new Set()): Set<string> {
  if (typeof value === "string") {
    if (value.length <= MAX_WORD_CHARACTERS) words.add(value)
  } else if (typeof value === "object" && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      words.add(name)
      wordsIn(member, words)
    }
  }
  return words
}
