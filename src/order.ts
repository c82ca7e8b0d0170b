/** Orders records by their position in creation order. */
export const byOrdinal = (left: { readonly ordinal: number }, right: { readonly ordinal: number }): number =>
  left.ordinal - right.ordinal

/** Orders texts by code unit, the same on every machine. */
export const byText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)
