import type { Actor } from "../../access/index.ts"
import { fieldPlanOf, hiddenFieldsOf, mayChooseStatus, mayWriteField } from "../../fields/index.ts"
import { type Finding, nearest } from "../../model/index.ts"
import type { Action, Datastore } from "../../model/records/index.ts"
import type { View } from "../../state/index.ts"
import { keyOfUnknown } from "./findings.ts"
import type { KeyKind } from "./values.ts"

interface Write {
  readonly view: View
  readonly actor: Actor
  readonly datastore: Datastore
  readonly action: Action | undefined
  readonly keys: KeyKind
}

/** Returns the IDs of the fields that the actor may write by the action, of the kind that the request uses. */
export function listWritable({ view, actor, datastore, action, keys: { kind, strict } }: Write): string[] {
  if (action === undefined) return []
  const hidden = hiddenFieldsOf(view, actor, datastore)
  return fieldPlanOf(datastore).fields.flatMap(({ field, from }) => {
    const { fId, displayId, hideFromApi } = field
    const isChosen = from === "input" || (from === "status" && mayChooseStatus(action))
    if (!isChosen || !mayWriteField(action, fId) || hideFromApi || hidden.has(fId)) return []
    return [strict === true && kind === "internal" ? fId : displayId]
  })
}

/** Maximum number of unknown fields of a request that get a suggestion. */
const MAX_SUGGESTIONS = 20

/** Adds to the errors for unknown fields a similar field that the actor may write by the action (errors.md section 4). */
export function suggestFields(faults: readonly Finding[], write: Write): readonly Finding[] {
  const names = listWritable(write)
  let count = 0
  return faults.map((fault) => {
    const key = keyOfUnknown(fault)
    const meant = key === undefined || count >= MAX_SUGGESTIONS ? undefined : nearest(key, names)
    count += 1
    return meant === undefined ? fault : { ...fault, error: `${fault.error}; did you mean ${meant}?` }
  })
}
