export interface MergedOrder {
  readonly order: readonly string[]
  /** Whether the upstream order of old keys differs from the base, or from the file if there is no base. */
  readonly isMoved: boolean
  /** Whether the file has another new order, which stays. */
  readonly isConflict: boolean
}

/** Merges three orders of keys. The result contains the keys in `all`, each once. Without a base, the file's order stays. */
export function mergeOrder(
  base: readonly string[] | undefined,
  local: readonly string[],
  upstream: readonly string[],
  all: ReadonlySet<string>,
): MergedOrder {
  const [inLocal, inUpstream] = [new Set(local), new Set(upstream)]
  const isCommon = (key: string) => inLocal.has(key) && inUpstream.has(key)
  const known = new Set((base ?? local).filter(isCommon))
  const [before, here, there] = [base ?? local, local, upstream].map((keys) => keys.filter((key) => known.has(key)))
  const isMoved = !isSame(before, there)
  const hasOwnOrder = base === undefined || !isSame(before, here)
  const isConflict = isMoved && hasOwnOrder && !isSame(here, there)
  const isUpstreamFirst = isMoved && !isConflict
  const [first, second] = isUpstreamFirst ? [upstream, local] : [local, upstream]
  return { order: [...insertAll(first, second)].filter((key) => all.has(key)), isMoved, isConflict }
}

/** Inserts the keys that `order` lacks, each after its predecessor in `others`. */
function insertAll(order: readonly string[], others: readonly string[]): Iterable<string> {
  const missing = new Set(others)
  for (const key of order) missing.delete(key)
  if (missing.size === 0) return order
  const followers = new Map<string | undefined, string[]>()
  let anchor: string | undefined
  for (const key of others) {
    if (!missing.has(key)) anchor = key
    else followers.set(anchor, [...(followers.get(anchor) ?? []), key])
  }
  return [...(followers.get(undefined) ?? []), ...order.flatMap((key) => [key, ...(followers.get(key) ?? [])])]
}

const isSame = (left: readonly string[] = [], right: readonly string[] = []): boolean =>
  left.length === right.length && left.every((key, at) => key === right[at])
