import type { KitDatastore } from "../schema.ts"
import { type KeyUpdates, publish } from "./keys.ts"
import { removeItem } from "./links.ts"
import { defaultAction, fieldOf, type Model, type ModelItem } from "./model.ts"
import { mayRun, seesDatastore, seesItem } from "./people.ts"
import { addItem, changeItem, checkValues, defaultsOf } from "./put-items.ts"
import { actionOf, byDId, type Related, type RelatedBody, type Running } from "./write-body.ts"

export interface Relating {
  readonly codes: string[]
  readonly warnings: string[]
  readonly created: ModelItem[]
}

export function relate(
  model: Model,
  uId: string,
  parent: ModelItem,
  body: Running,
  related: Related | undefined,
  before: readonly string[] = [],
): Relating {
  const done: Relating = { codes: [], warnings: [...before], created: [] }
  for (const [reference, entries] of Object.entries(related ?? {})) {
    const datastore = byDId(model, reference)
    for (const entry of entries) {
      if (datastore === undefined || !seesDatastore(model, uId, datastore)) {
        done.codes.push("NOT_FOUND")
        continue
      }
      const outcome = runEntry({ model, uId, parent, datastore, entry, body })
      done.codes.push(...outcome.codes)
      done.warnings.push(...outcome.warnings)
      if (outcome.item === null) continue
      if (outcome.isNew) done.created.push(outcome.item)
      const keys = entry.access_key_updates
      const below = keys?.apply_related_ds === true ? { ...body, access_key_updates: keys } : body
      const nested = relate(model, uId, outcome.item, below, entry.related_ds_items)
      done.codes.push(...nested.codes)
      done.warnings.push(...nested.warnings)
      done.created.push(...nested.created)
    }
  }
  return done
}

interface EntryOutcome {
  readonly codes: readonly string[]
  readonly warnings: readonly string[]
  readonly item: ModelItem | null
  readonly isNew: boolean
}

const failedEntry = (...codes: string[]): EntryOutcome => ({ codes, warnings: [], item: null, isNew: false })

/** An entry of related_ds_items that is being processed, with the parent item and the request's body. */
interface EntryRun {
  readonly model: Model
  readonly uId: string
  readonly parent: ModelItem
  readonly datastore: KitDatastore
  readonly entry: RelatedBody
  readonly body: Running
}

function runEntry(run: EntryRun): EntryOutcome {
  const { entry } = run
  const outcome = processEntry(run)
  // Without its own access_key_updates, an entry uses the main item's, whose warnings are already reported.
  return entry.access_key_updates === undefined ? { ...outcome, warnings: [] } : outcome
}

const keysFor = ({ entry, body }: EntryRun): KeyUpdates | undefined =>
  entry.access_key_updates ?? (body.access_key_updates?.apply_related_ds ? body.access_key_updates : undefined)

function processEntry(run: EntryRun): EntryOutcome {
  const { model, uId, parent, datastore, entry } = run
  const hasNested = Object.values(entry.related_ds_items ?? {}).some((entries) => entries.length > 0)
  if ((entry.operation === 3 || entry.operation === 12) && hasNested) return failedEntry("INVALID_PARAMS")
  if (entry.operation === 1) return createEntry(run)
  const found = model.items.get(entry.i_id ?? "")
  const item = found?.datastore === datastore && seesItem(model, uId, found) ? found : undefined
  if (entry.operation === 2) return updateEntry(run, item)
  if (entry.operation === 3) {
    const action = defaultAction(datastore, "3")
    if (action === undefined) return failedEntry("INVALID_SETTINGS")
    if (!mayRun(model, uId, datastore, action)) return failedEntry("NO_PRIVILEGES")
  }
  if (item === undefined) return failedEntry("NOT_FOUND")
  if (entry.operation === 3) {
    removeItem(model, item)
  } else if (entry.operation === 11) {
    link(parent, item, entry.link_to_parent)
    return { codes: [], warnings: [], item, isNew: false }
  } else {
    const isLinked = parent.links.delete(item.iId)
    const isLinkedBack = item.links.delete(parent.iId)
    if (!isLinked && !isLinkedBack) return failedEntry("INVALID_PARAMS")
  }
  return failedEntry()
}

function link(parent: ModelItem, child: ModelItem, isBothWays: boolean | undefined): void {
  parent.links.add(child.iId)
  if (isBothWays === true) child.links.add(parent.iId)
}

const unknownFields = ({ datastore, entry }: EntryRun): string[] =>
  Object.keys(entry.item ?? {}).filter((key) => fieldOf(datastore, key) === undefined)

function createEntry(run: EntryRun): EntryOutcome {
  const { model, uId, parent, datastore, entry } = run
  const action = entry.action_id === undefined ? defaultAction(datastore, "1") : actionOf(datastore, entry.action_id)
  if (action?.crudType !== "1") return failedEntry("INVALID_PARAMS")
  if (!mayRun(model, uId, datastore, action)) return failedEntry("NO_PRIVILEGES")
  const unknown = unknownFields(run)
  if (unknown.length > 0) return failedEntry(...unknown.map(() => "INVALID_PARAMS"))
  const sent = entry.item ?? {}
  const { codes, values } = checkValues(model, uId, datastore, action, null, sent, defaultsOf(datastore, sent))
  if (codes.length > 0) return failedEntry(...codes)
  const item = addItem(model, uId, datastore, action, values)
  link(parent, item, entry.link_to_parent)
  return { codes: [], warnings: publish(model, uId, item, action, keysFor(run), true), item, isNew: true }
}

function updateEntry(run: EntryRun, item: ModelItem | undefined): EntryOutcome {
  const { model, uId, parent, datastore, entry, body } = run
  const action = entry.action_id === undefined ? defaultAction(datastore, "2") : actionOf(datastore, entry.action_id)
  if (action === undefined && entry.action_id === undefined) return failedEntry("INVALID_SETTINGS")
  if (action?.crudType !== "2") return failedEntry("INVALID_PARAMS")
  if (!mayRun(model, uId, datastore, action)) return failedEntry("NO_PRIVILEGES")
  const unknown = unknownFields(run)
  if (unknown.length > 0) return failedEntry(...unknown.map(() => "INVALID_PARAMS"))
  if (item === undefined) return failedEntry("NOT_FOUND")
  if (body.is_force_update !== true && (entry.rev_no ?? 0) !== (body.revisions.get(item) ?? item.rev))
    return failedEntry("ITEM_REV_CONFLICT")
  const { codes, values } = checkValues(model, uId, datastore, action, item, entry.item ?? {})
  if (codes.length > 0) return failedEntry(...codes)
  const warnings = changeItem(model, uId, item, action, values, keysFor(run), body)
  link(parent, item, entry.link_to_parent)
  return { codes: [], warnings, item, isNew: false }
}
