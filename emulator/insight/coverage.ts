import type { Confirmation, History, Item } from "../../src/model/records/index.ts"
import { type Change, isItemsTable, type Patch } from "../../src/state/index.ts"
import type { EngineWorld } from "../../src/world/index.ts"
import { type NamedWorld, RequestEntry, type Worlds } from "../worlds/index.ts"
import { outcomeOf, refusedOutcome } from "./outcomes.ts"

/** Counts by name. */
export type Counts = Map<string, number>

/** Maximum number of different names in a list of counts. The names are those of the contract and of the worlds' settings. */
const MAX_NAMES = 20_000

export function count(counts: Counts, name: string, by = 1): void {
  const before = counts.get(name)
  if (before !== undefined || counts.size < MAX_NAMES) counts.set(name, (before ?? 0) + by)
}

/** What the requests to one world, or to all worlds of a server, have used (insight.md section 5). */
export class Coverage {
  /** Outcomes by operation. */
  readonly operations = new Map<string, Counts>()
  /** Outcomes by GraphQL root. */
  readonly roots = new Map<string, Counts>()
  /** Written fields by data type. */
  readonly dataTypes: Counts = new Map()
  /** Runs by a_id. */
  readonly actions: Counts = new Map()
  /** Items that entered a status, by s_id. */
  readonly statuses: Counts = new Map()
  /** Runs of scheduled events by their ID. */
  readonly schedules: Counts = new Map()
  /** Followed confirmation links by their kind. */
  readonly mails: Counts = new Map()

  /** Counts a completed request, or an API call of a script. Dry runs and requests to unknown paths do not count. */
  add(world: EngineWorld, entry: RequestEntry): void {
    if (entry.isDryRun) return
    this.addOutcome(entry)
    // The changes of a script's call are also those of the request that ran the script, so they count once.
    if (entry.cause instanceof RequestEntry) return
    for (const change of entry.changes) this.addChange(world, change)
  }

  /** Counts the outcome of a request, without the changes that it caused. */
  addOutcome(entry: RequestEntry): void {
    if (entry.isDryRun) return
    const { operation, path } = entry.input
    if (path.startsWith("/graphql")) this.#addRoots(entry)
    else if (operation !== null) this.addCall(operation, outcomeOf(entry))
  }

  /** Counts a call of an operation. */
  addCall(operation: string, outcome: string): void {
    count(countsIn(this.operations, operation), outcome)
  }

  /** Counts a run of a scheduled event. */
  addFired(id: string): void {
    count(this.schedules, id)
  }

  /** Counts what a change of a world wrote. */
  addChange(world: EngineWorld, { patches }: Pick<Change, "patches">): void {
    for (const patch of patches) this.#addPatch(world, patch)
  }

  #addRoots(entry: RequestEntry): void {
    const { roots, input } = entry
    for (const { root, refused } of roots)
      count(countsIn(this.roots, root), refused === null ? "ok" : refusedOutcome(refused))
    if (roots.length === 0 && input.operation !== null) count(countsIn(this.roots, input.operation), outcomeOf(entry))
  }

  #addPatch(world: EngineWorld, { table, before, after }: Patch): void {
    if (table === "histories") {
      const { action } = (after ?? {}) as Partial<History>
      if (before === undefined && action) count(this.actions, action.aId)
    } else if (table === "confirmations") {
      const [was, is] = [before, after] as [Confirmation | undefined, Confirmation | undefined]
      if (is !== undefined && isFollowed(is) && !(was !== undefined && isFollowed(was))) count(this.mails, is.kind)
    } else if (isItemsTable(table) && after !== undefined) {
      this.#addItem(world, before as Item | undefined, after as Item)
    }
  }

  #addItem(world: EngineWorld, before: Item | undefined, after: Item): void {
    if (after.statusId !== null && after.statusId !== before?.statusId) count(this.statuses, after.statusId)
    if (after.values === before?.values) return
    const fields = world.state.tables.get("datastores").get(after.dId)?.fields ?? []
    for (const { fId, dataType } of fields)
      if (after.values[fId] !== undefined && after.values[fId] !== before?.values[fId]) count(this.dataTypes, dataType)
  }
}

const isFollowed = ({ accessed, emailConfirmed }: Confirmation): boolean => accessed || emailConfirmed

function countsIn(all: Map<string, Counts>, name: string): Counts {
  const known = all.get(name) ?? new Map()
  if (all.size < MAX_NAMES) all.set(name, known)
  return known
}

/** The coverage of a server: of all worlds together, and of each world that exists. */
export class ServerCoverage {
  readonly total = new Coverage()
  readonly worlds: Worlds
  readonly #ofWorlds = new WeakMap<NamedWorld, Coverage>()

  constructor(worlds: Worlds) {
    this.worlds = worlds
    worlds.onWorld((named) => this.#follow(named))
  }

  of(named: NamedWorld): Coverage {
    return this.#ofWorlds.get(named) ?? new Coverage()
  }

  #follow(named: NamedWorld): void {
    const own = new Coverage()
    this.#ofWorlds.set(named, own)
    const { world, log } = named
    log.follow((entry) => {
      for (const coverage of [own, this.total]) coverage.add(world, entry)
    })
    world.clock.onFired(({ id }) => {
      for (const coverage of [own, this.total]) coverage.addFired(id)
    })
  }
}
