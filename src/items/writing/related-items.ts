import {
  type AccessKeyUpdates,
  type Actor,
  causesOfItem,
  causesOfPlace,
  findDatastore,
  type Grant,
  NO_GRANT,
  resolveGrant,
} from "../../access/index.ts"
import type { EntryPath } from "../../engine/index.ts"
import { DomainError, type Finding } from "../../model/index.ts"
import type { Action, Application, CrudType, Datastore, Item } from "../../model/records/index.ts"
import { addLink, itemsTable, removeLink, type View } from "../../state/index.ts"
import { requireAction, requireMayRun, requireStatus } from "./actions.ts"
import {
  asFindings,
  causeOfConflict,
  causesOfFaults,
  faultyEntry,
  notLinked,
  refuseValues,
  relatedItemMissing,
  revConflict,
} from "./findings.ts"
import { changeItem, deleteByAction, type ItemRequest, putNewItem, type Run } from "./put-item.ts"
import { suggestFields } from "./suggest-fields.ts"
import { type KeyKind, reportSystem, resolveValues } from "./values.ts"
import { isRelatedOperation, type RelatedDsItems, type RelatedEntry, type RelatedOperation } from "./write-input.ts"

export function* keyUpdatesOf(related: RelatedDsItems | undefined): Generator<AccessKeyUpdates> {
  for (const entries of Object.values(related ?? {})) {
    for (const { accessKeyUpdates, relatedDsItems } of entries) {
      if (accessKeyUpdates !== undefined) yield accessKeyUpdates
      if (relatedDsItems !== undefined) yield* keyUpdatesOf(relatedDsItems)
    }
  }
}

/** Throws if an entry is nested inside an entry of the same datastore (api.md section 6.4). The main item does not count. */
export function checkNesting(view: View, actor: Actor, main: Datastore, related: RelatedDsItems | undefined): void {
  if (related === undefined) return
  const application = view.expect("applications", main.pId)
  const idOf = (key: string): string => findDatastore(view, actor, key, { preferred: application })?.dId ?? key
  const findings: Finding[] = []
  const check = (entries: RelatedDsItems, path: readonly string[]): void => {
    for (const [key, ofDatastore] of Object.entries(entries)) {
      const id = idOf(key)
      if (path.includes(id)) {
        findings.push(faultyEntry(`the datastore ${key} is nested more than once`, `d_id:${id}`))
        continue
      }
      for (const entry of ofDatastore) {
        if (entry.relatedDsItems !== undefined)
          check(entry.relatedDsItems, path.length === 0 ? [main.dId, id] : [...path, id])
      }
    }
  }
  check(related, [])
  if (findings.length > 0) throw refuseValues(findings)
}

/** Access keys that a request asks for, and those that it got for the item above. */
interface Inherited {
  readonly updates: AccessKeyUpdates
  readonly grant: Grant
}

interface Surroundings {
  readonly application: Application
  /** Access keys that the main item or the nearest outer entry passes on to related items. */
  readonly inherited: Inherited | undefined
  /** Place of the entry that runs. Undefined for the main item, or if the request ignores no keys. */
  readonly entry?: EntryPath | undefined
}

/**
 * Runs entries of `related_ds_items` in the order of the request, each followed by its nested entries (model.md section 8.2). A failed
 * entry writes nothing, adds its errors to the request and skips its nested entries.
 */
export function runRelatedItems(
  request: ItemRequest,
  parent: Item,
  related: RelatedDsItems | undefined,
  surroundings: Surroundings,
): void {
  for (const [key, entries] of Object.entries(related ?? {})) {
    const datastore = findDatastore(request.tx, request.actor, key, { preferred: surroundings.application })
    for (const [at, entry] of entries.entries()) {
      if (datastore === undefined) {
        request.findings.push(unknownDatastore(key))
        request.causes.push(...causesOfPlace(request.tx, request.actor, { datastore: key }))
        continue
      }
      try {
        runEntry(request, parent, datastore, entry, insideOf(request, surroundings, key, at))
      } catch (error) {
        if (!(error instanceof DomainError) || error.reason === "store") throw error
        request.findings.push(...asFindings(error, `d_id:${datastore?.dId ?? key}`))
        request.causes.push(...(error.refusal.causes ?? []))
      }
    }
  }
}

/** Adds an entry's place to the surroundings, but only if the request reports keys with their places. */
const insideOf = (request: ItemRequest, outer: Surroundings, datastore: string, at: number): Surroundings =>
  request.ignoredKeys === undefined ? outer : { ...outer, entry: { outer: outer.entry, datastore, at } }

type Operation = (
  request: ItemRequest,
  parent: Item,
  datastore: Datastore,
  entry: RelatedEntry,
  surroundings: Surroundings,
) => void

/** Functions by the number in an entry's `operation` (api.md section 6.4). */
const OPERATIONS: Readonly<Record<RelatedOperation, Operation>> = {
  1: writeEntry,
  2: writeEntry,
  3: deleteEntry,
  11(request, parent, datastore, entry, surroundings) {
    const item = entryItem(request, datastore, entry)
    link(request, parent, item, entry)
    runRelatedItems(request, item, entry.relatedDsItems, surroundings)
  },
  12(request, parent, datastore, entry) {
    const item = entryItem(request, datastore, entry)
    const isLinked = removeLink(request.tx, parent.iId, item.iId)
    const isLinkedBack = removeLink(request.tx, item.iId, parent.iId)
    if (!isLinked && !isLinkedBack) throw refuseValues([notLinked(item)])
  },
}

const unknownDatastore = (key: string): Finding => ({
  description: `datastore not found: ${key}`,
  error: "datastore not found",
  errorCode: "NOT_FOUND",
  errorLevel: "ERROR",
  referenceId: `d_id:${key}`,
})

function runEntry(
  request: ItemRequest,
  parent: Item,
  datastore: Datastore,
  entry: RelatedEntry,
  surroundings: Surroundings,
): void {
  // Checks the parent in the table, because an earlier entry may have deleted it. The actor need not see the parent.
  if (request.tx.get(itemsTable(parent.dId), parent.iId) === undefined) {
    throw refuseValues([relatedItemMissing(datastore, parent.iId)])
  }
  const { operation } = entry
  if (!isRelatedOperation(operation)) {
    throw refuseValues([faultyEntry(`unknown operation: ${operation ?? "none"}`, `d_id:${datastore.dId}`)])
  }
  if (WITHOUT_CHILDREN.includes(operation) && hasEntries(entry.relatedDsItems)) {
    throw refuseValues([impossibleNesting(datastore.dId, operation)])
  }
  OPERATIONS[operation](request, parent, datastore, entry, surroundings)
}

/** Operations that allow no nested entries, because they delete or unlink the item. */
const WITHOUT_CHILDREN: readonly RelatedOperation[] = [3, 12]

const hasEntries = (related: RelatedDsItems | undefined): boolean =>
  related !== undefined && Object.values(related).some((entries) => entries.length > 0)

const impossibleNesting = (reference: string, operation: RelatedOperation): Finding =>
  faultyEntry(`related_ds_items is not possible with operation ${operation}`, `d_id:${reference}`)

/** Adds an error for each entry of `related_ds_items`, which delete actions do not allow (api.md section 6.4). */
export function failRelatedItems(request: ItemRequest, main: Datastore, related: RelatedDsItems | undefined): void {
  const application = request.tx.expect("applications", main.pId)
  for (const [key, entries] of Object.entries(related ?? {})) {
    const dId = findDatastore(request.tx, request.actor, key, { preferred: application })?.dId ?? key
    for (const _ of entries) request.findings.push(impossibleNesting(dId, 3))
  }
}

const plainRun = (datastore: Datastore, action: Action, given: Run["given"], grant: Grant): Run => ({
  datastore,
  action,
  given,
  grant,
  comment: "",
  isMain: false,
})

function deleteEntry(request: ItemRequest, _parent: Item, datastore: Datastore, entry: RelatedEntry): void {
  const action = entryAction(request, datastore, entry, "3")
  const item = entryItem(request, datastore, entry)
  requireStatus(datastore, action, item)
  if (entry.revNo !== undefined) requireRevision(request, item, entry.revNo)
  deleteByAction(request, plainRun(datastore, action, new Map(), NO_GRANT), item)
}

function writeEntry(
  request: ItemRequest,
  parent: Item,
  datastore: Datastore,
  entry: RelatedEntry,
  surroundings: Surroundings,
): void {
  const isNew = entry.operation === 1
  if (entry.item === undefined && entry.changes === undefined) {
    throw refuseValues([faultyEntry("item is missing", `d_id:${datastore.dId}`)])
  }
  const action = entryAction(request, datastore, entry, isNew ? "1" : "2")
  const { ignoredKeys } = request
  const keys: KeyKind = { kind: "internal", ignored: ignoredKeys }
  const resolved = resolveValues(datastore, entry, keys)
  const { given } = resolved
  const faults = resolved.faults.slice(0, 1)
  if (faults.length > 0) {
    const findings = suggestFields(faults, { view: request.tx, actor: request.actor, datastore, action, keys })
    throw refuseValues(findings, causesOfFaults(datastore, faults))
  }
  const own = entry.accessKeyUpdates
  const grant =
    own === undefined
      ? inheritedGrant(request, datastore, surroundings.inherited)
      : resolveGrant(request.tx, request.actor, datastore, own)
  const run = plainRun(datastore, action, given, grant)
  const target = isNew ? null : entryTarget(request, datastore, action, entry)
  const written = target === null ? putNewItem(request, run) : changeItem(request, run, target)
  const item = written.after
  if (item === null) return
  reportSystem(
    ignoredKeys,
    resolved,
    { view: request.tx, actor: request.actor, item: target ?? item },
    surroundings.entry,
  )
  link(request, parent, item, entry)
  runRelatedItems(
    request,
    item,
    entry.relatedDsItems,
    own !== undefined && grant.applyRelatedDs ? { ...surroundings, inherited: { updates: own, grant } } : surroundings,
  )
}

/**
 * Returns the access keys that an entry gets from the item above it. Roles are looked up in the application of the entry's datastore.
 * Leaves out warnings that were already reported for the item above.
 */
function inheritedGrant({ tx, actor }: ItemRequest, datastore: Datastore, inherited: Inherited | undefined): Grant {
  if (inherited === undefined) return NO_GRANT
  const grant = resolveGrant(tx, actor, datastore, inherited.updates)
  const known = new Set(inherited.grant.warnings.map(({ description }) => description))
  return {
    ...grant,
    warnings: grant.warnings.filter(({ description }) => !known.has(description)),
    isInherited: true,
  }
}

function link(request: ItemRequest, parent: Item, item: Item, { linkToParent }: RelatedEntry): void {
  addLink(request.tx, parent, item)
  if (linkToParent === true) addLink(request.tx, item, parent)
}

function entryAction(request: ItemRequest, datastore: Datastore, entry: RelatedEntry, crudType: CrudType): Action {
  const action = requireAction(request.actor, datastore, { reference: entry.actionId, crudType })
  requireMayRun(request.tx, request.actor, datastore, action)
  return action
}

function entryItem(request: ItemRequest, datastore: Datastore, { itemId }: RelatedEntry): Item {
  if (itemId === undefined) throw refuseValues([faultyEntry("i_id is missing", `d_id:${datastore.dId}`)])
  const item = request.findItem(datastore, itemId)
  if (item === undefined) {
    const causes = causesOfItem(request.tx, request.enforcedActor, datastore, itemId)
    throw refuseValues([relatedItemMissing(datastore, itemId)], causes)
  }
  return item
}

function entryTarget(request: ItemRequest, datastore: Datastore, action: Action, entry: RelatedEntry): Item {
  const item = entryItem(request, datastore, entry)
  requireStatus(datastore, action, item)
  requireRevision(request, item, entry.revNo ?? 0)
  return item
}

function requireRevision(request: ItemRequest, item: Item, specified: number): void {
  const before = request.revisionBefore(item)
  if (request.isForceUpdate || specified === before) return
  throw refuseValues([revConflict(item, before, specified)], [causeOfConflict(item, before, specified)])
}
