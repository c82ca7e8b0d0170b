/**
 * The way from an ID to its ordinal. IDs are only ever added, so all versions of a table share one map, the top; a version
 * of length n ignores ordinals from n up. Only the version that has seen everything in the top may add to it. Any other
 * seals the part it sees as a layer and starts a top of its own, which disappears with it.
 */
export interface IdLayers {
  /** Older maps; each at least twice as large as the one after it. */
  readonly sealed: readonly Layer[]
  readonly top: Map<string, number>
  /** Ordinal of the first ID of the top. */
  readonly from: number
  /** Length of the version that added last. */
  tip: number
  /** The layers that a version of this length continues from; remembered, so that a thousand forks don't each merge them. */
  sealing: { readonly length: number; readonly layers: readonly Layer[] } | null
}

interface Layer {
  readonly map: ReadonlyMap<string, number>
  /** Ordinals from here up belong to other versions. */
  readonly limit: number
}

const makeLayers = (sealed: readonly Layer[], length: number): IdLayers => ({
  sealed,
  top: new Map(),
  from: length,
  tip: length,
  sealing: null,
})

export const emptyIdLayers = (): IdLayers => makeLayers([], 0)

/** The way to these ordinals, all below `length`. Takes the map over. */
export const idLayersOf = (ordinals: Map<string, number>, length: number): IdLayers => ({
  ...makeLayers([], 0),
  top: ordinals,
  tip: length,
})

/** -1 when the version of that length has no such ID. */
export function findOrdinal(ids: IdLayers, length: number, id: string): number {
  const inTop = ids.top.get(id)
  if (inTop !== undefined && inTop < length) return inTop
  for (let at = ids.sealed.length - 1; at >= 0; at -= 1) {
    const layer = ids.sealed[at] as Layer
    const ordinal = layer.map.get(id)
    if (ordinal !== undefined && ordinal < layer.limit) return ordinal
  }
  return -1
}

/** Adds `id` at the ordinal `length`, the first free one of the version. */
export function addOrdinal(ids: IdLayers, length: number, id: string): IdLayers {
  const target = ids.tip === length ? ids : makeLayers(layersBelow(ids, length), length)
  target.top.set(id, length)
  target.tip = length + 1
  return target
}

function layersBelow(ids: IdLayers, length: number): readonly Layer[] {
  if (ids.sealing?.length !== length) ids.sealing = { length, layers: seal(ids, length) }
  return ids.sealing.layers
}

function seal(ids: IdLayers, length: number): readonly Layer[] {
  const own = length - ids.from
  if (own === 0) return ids.sealed
  const layer: Layer = { map: ids.top, limit: length }
  const sealed = [...ids.sealed, own * 2 < ids.top.size ? merge([layer]) : layer]
  while (sealed.length > 1) {
    const upper = sealed.at(-1) as Layer
    const lower = sealed.at(-2) as Layer
    if (upper.map.size * 2 < lower.map.size) break
    sealed.splice(-2, 2, merge([lower, upper]))
  }
  return sealed
}

/** One layer of several, without the IDs of other versions. */
function merge(layers: readonly Layer[]): Layer {
  const map = new Map<string, number>()
  let limit = 0
  for (const layer of layers) {
    for (const [id, ordinal] of layer.map) if (ordinal < layer.limit) map.set(id, ordinal)
    limit = layer.limit
  }
  return { map, limit }
}
