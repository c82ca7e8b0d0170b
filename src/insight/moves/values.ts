import { findField } from "../../access/index.ts"
import { fieldTypeOf } from "../../fields/index.ts"
import type { RefusalCause } from "../../model/index.ts"
import { isObject } from "../../model/input/index.ts"
import type { Datastore, Field } from "../../model/records/index.ts"
import type { InputPath } from "../tried-request.ts"
import { otherActions } from "./actions.ts"
import type { Candidate, Refused } from "./move.ts"
import { roleCandidates } from "./people.ts"

/** Makes candidates for a request whose item has another revision. */
export const conflictCandidates = ({ item }: Refused): Candidate[] =>
  item === undefined
    ? []
    : [
        {
          kind: "revision_sent",
          facts: { item: item.iId, revision: item.revNo },
          edits: [{ path: ["revNo"], value: item.revNo }],
        },
        { kind: "update_forced", facts: { item: item.iId }, edits: [{ path: ["isForceUpdate"], value: true }] },
      ]

/** Makes candidates for invalid values. The search mends the fields one after another. */
export function valueCandidates(refused: Refused, causes: readonly RefusalCause[]): Candidate[] {
  const { datastore } = refused
  const [cause] = causes
  if (datastore === undefined || cause === undefined) return []
  const { kind, facts } = cause
  const reference = kind === "field_unknown" ? facts.value : facts.field
  const field = typeof reference === "string" ? findField(datastore, reference) : undefined
  const place = typeof reference === "string" ? placeOf(refused, datastore, reference) : undefined
  const omitted: Candidate[] =
    place === undefined ? [] : [{ kind: "member_omitted", facts: { field: String(reference) }, edits: [omit(place)] }]
  switch (kind) {
    case "field_unknown":
      return [...renamedCandidates(refused, facts.field, place), ...omitted]
    case "field_fixed":
      return [...omitted, ...otherActions(refused)]
    case "field_hidden":
      return [...omitted, ...roleCandidates(refused, field?.roles ?? [])]
    case "value_missing":
      return field === undefined
        ? []
        : [...sentCandidates(refused, field, place ?? newPlace(refused, field)), ...otherActions(refused)]
    case "value_invalid":
    case "value_taken":
      return [...(field === undefined || place === undefined ? [] : sentCandidates(refused, field, place)), ...omitted]
    case "action_role":
      return roleCandidates(refused, rolesOfAction(refused, facts.datastore, facts.action))
    default:
      return []
  }
}

function sentCandidates({ view, actor, datastore, input }: Refused, field: Field, path: InputPath): Candidate[] {
  if (datastore === undefined) return []
  return fieldTypeOf(field)
    .suggest(valueAt(input, path), field, { view, actor, datastore })
    .map((value) => ({
      kind: "value_sent",
      facts: { field: field.displayId, value: typeof value === "number" ? value : JSON.stringify(value) },
      edits: [{ path, value }],
    }))
}

function rolesOfAction({ view }: Refused, datastore: unknown, action: unknown) {
  const named = view.all("datastores").filter(({ displayId }) => displayId === datastore)
  return named.flatMap(({ actions }) => actions.flatMap((one) => (one.displayId === action ? one.roles : [])))
}

/** Returns where the request has the field's value. In `changes`, the last change of a field applies. */
function placeOf({ input }: Refused, datastore: Datastore, reference: string): InputPath | undefined {
  const isMeant = (key: unknown): key is string =>
    typeof key === "string" && (key === reference || findField(datastore, key)?.displayId === reference)
  if (Array.isArray(input.changes)) {
    const at = input.changes.findLastIndex((change: unknown) => isObject(change) && isMeant(change.id))
    if (at >= 0) return ["changes", at, "value"]
  }
  const key = isObject(input.item) ? Object.keys(input.item).find(isMeant) : undefined
  return key === undefined ? undefined : ["item", key]
}

const omit = (path: InputPath) => ({
  path: (path[0] === "changes" ? path.slice(0, 2) : path) as unknown as InputPath,
  value: undefined,
})

/** Returns where to add a value: with a key of the kind that the request's other keys have. */
function newPlace({ input, datastore }: Refused, { fId, displayId }: Field): InputPath {
  const keys = isObject(input.item) ? Object.keys(input.item) : []
  const usesIds =
    input.useDisplayId === false || keys.some((key) => datastore?.fields.some((field) => field.fId === key))
  return ["item", usesIds ? fId : displayId]
}

function renamedCandidates({ input }: Refused, hint: unknown, place: InputPath | undefined): Candidate[] {
  if (typeof hint !== "string" || place === undefined) return []
  const edits =
    place[0] === "changes"
      ? [{ path: [...place.slice(0, 2), "id"] as unknown as InputPath, value: hint }]
      : [
          { path: ["item", hint] as const, value: valueAt(input, place) },
          { path: place, value: undefined },
        ]
  return [{ kind: "value_sent", facts: { field: hint, value: JSON.stringify(valueAt(input, place)) }, edits }]
}

const valueAt = (whole: unknown, path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>(
    (part, name) => (typeof part === "object" && part !== null ? Reflect.get(part, name) : undefined),
    whole,
  )
