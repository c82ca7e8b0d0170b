import { type Instant, type Lang, oncePer, type UId } from "../model/index.ts"
import { type Indexes, NO_INDEXES } from "./indexes.ts"
import type { Scalars, Settings } from "./scalars.ts"
import { canonicalJson, digestHex, textDigest } from "./store/digest.ts"
import { type TableName, TableSet } from "./tables.ts"

/** The whole content of a world as an immutable value (architecture.md, "State"). Forks and snapshots share states. */
export interface State {
  /** Records by table. */
  readonly tables: TableSet
  /** Indexes of the tables. */
  readonly indexes: Indexes
  /** The world's clock, counters, random stream and settings. */
  readonly scalars: Scalars
}

export const makeState = (scalars: Scalars): State => ({ tables: TableSet.empty(), indexes: NO_INDEXES, scalars })

/** Removes the offset of a ticking clock, because it differs with every start and would change the digest. */
const comparable = (scalars: Scalars): object =>
  scalars.clock.mode === "ticking" ? { ...scalars, clock: { mode: "ticking" } } : scalars

/** Returns a digest that is equal for equal states on every machine. Ignores indexes, because they are derived from the tables. */
export const stateDigest = oncePer((state: State): string => {
  const parts = [...state.tables]
    .filter(([, table]) => table.size > 0)
    .map(([name, table]) => `${name} ${table.size} ${digestHex(table.digest())}`)
    .sort()
  return textDigest([...parts, canonicalJson(comparable(state.scalars))].join("\n"))
})

/** Settings that fixtures can't contain. They are set when a world is created, and remain when the rest of the state is replaced. */
export type WorldSettings = Partial<Pick<Settings, "mailboxSize" | "slowTasks">>

export function withSettings(state: State, wanted: WorldSettings): State {
  const { settings } = state.scalars
  const { mailboxSize = settings.mailboxSize, slowTasks = settings.slowTasks } = wanted
  if (settings.mailboxSize === mailboxSize && settings.slowTasks === slowTasks) return state
  return changeSettings(state, { mailboxSize, slowTasks })
}

/** Returns the state with `lang` as the language of names in responses. */
export const inLanguage = (state: State, lang: Lang): State =>
  state.scalars.settings.lang === lang ? state : changeSettings(state, { lang })

const changeSettings = (state: State, changed: Partial<Settings>): State => ({
  ...state,
  scalars: Object.freeze({ ...state.scalars, settings: Object.freeze({ ...state.scalars.settings, ...changed }) }),
})

/** One record before and after a write, as part of a change. */
export interface Patch {
  /** The record's table. */
  readonly table: TableName
  /** The record's ID. */
  readonly id: string
  /** The record before the write; undefined if the write created the record. */
  readonly before: object | undefined
  /** The record after the write; undefined if the write removed the record. */
  readonly after: object | undefined
}

/** The changes of one commit. They suffice to repeat the commit on the previous state (architecture.md, "State"). */
export interface Change {
  /** Number of the commit in its world, from 1. */
  readonly sequence: number
  /** Time of the commit by the world's clock. */
  readonly at: Instant
  /** ID of the user who caused the commit; null if no user did. */
  readonly actor: UId | null
  /** Name of the operation in the API's spelling. */
  readonly operation: string
  /** Whether the writer asked to be notified of the change, too (`is_notify_to_sender`, api.md section 6.1). */
  readonly notifiesSender: boolean
  /** The written records, in write order. */
  readonly patches: readonly Patch[]
  /** The clock, random stream, counters and settings after the commit. */
  readonly scalars: Scalars
}
