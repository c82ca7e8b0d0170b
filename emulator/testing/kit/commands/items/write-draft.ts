import fc from "fast-check"
import { invalidItem, validItem } from "../../arbitraries/values.ts"
import { accessKeyUpdates, badlyNestedItems, relatedItems } from "../../arbitraries/writes.ts"
import { defaultAction, type ModelItem } from "../../model/model.ts"
import type { WriteBody } from "../../model/write-body.ts"
import type { KitAction, KitDatastore, KitSchema } from "../../schema.ts"

export interface WriteDraft {
  readonly user: number
  readonly observer: number
  readonly datastore: string
  readonly item: number
  readonly revision: "right" | "stale" | "none" | "force"
  readonly body: WriteBody
}

/** Generates values for the fields that the action may write. All mandatory fields have a value; otherwise the API would refuse. */
export function permittedItem(
  schema: KitSchema,
  datastore: KitDatastore,
  action: KitAction | undefined,
): fc.Arbitrary<Record<string, unknown>> {
  const settings = action?.fields ?? {}
  const isOpen = (id: string): boolean => settings[id] === undefined || (settings[id].show && settings[id].update)
  const fields = datastore.fields.filter(({ displayId }) => isOpen(displayId))
  const mandatory = fields.map(({ displayId }) => displayId).filter((id) => settings[id]?.mandatory === true)
  return validItem(schema, { ...datastore, fields }, mandatory)
}

/** Whether no action of the datastore runs a script. */
export const hasNoScript = ({ actions }: KitDatastore): boolean => actions.every(({ hasScript }) => !hasScript)

/** Returns the datastores that the kit can write to. Returns the reason as a string if there are none. */
export function writableDatastores(schema: KitSchema): readonly KitDatastore[] | string {
  if (schema.datastores.length === 0) return "the workspace has no datastores"
  const plain = schema.datastores.filter(hasNoScript)
  return plain.length > 0
    ? plain
    : "the actions of every datastore run scripts, which the model can't predict; with a rule, the kit writes to these datastores too"
}

/** Relative frequencies of the parts of generated bodies. */
interface BodyOdds {
  /** Values that the action accepts, values that only the fields accept, and values of which one is invalid. */
  readonly values: readonly [permitted: number, valid: number, invalid: number]
  /** No related entries, related entries that obey the nesting rule, and entries that break it. */
  readonly related: readonly [none: number, valid: number, badlyNested: number]
  /** No changes of access keys, and some. */
  readonly keys: readonly [none: number, some: number]
}

const MODEL_ODDS: BodyOdds = { values: [4, 2, 1], related: [5, 3, 1], keys: [1, 2] }

/** Most bodies are accepted, because a refused request can't break a rule. */
export const RULE_ODDS: BodyOdds = { values: [12, 1, 1], related: [12, 2, 0], keys: [6, 1] }

export function writeBodies(
  schema: KitSchema,
  datastore: KitDatastore,
  action: KitAction | undefined,
  odds: BodyOdds,
): fc.Arbitrary<WriteBody> {
  const wrong = invalidItem(schema, datastore)
  const mayRelate = !schema.avoid.includes("related_ds_items")
  const related = mayRelate ? relatedItems(schema, datastore) : null
  const badlyNested = mayRelate && odds.related[2] > 0 ? badlyNestedItems(schema, datastore) : null
  const mayGrant = !schema.avoid.includes("access_key_updates")
  const grants = mayGrant ? keysOrNot(schema, datastore, odds) : fc.constant(null)
  const values = fc.oneof(
    { weight: odds.values[0], arbitrary: permittedItem(schema, datastore, action) },
    { weight: odds.values[1], arbitrary: validItem(schema, datastore) },
    ...(wrong === null ? [] : [{ weight: odds.values[2], arbitrary: wrong.map((one) => one.item) }]),
  )
  const relatedEntries = fc.oneof(
    { weight: odds.related[0], arbitrary: fc.constant(undefined) },
    ...(related === null ? [] : [{ weight: odds.related[1], arbitrary: related }]),
    ...(badlyNested === null ? [] : [{ weight: odds.related[2], arbitrary: badlyNested }]),
  )
  return fc
    .tuple(values, relatedEntries, grants, fc.boolean())
    .map(([item, related_ds_items, keys, ensure_transaction]) => ({
      item,
      ensure_transaction,
      ...(related_ds_items && { related_ds_items }),
      ...(keys && { access_key_updates: keys }),
    }))
}

const keysOrNot = (schema: KitSchema, { application }: KitDatastore, { keys: [none, some] }: BodyOdds) =>
  fc.oneof(
    { withCrossShrink: true },
    { weight: none, arbitrary: fc.constant(null) },
    { weight: some, arbitrary: accessKeyUpdates(schema, application) },
  )

export function datastoresWith(
  schema: KitSchema,
  crudType: KitAction["crudType"],
  isFit: (action: KitAction) => boolean = () => true,
): readonly KitDatastore[] | string {
  const datastores = writableDatastores(schema)
  if (typeof datastores === "string") return datastores
  const found = datastores.filter(({ actions }) => actions.some((one) => one.crudType === crudType && isFit(one)))
  return found.length > 0 ? found : `no datastore has ${ACTION_WORDS[crudType]} action`
}

const ACTION_WORDS: Readonly<Record<KitAction["crudType"], string>> = {
  1: "a create",
  2: "an update",
  3: "a delete",
  4: "a copy",
}

const REVISIONS = ["right", "right", "right", "stale", "none", "force"] as const

export function writeDrafts(
  schema: KitSchema,
  datastores: readonly KitDatastore[] | string,
  crudType: KitAction["crudType"] = "2",
): fc.Arbitrary<WriteDraft> | string {
  if (typeof datastores === "string") return datastores
  return fc.constantFrom(...datastores).chain((datastore) =>
    fc.record({
      user: fc.nat(20),
      observer: fc.nat(20),
      datastore: fc.constant(datastore.path),
      item: fc.nat(20),
      revision: fc.constantFrom(...REVISIONS),
      body: writeBodies(schema, datastore, defaultAction(datastore, crudType), MODEL_ODDS),
    }),
  )
}

export function revisionOf(draft: WriteDraft, item: ModelItem): Pick<WriteBody, "rev_no" | "is_force_update"> {
  if (draft.revision === "force") return { is_force_update: true }
  if (draft.revision === "none") return {}
  return { rev_no: draft.revision === "right" ? item.rev : item.rev + 1 }
}
