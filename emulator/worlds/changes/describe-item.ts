import { type FormContext, fieldTypeOf, valueIn } from "../../../src/fields/index.ts"
import { nameIn } from "../../../src/model/index.ts"
import type { Datastore, Field, Item } from "../../../src/model/records/index.ts"
import { canonicalJson, type Patch, type View } from "../../../src/state/index.ts"
import { nameItem, short } from "./name-record.ts"

const EMPTY_TEXT = "(empty)"

/** Returns a line for the creation or deletion of an item; otherwise, a line for each field whose value changed. */
export function describeItem(view: View, patch: Patch): string[] {
  const before = patch.before as Item | undefined
  const after = patch.after as Item | undefined
  const known = before ?? after
  if (known === undefined) return []
  const datastore = view.get("datastores", known.dId)
  const item = `item ${nameItem(view, known)}`
  if (after === undefined) return [`${item} deleted`]
  const place = datastore === undefined ? known.dId : nameIn(datastore.name, view.settings.lang)
  if (before === undefined) return [`${item} created in ${place}`]

  const lines = (datastore?.fields ?? []).flatMap((field) =>
    describeField(view, datastore as Datastore, field, before, after),
  )
  if (canonicalJson(before.accessKeys) !== canonicalJson(after.accessKeys)) {
    lines.push(`access keys ${before.accessKeys.length}→${after.accessKeys.length}`)
  }
  if (lines.length === 0) lines.push(`rev_no ${before.revNo}→${after.revNo}`)
  return lines.map((line) => `${item} ${line}`)
}

function describeField(view: View, datastore: Datastore, field: Field, before: Item, after: Item): string[] {
  const [old, now] = [valueIn(before, field), valueIn(after, field)]
  if (old === now || canonicalJson(old) === canonicalJson(now)) return []
  const context: FormContext = { view, datastore, actor: null, ids: "display", numbers: "text" }
  const show = (value: typeof old): string => {
    const text = value === undefined ? null : fieldTypeOf(field).list(value, field, context)
    return text === null || text === "" ? EMPTY_TEXT : short(String(text))
  }
  return [`${nameIn(field.name, view.settings.lang)} ${show(old)}→${show(now)}`]
}
