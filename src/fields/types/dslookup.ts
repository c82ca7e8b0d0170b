import { type Actor, seesDatastore, seesItem, shownFields } from "../../access/index.ts"
import type { IId } from "../../model/index.ts"
import type { Datastore, Field, FieldOf, Item } from "../../model/records/index.ts"
import { itemsTable, type View } from "../../state/index.ts"
import { type FixtureForm, plainForm } from "../fixture-form.ts"
import type { SettingsForm } from "../settings-form.ts"
import { asIs, indexField, type Subject, storedReader, valueIn } from "../subject.ts"
import { titleWriter } from "../title-writer.ts"
import {
  baseType,
  type FieldType,
  type FieldTypeOf,
  type FormContext,
  InvalidValue,
  isCleared,
  type LookupForm,
} from "./field-type.ts"

type LookupField = FieldOf<"dslookup">

/** Maximum number of lookups followed one after another to format a value or title. It ends circular lookups. */
const MAX_STEPS = 8

export const lookupTarget = (view: View, field: LookupField, iId: IId): Item | undefined =>
  field.dslookup === undefined ? undefined : view.get(itemsTable(field.dslookup.dId), iId)

/** Returns whether the actor may see both the item and its datastore (model.md sections 3 and 4). */
const seesTarget = (view: View, actor: Actor, target: Item): boolean =>
  seesItem(actor, target) && seesDatastore(view, actor, view.expect("datastores", target.dId))

const readItemId = (input: unknown): string | undefined => {
  if (typeof input === "string") return input
  const id = typeof input === "object" && input !== null ? (input as { item_id?: unknown }).item_id : undefined
  return typeof id === "string" ? id : undefined
}

const inTarget = (
  { view, actor, ids, numbers, dates, lookupSteps = 0 }: FormContext,
  datastore: Datastore,
  steps = lookupSteps,
): FormContext => ({ view, datastore, actor, ids, numbers, dates, lookupSteps: steps })

/** Returns the fields of `target` that the reader may see. Returns an empty list if the reader may not see the item. */
function fieldsOf(target: Item, datastore: Datastore, { view, actor }: FormContext): readonly Field[] {
  if (actor === null) return datastore.fields
  return seesTarget(view, actor, target) ? shownFields(view, actor, datastore) : []
}

/** Creates the type of lookup fields. `fieldTypeOf` is a parameter to avoid a circular import: lookups display values of any type. */
export function lookupType(fieldTypeOf: FieldTypeOf): FieldType<"dslookup"> {
  const titles = titleWriter(fieldTypeOf)

  /** Formats the looked-up field's value. Formats the target's title if the value is hidden or empty. */
  function write(field: LookupField, target: Item, context: FormContext): string | number | null {
    const datastore = context.view.get("datastores", target.dId)
    const steps = (context.lookupSteps ?? 0) + 1
    if (datastore === undefined || steps > MAX_STEPS) return ""
    const inner = inTarget(context, datastore, steps)
    const source = fieldsOf(target, datastore, inner).find((candidate) => candidate.fId === field.dslookup?.fId)
    const value = source === undefined ? undefined : valueIn(target, source)
    if (source === undefined || value === undefined) return titles.within(inner, target)
    return fieldTypeOf(source).list(value, source, inner)
  }

  function list(value: IId | undefined, field: LookupField, context: FormContext): string | number | null {
    const target = value === undefined ? undefined : lookupTarget(context.view, field, value)
    return target === undefined ? null : write(field, target, context)
  }

  /** Returns the targets by the text that an export shows for them. If several targets have the same text, takes the first. */
  function targetsByText(field: LookupField, view: View, actor: Actor | null): ReadonlyMap<string, IId> {
    const targets = new Map<string, IId>()
    const datastore = field.dslookup && view.get("datastores", field.dslookup.dId)
    if (datastore === undefined) return targets
    const context: FormContext = { view, datastore, actor, ids: "internal", numbers: "text" }
    view.table(itemsTable(datastore.dId)).forEach((item) => {
      if (actor !== null && !seesTarget(view, actor, item)) return
      const text = String(write(field, item, context) ?? "")
      if (text !== "" && !targets.has(text)) targets.set(text, item.iId)
    })
    return targets
  }

  function details(value: IId | undefined, field: LookupField, context: FormContext): LookupForm | null {
    const target = value === undefined ? undefined : lookupTarget(context.view, field, value)
    if (target === undefined) return null
    const { dId, iId } = target
    const inner = inTarget(context, context.view.expect("datastores", dId))
    return { dId, itemId: iId, title: titles.within(inner, target) }
  }

  return {
    ...baseType,
    suggest(_given, { dslookup }, { view }) {
      const target = dslookup && view.table(itemsTable(dslookup.dId)).first()
      return target === undefined ? [] : [target.iId]
    },
    names: { what: "items", lookup: (field) => field.dslookup },
    parse: readLookup,
    validate(value, field, { view, actor }) {
      const target = lookupTarget(view, field, value)
      if (target === undefined || (actor !== null && !seesTarget(view, actor, target)))
        return `item not found: ${value}`
      return undefined
    },
    cellReader(field, { view, actor }) {
      let targets: ReadonlyMap<string, IId> | undefined
      return (cell) => {
        if (cell === "" || field.dslookup === undefined) return null
        targets ??= targetsByText(field, view, actor)
        return targets.get(cell) ?? cell
      }
    },
    details,
    natural: details,
    list,
    sortKey(value, field, context) {
      const text = list(value, field, context)
      return text === null ? null : String(text).toLowerCase()
    },
    subject: (field, { view }): Subject => ({
      match: "ids",
      read: targetReader(view, field),
      idOf: asIs,
      ...indexField(field),
    }),
    settings: lookupSettings,
    fixture: lookupForm,
  }
}

function targetReader(view: View, field: LookupField): (item: Item) => IId | undefined {
  const { dslookup } = field
  if (dslookup === undefined) return () => undefined
  const targets = view.table(itemsTable(dslookup.dId))
  const read = storedReader(field)
  return (item) => {
    const iId = read(item)
    return iId !== undefined && targets.get(iId) !== undefined ? iId : undefined
  }
}

const lookupSettings: SettingsForm<"dslookup"> = {
  takes: ["dslookup"],
  blank: (dataType) => ({ dataType }),
  change({ dataType, dslookup: present }, { dslookup: input }, changing) {
    const dslookup = input === undefined ? present : changing.lookup(input, present)
    return dslookup === undefined ? { dataType } : { dataType, dslookup }
  },
  isNarrowed: (before, after) => before.dslookup?.dId !== after.dslookup?.dId,
}

/** Target that a dump writes for a lookup whose target datastore or field was deleted. */
const NOWHERE = { datastore: "", field: "" }

const lookupForm: FixtureForm<"dslookup"> = {
  ...plainForm,
  isValidated: false,
  members: ["dslookup"],
  required: ["dslookup"],
  loadSettings(dataType, { dslookup: given }, loading) {
    const dslookup = given === undefined || given.datastore === "" ? undefined : loading.lookup(given)
    return dslookup === undefined ? { dataType } : { dataType, dslookup }
  },
  dumpSettings: ({ dslookup }, dumping) => ({
    dslookup: (dslookup && dumping.lookup(dslookup)) ?? NOWHERE,
  }),
  resolve(input, { dslookup }, references) {
    const [only] = Array.isArray(input) && input.length === 1 ? (input as unknown[]) : [input]
    const id = typeof only === "object" && only !== null ? (only as { item_id?: unknown }).item_id : only
    if (typeof id !== "string" || dslookup === undefined) return input
    return references.item(id, dslookup.dId, [])
  },
  dump: (value, { dslookup }, references) => dslookup && references.item(dslookup.dId, value),
}

/** Parses a lookup's input: an item ID, an object with `item_id` (as in responses), or an array with at most one ID or object. */
function readLookup(input: unknown): IId | null | InvalidValue {
  if (isCleared(input)) return null
  if (Array.isArray(input) && input.length > 1) return new InvalidValue("expected one item")
  const one: unknown = Array.isArray(input) ? input[0] : input
  if (isCleared(one)) return null
  const iId = readItemId(one)
  return iId === undefined ? new InvalidValue("expected an item ID") : iId === "" ? null : (iId as IId)
}
