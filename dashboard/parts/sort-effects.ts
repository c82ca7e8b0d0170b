/** Effects of a request, as the log describes them: what readers look for, and what the server keeps besides. */
export interface SortedEffects {
  readonly main: readonly string[]
  /** Counters and bookkeeping, for example links and tokens. */
  readonly rest: readonly string[]
}

const SECONDARY_EFFECT =
  /^(?:auto number |link |histories read by |history of |token of |\S+ confirmation of .* issued$|auto action .* changed$|file .* uploaded$|item .* rev_no \d+→\d+$|item .* access keys \d+→\d+$)/

const RANKS: readonly RegExp[] = [/^item .* (?:created in .*|deleted)$/, /^item /, /^(?:ignored |… )/]

const LAST_RANK = 2

/** Returns the rank of an effect: created and deleted items first, then changed items and other records, then remarks. */
function rankOf(effect: string): number {
  const rank = RANKS.findIndex((pattern) => pattern.test(effect))
  return rank === LAST_RANK ? RANKS.length : rank === -1 ? LAST_RANK : rank
}

/** Sorts the effects of a request: the main change first, counters and bookkeeping last. */
export function sortEffects(effects: readonly string[]): SortedEffects {
  const main = effects.filter((effect) => !SECONDARY_EFFECT.test(effect))
  return {
    main: main.toSorted((left, right) => rankOf(left) - rankOf(right)),
    rest: effects.filter((effect) => SECONDARY_EFFECT.test(effect)),
  }
}
