import { type Grant, keysAfterWrite, leavesNoKey } from "../../access/keys.ts"
import { drawNumber } from "../../auto-numbers/draw.ts"
import { fieldPlanOf, type PlannedField, publishedTo } from "../../fields/field-plan.ts"
import { ownFiles } from "../../files/own-files.ts"
import type { FId, FileId, IId, SId } from "../../model/ids.ts"
import { moveLookupLink } from "../../state/links.ts"
import type { Action, Datastore } from "../../records/datastore.ts"
import type { StoredValue } from "../../model/records/field.ts"
import type { Item } from "../../model/records/item.ts"
import { itemsTable } from "../../state/tables.ts"
import { keysKept, refuseValues } from "./findings.ts"
import type { ItemRequest, Written } from "./item-request.ts"
import { removeItem } from "./remove-item.ts"
import { sameValue } from "./same-value.ts"
import { attachNamed } from "../../fields/settle-files.ts"
import { settleValues } from "./settle-values.ts"

/** One run of an action, its values resolved, its permission settled. */
export interface Run {
  readonly datastore: Datastore
  readonly action: Action
  readonly given: ReadonlyMap<PlannedField, unknown>
  readonly grant: Grant
  readonly comment: string
  readonly isMain: boolean
}

/** Stands for the ID of an item that is not made yet. */
const UNBORN = "" as IId

const NOTHING: Pick<Item, "values" | "statusId"> = Object.freeze({ values: Object.freeze({}), statusId: null })

/**
 * Makes an item: checks everything first, then draws its numbers and writes it with its keys, history, links and files.
 * Refuses with one finding per failing field; nothing is written then.
 */
export function putNewItem(
  request: ItemRequest,
  run: Run,
  made: { iId?: IId | undefined; copyOf?: Item | undefined } = {},
): Written {
  const { tx, actor } = request
  const { datastore, action, given, grant } = run
  const before = made.copyOf === undefined ? NOTHING : copied(datastore, made.copyOf)
  const settled = settleValues(
    { view: tx, actor: request.judged, datastore, action, iId: made.iId ?? UNBORN, before, isNew: true },
    given,
  )
  if (settled.findings.length > 0) throw refuseValues(settled.findings)
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
      had: undefined,
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

/** Changes an item by an update or status action; refuses as `putNewItem` does. The caller has checked the revision. */
export function changeItem(request: ItemRequest, run: Run, before: Item): Written {
  const { tx, actor } = request
  const { datastore, action, given, grant } = run
  const settled = settleValues(
    { view: tx, actor: request.judged, datastore, action, iId: before.iId, before, isNew: false },
    given,
  )
  if (settled.findings.length > 0) throw refuseValues(settled.findings)
  const isSame = sameValues(before.values, settled.values)
  if (!isSame) keepOwnFiles(request, datastore, before.iId, settled.values)
  const values = isSame ? before.values : Object.freeze(settled.values)
  if (leavesNoKey(grant) && grant.warnings.length === 0 && grant.isInherited !== true) {
    request.findings.push(keysKept(before.iId))
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
      had: before.accessKeys,
      grant,
    }),
    updatedAt: tx.now,
    updatedBy: actor.uId,
  })
  return finish(request, run, before, item, !isSame || statusId !== before.statusId)
}

/** Deletes an item by a delete action. Its history goes with it, so what is answered is only a record of the run. */
export function deleteByAction(request: ItemRequest, run: Run, before: Item): Written {
  const { datastore, action, comment, isMain } = run
  const history = request.putHistory(before, action, comment, true)
  removeItem(request.tx, before, request.actor.uId)
  const written: Written = { datastore, action, before, after: null, history, isMain }
  request.written.push(written)
  return written
}

function finish(request: ItemRequest, run: Run, before: Item | null, after: Item, isChanged: boolean): Written {
  const { tx } = request
  const { datastore, action, comment, isMain } = run
  for (const { fId, lookup } of fieldPlanOf(datastore).lookups) {
    const old = before?.values[fId] as IId | undefined
    moveLookupLink(tx, after, fId, lookup, old, after.values[fId] as IId | undefined)
  }
  if (fieldPlanOf(datastore).files.length > 0) request.releasedFiles.push(...attachNamed(tx, before, after))
  const history = request.putHistory(after, action, comment, isChanged)
  const written: Written = { datastore, action, before, after, history, isMain }
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

/** What a copy takes over: everything but drawn numbers and values that may exist only once. */
function copied(datastore: Datastore, source: Item): Pick<Item, "values" | "statusId"> {
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
