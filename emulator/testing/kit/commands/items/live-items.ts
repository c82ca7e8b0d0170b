import type { Model } from "../../model/model.ts"
import type { KitAction, KitDatastore, KitSchema } from "../../schema.ts"
import type { Session } from "../../session.ts"

/** Items that exist when a command runs. The model does not know the items that scripts created, so the target lists them. */
export class LiveItems {
  readonly #session: Session
  readonly #ids: ReadonlyMap<string, readonly string[]>
  readonly #initial: ReadonlyMap<string, string | null>

  private constructor(session: Session, schema: KitSchema, ids: Readonly<Record<string, readonly string[]>>) {
    this.#session = session
    this.#ids = new Map(schema.datastores.map(({ path, dId }) => [path, ids[dId] ?? []]))
    this.#initial = new Map(schema.datastores.flatMap(({ items }) => items.map(({ iId, status }) => [iId, status])))
  }

  static async of(session: Session, { schema }: Model): Promise<LiveItems> {
    const ids = await session.target.listItems(schema.datastores.map(({ dId }) => dId))
    return new LiveItems(session, schema, ids)
  }

  /** The status after the sequence's own actions. A script may have set another one. */
  #statusOf({ statuses }: KitDatastore, iId: string): string | null {
    return this.#session.written.get(iId) ?? this.#initial.get(iId) ?? statuses[0] ?? null
  }

  /** IDs to refer to. Every second one is of an item that the sequence has written, if there is one. */
  references(datastore: KitDatastore): readonly string[] {
    const ids = this.#ids.get(datastore.path) ?? []
    const own = ids.filter((iId) => this.#session.written.has(iId))
    if (own.length === 0 || own.length === ids.length) return ids
    const others = ids.filter((iId) => !own.includes(iId))
    return others.flatMap((iId, at) => [own[at % own.length] as string, iId])
  }

  /** Returns the actions that the item's status offers, or all actions if it offers none. */
  offered(datastore: KitDatastore, actions: readonly KitAction[], iId: string): readonly KitAction[] {
    const status = this.#statusOf(datastore, iId)
    return preferFit(actions, (action) => [null, status].includes(action.status))
  }

  /** Picks an item. Prefers items whose status offers an action, then items that left their first status, then written items. */
  pick(datastore: KitDatastore, actions: readonly KitAction[] | null, nth: number): string | undefined {
    const ids = this.#ids.get(datastore.path) ?? []
    const offers = (iId: string) =>
      actions === null || actions.some(({ status }) => [null, this.#statusOf(datastore, iId)].includes(status))
    const hasMoved = (iId: string) => this.#statusOf(datastore, iId) !== (datastore.statuses[0] ?? null)
    const isWritten = (iId: string) => this.#session.written.has(iId)
    const offering = nth % 4 === 3 ? ids : preferFit(ids, offers)
    const moved = (nth >> 2) % 2 === 0 ? preferFit(offering, hasMoved) : offering
    const pool = (nth >> 3) % 4 === 3 ? moved : preferFit(moved, isWritten)
    return pool[(nth >> 5) % pool.length]
  }
}

/** One past the largest number that `LiveItems.pick` distinguishes for up to eight items. */
export const PICKS = 256

function preferFit<T>(all: readonly T[], isFit: (one: T) => boolean): readonly T[] {
  const fitting = all.filter(isFit)
  return fitting.length > 0 ? fitting : all
}
