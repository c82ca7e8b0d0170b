/** A client's observation of a command or read. Instants are numbers of a clock that all clients share. */
export type Observed = { readonly world: string; readonly began: number; readonly ended: number } & Seen

/** `unknown`: there was no response. The command may have been executed, or may be executed later. */
export type Seen =
  | {
      readonly kind: "create"
      readonly outcome: "done" | "unknown" | "refused"
      readonly text: string
      readonly itemId?: string
    }
  | {
      readonly kind: "update"
      readonly outcome: "done" | "unknown" | "refused" | "conflict"
      readonly itemId: string
      /** The revision that the client had read before. */
      readonly base: number
      readonly text: string
      readonly rev?: number
    }
  | {
      readonly kind: "read"
      readonly itemId: string
      readonly rev: number
      readonly text: string
      readonly isFenced: boolean
    }
  | {
      readonly kind: "member"
      readonly outcome: "done" | "unknown" | "refused"
      readonly user: string
      readonly isIn: boolean
    }

/** The final state of a world, after all servers have caught up. */
export interface Ending {
  readonly items: readonly {
    readonly itemId: string
    readonly no: number
    readonly rev: number
    readonly text: string
  }[]
  readonly members: readonly string[]
}

/**
 * Checks whether the observations are possible if commands ran one after the other, each between its start and its response. Returns
 * sentences about impossible observations, or none. Each text is written once, so a value identifies its write.
 */
export function faultsOf(observed: readonly Observed[], endings: ReadonlyMap<string, Ending>): string[] {
  const faults: string[] = []
  for (const [world, ending] of endings) {
    const own = observed.filter((one) => one.world === world)
    for (const fault of [
      ...creations(own, ending),
      ...numbers(ending),
      ...revisions(own, ending),
      ...members(own, ending),
    ])
      faults.push(`${world}: ${fault}`)
  }
  return faults
}

function* creations(observed: readonly Observed[], { items }: Ending): Generator<string> {
  const ids = new Set(items.map(({ itemId }) => itemId))
  const written = new Set(observed.flatMap((one) => (one.kind === "create" ? [one.text] : [])))
  const done = observed.filter((one) => one.kind === "create" && one.outcome === "done")
  const unknown = observed.filter((one) => one.kind === "create" && one.outcome === "unknown")
  for (const one of done)
    if (one.kind === "create" && !ids.has(one.itemId ?? "")) yield `the item ${one.itemId} is lost`
  if (new Set(done.map((one) => (one.kind === "create" ? one.itemId : ""))).size !== done.length)
    yield "one item was answered to two creations"
  if (items.length < done.length || items.length > done.length + unknown.length)
    yield `${items.length} items of ${done.length} creations that were answered and ${unknown.length} that were not`
  for (const { itemId, rev, text } of items)
    if (rev === 1 && !written.has(text)) yield `the item ${itemId} has the text ${text}, which nobody gave it`
}

/** Checks that numbers are unique and without gaps. */
function* numbers({ items }: Ending): Generator<string> {
  const sorted = items.map(({ no }) => no).sort((left, right) => left - right)
  for (const [at, no] of sorted.entries()) if (no !== at + 1) return yield `the numbers are ${sorted.join(" ")}`
}

interface Revision {
  readonly rev: number
  readonly text: string
}

function* revisions(observed: readonly Observed[], { items }: Ending): Generator<string> {
  for (const item of items) {
    const updates = observed.flatMap((one) => (one.kind === "update" && one.itemId === item.itemId ? [one] : []))
    const done = updates.filter(({ outcome }) => outcome === "done")
    const unknown = updates.filter(({ outcome }) => outcome === "unknown")
    const texts = new Map<number, string>()
    for (const { rev = 0, base, text } of done) {
      if (rev !== base + 1) yield `an update of ${item.itemId} led from revision ${base} to ${rev}`
      if (texts.has(rev)) yield `two updates of ${item.itemId} were answered with revision ${rev}`
      texts.set(rev, text)
    }
    const effective = item.rev - 1
    if (effective < done.length || effective > done.length + unknown.length)
      yield `${item.itemId} has revision ${item.rev} after ${done.length} updates that were answered and ${unknown.length} that were not`
    for (const { outcome, base } of updates)
      if (outcome === "conflict" && item.rev <= base)
        yield `an update of ${item.itemId} lost against nobody at revision ${base}`
    const fits = ({ rev, text }: Revision) =>
      rev === 1 || texts.get(rev) === text || unknown.some((one) => one.base + 1 === rev && one.text === text)
    const reads = observed.flatMap((one) => (one.kind === "read" && one.itemId === item.itemId ? [one] : []))
    for (const seen of [...reads, item])
      if (!fits(seen)) yield `${item.itemId} shows ${seen.text} at revision ${seen.rev}, which was not written there`
    yield* goesBack(item.itemId, [
      ...done.map(({ began, ended, rev = 0 }) => ({ began, ended, rev })),
      ...reads.filter(({ isFenced }) => isFenced),
    ])
  }
}

/** Checks that a command sees every command that ended before it began. */
function* goesBack(
  itemId: string,
  seen: readonly { readonly began: number; readonly ended: number; readonly rev: number }[],
): Generator<string> {
  const byEnd = [...seen].sort((left, right) => left.ended - right.ended)
  const byBeginning = [...seen].sort((left, right) => left.began - right.began)
  let newest = 0
  let next = 0
  for (const { began, rev } of byBeginning) {
    for (let end = byEnd[next]; end !== undefined && end.ended < began; next += 1, end = byEnd[next])
      newest = Math.max(newest, end.rev)
    if (rev < newest) return yield `${itemId} was at revision ${newest}, and then at ${rev}`
  }
}

/** Checks memberships. One client adds and removes each user, one command after the other, so the last acknowledged command decides. */
function* members(observed: readonly Observed[], { members }: Ending): Generator<string> {
  const last = new Map<string, boolean | "either">()
  for (const one of observed) {
    if (one.kind !== "member" || one.outcome === "refused") continue
    last.set(one.user, one.outcome === "done" ? one.isIn : "either")
  }
  for (const [user, isIn] of last)
    if (isIn !== "either" && members.includes(user) !== isIn) yield `${user} should ${isIn ? "" : "not "}be a member`
}
