import type { Actor } from "../../access/actor.ts"
import { seesItem } from "../../access/may.ts"
import type { Finding } from "../../model/error.ts"
import type { FileId, IId, Instant } from "../../model/ids.ts"
import type { Action, Datastore } from "../../records/datastore.ts"
import type { History } from "../../records/history.ts"
import type { Item } from "../../model/records/item.ts"
import { itemsTable } from "../../state/tables.ts"
import type { Tx } from "../../state/tx.ts"

/** One item that a request has written, by one action. */
export interface Written {
  readonly datastore: Datastore
  readonly action: Action
  /** Null for a new item. */
  readonly before: Item | null
  /** Null for a deleted one. */
  readonly after: Item | null
  readonly history: History
  readonly isMain: boolean
}

export interface RequestTerms {
  /** Runs regardless of roles and keys (auto actions). */
  readonly isTrusted?: boolean | undefined
  readonly isForceUpdate?: boolean | undefined
  /** Groups the histories; drawn when absent. */
  readonly transactionId?: string | undefined
}

type RunOfAction = NonNullable<History["action"]>

const runs = new WeakMap<Action, readonly [changed: RunOfAction, unchanged: RunOfAction]>()

/** What a history says about its action: two objects shared by all runs of that action. */
function runOf(action: Action, isChanged: boolean): RunOfAction {
  let both = runs.get(action)
  if (both === undefined) {
    const run = { aId: action.aId, operation: action.crudType, isStatusAction: action.statusId !== null }
    both = [Object.freeze({ ...run, isChanged: true }), Object.freeze({ ...run, isChanged: false })]
    runs.set(action, both)
  }
  return both[isChanged ? 0 : 1]
}

/** A request that writes items, while its transaction runs: what the main item and all entries share. */
export class ItemRequest {
  readonly tx: Tx
  readonly actor: Actor
  readonly isTrusted: boolean
  readonly isForceUpdate: boolean
  readonly transactionId: string
  /** Failed entries and refused keys, in the order they came up. */
  readonly findings: Finding[] = []
  /** In the order of writing. */
  readonly written: Written[] = []
  /** Files that an item named before it was written and names no longer; a later item of the request may. */
  readonly releasedFiles: FileId[] = []
  readonly #revisions = new Map<IId, number>()

  constructor(tx: Tx, actor: Actor, terms: RequestTerms) {
    this.tx = tx
    this.actor = actor
    this.isTrusted = terms.isTrusted === true
    this.isForceUpdate = terms.isForceUpdate === true
    this.transactionId = terms.transactionId ?? tx.newId()
  }

  /** Whose roles and keys count; null means that none are checked. */
  get judged(): Actor | null {
    return this.isTrusted ? null : this.actor
  }

  /** An item the actor may know of; undefined when it is missing, deleted or invisible. */
  findItem(datastore: Datastore, iId: string): Item | undefined {
    const item = this.tx.get(itemsTable(datastore.dId), iId)
    return item !== undefined && (this.isTrusted || seesItem(this.actor, item)) ? item : undefined
  }

  /** The revision an item had before this request touched it. */
  revisionBefore(item: Item): number {
    return this.#revisions.get(item.iId) ?? item.revNo
  }

  /** The revision of an item after a write: one more than before the request, however often it is written (model.md section 7). */
  nextRevision(item: Item): number {
    const before = this.revisionBefore(item)
    this.#revisions.set(item.iId, before)
    return before + 1
  }

  /** Marks an item as new in this request: it stays at revision 1. */
  startRevision(iId: IId): void {
    this.#revisions.set(iId, 0)
  }

  putHistory(of: Pick<Item, "iId" | "dId">, action: Action, comment: string, isChanged: boolean): History {
    const { tx } = this
    const now: Instant = tx.now
    return tx.put("histories", {
      historyId: tx.newId(),
      iId: of.iId,
      dId: of.dId,
      uId: this.actor.uId,
      comment,
      createdAt: now,
      updatedAt: now,
      updatedBy: null,
      isUpdated: false,
      action: runOf(action, isChanged),
      transactionId: this.transactionId,
      ordinal: tx.nextOrdinal(),
    })
  }
}
