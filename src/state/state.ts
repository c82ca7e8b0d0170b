import { canonicalJson } from "../store/canonical.ts"
import { digestHex, textDigest } from "./store/digest.ts"
import { type Indexes, NO_INDEXES } from "./indexes.ts"
import type { Scalars, Settings } from "./scalars.ts"
import { TableSet } from "./table-set.ts"

/**
 * Everything a world holds, as one immutable value (architecture.md, "State"). Forking, snapshotting and restoring are keeping or
 * putting back a reference to it.
 */
export interface State {
  /** Records by table. */
  readonly tables: TableSet
  /** Where records are found by what they hold. */
  readonly indexes: Indexes
  /** What there is once in a world: its clock, counters and chance. */
  readonly scalars: Scalars
}

export const makeState = (scalars: Scalars): State => ({ tables: TableSet.empty(), indexes: NO_INDEXES, scalars })

const digests = new WeakMap<State, string>()

/** Where a ticking clock stands against the machine's says nothing about the state: it differs with every start. */
const comparable = (scalars: Scalars): object =>
  scalars.clock.mode === "ticking" ? { ...scalars, clock: { mode: "ticking" } } : scalars

/** Equal states have equal digests, on every machine; indexes are derived and don't count. */
export function stateDigest(state: State): string {
  let digest = digests.get(state)
  if (digest === undefined) {
    const parts = [...state.tables]
      .filter(([, table]) => table.size > 0)
      .map(([name, table]) => `${name} ${table.size} ${digestHex(table.digest())}`)
      .sort()
    digest = textDigest([...parts, canonicalJson(comparable(state.scalars))].join("\n"))
    digests.set(state, digest)
  }
  return digest
}

/** What fixtures can't express: it is said of a world when it is made, and stays when everything else is replaced. */
export type Wishes = Partial<Pick<Settings, "mailboxSize" | "slowTasks">>

/** The same state with other settings. */
export function withWishes(state: State, wishes: Wishes): State {
  const { settings } = state.scalars
  const { mailboxSize = settings.mailboxSize, slowTasks = settings.slowTasks } = wishes
  if (settings.mailboxSize === mailboxSize && settings.slowTasks === slowTasks) return state
  const scalars = Object.freeze({ ...state.scalars, settings: Object.freeze({ ...settings, mailboxSize, slowTasks }) })
  return { ...state, scalars }
}
