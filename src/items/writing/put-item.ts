import { type Actor, type Grant, keysAfterWrite, leavesNoKey, seesItem } from "../../access/index.ts"
import type { IgnoredKeys } from "../../engine/index.ts"
import { attachNamed, drawNumber, fieldPlanOf, type PlannedField, publishedTo } from "../../fields/index.ts"
import {
  type FId,
  type FileId,
  type Finding,
  type IId,
  type Instant,
  oncePer,
  type RefusalCause,
  type SId,
} from "../../model/index.ts"
import type { Action, Datastore, History, Item, StoredValue } from "../../model/records/index.ts"
import { itemsTable, moveLookupLink, type Tx } from "../../state/index.ts"
import { ownFiles } from "../files.ts"
import { noKeyLeft, refuseValues } from "./findings.ts"
import { removeItem } from "./remove-item.ts"
import { type SentValue, sameValue, settleValues } from "./values.ts"

export interface WrittenItem {
  readonly datastore: Datastore
  readonly action: Action
  /** Item before the write. Null if the item is new. */
  readonly before: Item | null
  /** Item after the write. Null if the item was deleted. */
  readonly after: Item | null
  readonly history: History
  readonly isMain: boolean
}

export interface RequestTerms {
  /** If true, roles and access keys are not checked. Set for auto actions. */
  readonly isTrusted?: boolean | undefined
  readonly isForceUpdate?: boolean | undefined
  /** ID that all history entries of this request share. A new ID by default. */
  readonly transactionId?: string | undefined
  /** Collects the keys that the request ignores. If undefined, keys of unknown fields are errors. */
  readonly ignoredKeys?: IgnoredKeys | undefined
}

type RunOfAction = NonNullable<History["action"]>

/** Returns the property `action` of history entries. All entries of an action share two objects. */
const runsOf = oncePer(({ aId, crudType, statusId }: Action) => {
  const run = { aId, operation: crudType, isStatusAction: statusId !== null }
  return { changed: Object.freeze({ ...run, isChanged: true }), unchanged: Object.freeze({ ...run, isChanged: false }) }
})

const runOf = (action: Action, isChanged: boolean): RunOfAction => runsOf(action)[isChanged ? "changed" : "unchanged"]

/** State of one write request within its transaction. The main item and all related items share it. */
export class ItemRequest {
  readonly tx: Tx
  readonly actor: Actor
  readonly isTrusted: boolean
  readonly isForceUpdate: boolean
  readonly transactionId: string
  readonly ignoredKeys: IgnoredKeys | undefined
  /** Errors of failed writes to related items and of refused access keys, in order of occurrence. */
  readonly findings: Finding[] = []
  /** Causes of these errors. */
  readonly causes: RefusalCause[] = []
  /** Written items, in write order. */
  readonly written: WrittenItem[] = []
  /** Files that a written item no longer contains. A later item of the same request may still use them. */
  readonly releasedFiles: FileId[] = []
  readonly #revisions = new Map<IId, number>()

  constructor(tx: Tx, actor: Actor, terms: RequestTerms) {
    this.tx = tx
    this.actor = actor
    this.isTrusted = terms.isTrusted === true
    this.isForceUpdate = terms.isForceUpdate === true
    this.transactionId = terms.transactionId ?? tx.newId()
    this.ignoredKeys = terms.ignoredKeys
  }

  /** Actor whose roles and access keys are checked, or null if nothing is checked. */
  get enforcedActor(): Actor | null {
    return this.isTrusted ? null : this.actor
  }

  /** Returns an item, or undefined if the item is missing, deleted or invisible to the actor. */
  findItem(datastore: Datastore, iId: string): Item | undefined {
    const item = this.tx.get(itemsTable(datastore.dId), iId)
    return item !== undefined && (this.isTrusted || seesItem(this.actor, item)) ? item : undefined
  }

  revisionBefore(item: Item): number {
    return this.#revisions.get(item.iId) ?? item.revNo
  }

  /** Returns the item's revision before the request plus one, however often the request writes the item (model.md section 7). */
  nextRevision(item: Item): number {
    const before = this.revisionBefore(item)
    this.#revisions.set(item.iId, before)
    return before + 1
  }

  /** Records a new item's revision as 0, so that later writes in the same request leave the item at revision 1. */
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

export interface Run {
  readonly datastore: Datastore
  readonly action: Action
  readonly given: ReadonlyMap<PlannedField, SentValue>
  readonly grant: Grant
  readonly comment: string
  readonly isMain: boolean
}

const NEW_ITEM_ID = "" as IId

const NO_VALUES: Pick<Item, "values" | "statusId"> = Object.freeze({ values: Object.freeze({}), statusId: null })

/** Creates an item. If values are invalid, throws an error that lists the invalid fields, and stores nothing. */
export function putNewItem(
  request: ItemRequest,
  run: Run,
  made: { iId?: IId | undefined; copyOf?: Item | undefined } = {},
): WrittenItem {
  const { tx, actor } = request
  const { datastore, action, given, grant } = run
  const before = made.copyOf === undefined ? NO_VALUES : copyValues(datastore, made.copyOf)
  const settled = settleValues(
    {
      view: tx,
      actor: request.enforcedActor,
      datastore,
      action,
      iId: made.iId ?? NEW_ITEM_ID,
      before,
      isNew: true,
      takesDefaults: made.copyOf === undefined,
    },
    given,
  )
  if (settled.findings.length > 0) throw refuseValues(settled.findings, settled.causes)
  const iId = made.iId ?? tx.newId<"i_id">()
  const { values } = settled
  for (const { fId, write } of fieldPlanOf(datastore).drawn) values[fId] = write(drawNumber(tx, fId, null))
  keepOwnFiles(request, datastore, iId, values)
  Object.freeze(values)
  const item = tx.put(itemsTable(datastore.dId), {
    iId,
    dId: datastore.dId,
    values,
    statusId: action.setStatus ?? settled.givenStatus ?? before.statusId ?? initialStatus(datastore),
    revNo: 1,
    accessKeys: keysAfterWrite(tx, {
      actor,
      action,
      publishedTo: publishedTo(datastore, values),
      presentKeys: undefined,
      grant,
    }),
    createdAt: tx.now,
    createdBy: actor.uId,
    updatedAt: tx.now,
    updatedBy: actor.uId,
  })
  request.startRevision(iId)
  return finish(request, run, null, item, true)
}

/** Changes an item by an update or status action. Throws like `putNewItem`. The caller must check the revision first. */
export function changeItem(request: ItemRequest, run: Run, before: Item): WrittenItem {
  const { tx, actor } = request
  const { datastore, action, given, grant } = run
  const settled = settleValues(
    { view: tx, actor: request.enforcedActor, datastore, action, iId: before.iId, before, isNew: false },
    given,
  )
  if (settled.findings.length > 0) throw refuseValues(settled.findings, settled.causes)
  const isSame = sameValues(before.values, settled.values)
  if (!isSame) keepOwnFiles(request, datastore, before.iId, settled.values)
  const values = isSame ? before.values : Object.freeze(settled.values)
  if (leavesNoKey(grant) && grant.warnings.length === 0 && grant.isInherited !== true) {
    request.findings.push(noKeyLeft(before.iId))
  }
  const statusId = action.setStatus ?? settled.givenStatus ?? before.statusId
  const item = tx.patch(itemsTable(datastore.dId), before.iId, {
    values,
    statusId,
    revNo: request.nextRevision(before),
    accessKeys: keysAfterWrite(tx, {
      actor,
      action,
      publishedTo: publishedTo(datastore, values),
      presentKeys: before.accessKeys,
      grant,
    }),
    updatedAt: tx.now,
    updatedBy: actor.uId,
  })
  return finish(request, run, before, item, !isSame || statusId !== before.statusId)
}

/** Deletes an item and its history by a delete action. The returned history entry is not stored. */
export function deleteByAction(request: ItemRequest, run: Run, before: Item): WrittenItem {
  const { datastore, action, comment, isMain } = run
  const history = request.putHistory(before, action, comment, true)
  removeItem(request.tx, before, request.actor.uId)
  const written: WrittenItem = { datastore, action, before, after: null, history, isMain }
  request.written.push(written)
  return written
}

function finish(request: ItemRequest, run: Run, before: Item | null, after: Item, isChanged: boolean): WrittenItem {
  const { tx } = request
  const { datastore, action, comment, isMain } = run
  for (const { fId, lookup } of fieldPlanOf(datastore).lookups) {
    const old = before?.values[fId] as IId | undefined
    moveLookupLink(tx, after, fId, lookup, old, after.values[fId] as IId | undefined)
  }
  if (fieldPlanOf(datastore).files.length > 0) request.releasedFiles.push(...attachNamed(tx, before, after))
  const history = request.putHistory(after, action, comment, isChanged)
  const written: WrittenItem = { datastore, action, before, after, history, isMain }
  request.written.push(written)
  request.findings.push(...run.grant.warnings)
  return written
}

function keepOwnFiles({ tx }: ItemRequest, datastore: Datastore, iId: IId, values: Record<FId, StoredValue>): void {
  const named = new Map<FId, readonly FileId[]>()
  for (const fId of fieldPlanOf(datastore).files) {
    const fileIds = values[fId] as readonly FileId[] | undefined
    if (fileIds !== undefined) named.set(fId, fileIds)
  }
  if (named.size === 0) return
  for (const [fId, fileIds] of ownFiles(tx, iId, named)) values[fId] = fileIds
}

const initialStatus = (datastore: Datastore): SId | null => datastore.statuses[0]?.sId ?? null

/** Returns the values and status that a copy of the item starts with. Values of autonum and unique fields are left out. */
function copyValues(datastore: Datastore, source: Item): Pick<Item, "values" | "statusId"> {
  const own = new Set<string>()
  for (const { field, from } of fieldPlanOf(datastore).fields)
    if (field.unique || from === "counter") own.add(field.fId)
  const values = Object.fromEntries(Object.entries(source.values).filter(([fId]) => !own.has(fId)))
  return { values, statusId: source.statusId }
}

function sameValues(left: Item["values"], right: Item["values"]): boolean {
  const keys = Object.keys(left) as FId[]
  if (keys.length !== Object.keys(right).length) return false
  return keys.every((key) => sameValue(left[key], right[key]))
}
