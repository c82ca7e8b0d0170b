/**
 * The way from an ID to its ordinal. IDs are only ever added, so versions of a table share one map: a version
 * of length n ignores ordinals from n up. `tip` is the length of the version that added last; only a version of that
 * very length may add in place, any other seals what it sees as a layer and begins a map of its own.
 */
export interface IdLayers {
  readonly sealed: readonly Layer[]
  readonly top: Top
}

interface Layer {
  readonly map: ReadonlyMap<string, number>
  /** Ordinals from here up belong to other versions. */
  readonly limit: number
}

interface Top {
  readonly map: Map<string, number>
  tip: number
}

export const emptyIdLayers = (): IdLayers => ({ sealed: [], top: { map: new Map(), tip: 0 } })

export function findOrdinal(ids: IdLayers, length: number, id: string): number | undefined {
  const inTop = ids.top.map.get(id)
  if (inTop !== undefined && inTop < length) return inTop
  for (let at = ids.sealed.length - 1; at >= 0; at -= 1) {
    const layer = ids.sealed[at] as Layer
    const ordinal = layer.map.get(id)
    if (ordinal !== undefined && ordinal < layer.limit) return ordinal
  }
  return undefined
}

/** Adds `id` at the ordinal `length`, the first free one of the version. */
export function addOrdinal(ids: IdLayers, length: number, id: string): IdLayers {
  const target = ids.top.tip === length ? ids : seal(ids, length)
  target.top.map.set(id, length)
  target.top.tip = length + 1
  return target
}

/** Takes back the IDs added since the version had this length, if nobody added after them. */
export function removeAdded(ids: IdLayers, added: readonly string[], length: number): void {
  if (ids.top.tip !== length + added.length) return
  for (const id of added) ids.top.map.delete(id)
  ids.top.tip = length
}

function seal(ids: IdLayers, length: number): IdLayers {
  const sealed = [...ids.sealed]
  if (ids.top.map.size > 0) sealed.push({ map: ids.top.map, limit: length })
  while (sealed.length > 1) {
    const upper = sealed.at(-1) as Layer
    const lower = sealed.at(-2) as Layer
    if (upper.map.size * 2 < lower.map.size) break
    sealed.splice(-2, 2, merge(lower, upper))
  }
  return { sealed, top: { map: new Map(), tip: length } }
}

function merge(lower: Layer, upper: Layer): Layer {
  const map = new Map<string, number>()
  for (const { map: part, limit } of [lower, upper]) {
    for (const [id, ordinal] of part) if (ordinal < limit) map.set(id, ordinal)
  }
  return { map, limit: upper.limit }
}
