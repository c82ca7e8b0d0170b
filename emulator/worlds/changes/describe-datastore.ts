import { type Names, nameIn } from "../../../src/model/index.ts"
import type { Datastore } from "../../../src/model/records/index.ts"
import { canonicalJson, type View } from "../../../src/state/index.ts"
import { short } from "./name-record.ts"

/** Describes changes of a datastore's own properties, then of its fields, statuses and actions. */
export function describeDatastore(
  view: View,
  before: Datastore | undefined,
  after: Datastore | undefined,
): readonly string[] {
  if (before === undefined || after === undefined) {
    const one = after ?? before
    return one === undefined ? [] : [`datastore ${one.displayId} ${before === undefined ? "created" : "deleted"}`]
  }
  const { fields, statuses, actions, ...own } = after
  const { fields: oldFields, statuses: oldStatuses, actions: oldActions, ...oldOwn } = before
  const { displayId } = own
  return [
    ...describePart(view, `datastore ${displayId}`, oldOwn, own),
    ...describeParts(view, `field ${displayId}`, oldFields, fields, ({ fId }) => fId),
    ...describeParts(view, `status ${displayId}`, oldStatuses, statuses, ({ sId }) => sId),
    ...describeParts(view, `action ${displayId}`, oldActions, actions, ({ aId }) => aId),
  ]
}

/** A datastore, field, status or action. */
interface Part {
  readonly displayId: string
  readonly name: Names
}

function describeParts<P extends Part>(
  view: View,
  place: string,
  before: readonly P[],
  after: readonly P[],
  idOf: (part: P) => string,
): string[] {
  if (before === after) return []
  const old = new Map(before.map((part) => [idOf(part), part]))
  const lines = after.flatMap((part) => {
    const called = `${place}.${part.displayId}`
    const earlier = old.get(idOf(part))
    old.delete(idOf(part))
    return earlier === undefined ? [`${called} created`] : describePart(view, called, earlier, part)
  })
  return [...lines, ...[...old.values()].map(({ displayId }) => `${place}.${displayId} deleted`)]
}

/** Returns lines for a new name, for a new display ID, and for all other changes. */
function describePart(view: View, called: string, before: Part, after: Part): string[] {
  const { lang } = view.settings
  const lines: string[] = []
  const changed = new Set(listChanged(before, after))
  // Omits a field's position, which follows from the order of the fields.
  changed.delete("fieldIndex")
  const [oldName, name] = [nameIn(before.name, lang), nameIn(after.name, lang)]
  if (oldName !== name) {
    changed.delete("name")
    lines.push(`${called} name ${short(oldName)}→${short(name)}`)
  }
  if (changed.delete("displayId")) lines.push(`${called} display id ${before.displayId}→${after.displayId}`)
  if (changed.size > 0) lines.push(`${called} changed: ${[...changed].map(inWords).join(", ")}`)
  return lines
}

const listChanged = (before: object, after: object): string[] => {
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))]
  return [...new Set([...now.keys(), ...old.keys()])].filter(
    (member) => canonicalJson(old.get(member)) !== canonicalJson(now.get(member)),
  )
}

/** Splits a property name into words: `preScript` becomes "pre script". */
const inWords = (member: string): string => member.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
